#include "gnnir/models/flops.h"

#include <algorithm>

namespace gnnir {

namespace {

/// Multiplications of one step of a convolution: per node, and per edge.
struct PerStep {
  double node;
  double edge;
};

PerStep conv_step(const GnnOptions& options) {
  const auto d = static_cast<double>(options.hidden);
  const double channels = options.edge_channels > 0 ? static_cast<double>(options.edge_channels) : d;
  switch (options.conv) {
    case ConvKind::gin:
    case ConvKind::gine:
    case ConvKind::sage:
      return {2 * d * d, 0};
    case ConvKind::pna: {  // towers divide the work but for what joins them
      const auto towers = static_cast<double>(options.towers);
      return {15 * d * d / towers + (options.towers > 1 ? d * d : 0), d * d / towers};
    }
    case ConvKind::nnconv:
      return {d * d + (channels + 1) * d * d, 0};
    case ConvKind::gat:
      return {d * d + 2 * d, 0};
  }
  return {0, 0};
}

/// Multiplications per edge once in a GNN call.
double edge_terms(const GnnOptions& options, bool edges) {
  const auto d = static_cast<double>(options.hidden);
  if (!edges || !sees_edges(options.conv)) return 0;
  if (options.conv == ConvKind::nnconv && options.edge_channels > 0)
    return d * static_cast<double>(options.edge_channels);
  return options.conv == ConvKind::pna ? d * d / static_cast<double>(options.towers) : d * d;
}

}  // namespace

double matrix_product_flops(const ModelOptions& options, const ModelShape& shape,
                            std::span<const GraphSize> graph_sizes) {
  const auto d = static_cast<double>(options.gnn.hidden);
  const auto layers = static_cast<double>(options.ir.layers);
  const auto steps = static_cast<double>(options.gnn.steps);
  const double mlp = 2 * d * d;  // multiplications per row
  const PerStep conv = conv_step(options.gnn);
  const double gnn = steps * (conv.node + 6 * d * d);  // the GRU has two products
  const double gnn_edge = steps * conv.edge + edge_terms(options.gnn, shape.has_edges());
  const bool learned = options.ir.selector != SelectorKind::random;
  const bool aggregates = options.ir.selector == SelectorKind::gru || options.ir.selector == SelectorKind::mlp;
  const double memory = options.ir.selector == SelectorKind::gru ? 6 * d * d : aggregates ? mlp : 0;
  // Set2Set: per step an LSTM of 3d inputs (its hidden state among them) to 4d gates.
  const bool set2set = options.readout.kind == ReadoutKind::set2set;
  const double readout_size = set2set ? 2 * d : d;
  const double query = set2set ? static_cast<double>(options.readout.set2set_steps) * 12 * d * d : 0;
  const double edge_readouts = options.edge_variables ? layers + 1 : 0;
  const double head_inputs = (layers + 1 + edge_readouts) * readout_size + (learned ? layers * d : 0);

  const bool tree = options.ir.merge == MergeKind::tree;

  double multiplications = 0;
  for (const GraphSize& size : graph_sizes) {
    const auto n = static_cast<double>(size.nodes);
    const auto m = static_cast<double>(size.edges);
    const auto branches = static_cast<double>(std::min(size.nodes, options.ir.width));
    multiplications += n * static_cast<double>(shape.num_reals) * d + m * static_cast<double>(shape.num_edge_reals) * d;
    multiplications += n * gnn + m * gnn_edge;
    const double readout = n * mlp + query;
    const double edge_readout = m * 3 * d * d + m * mlp + query;  // the update, from 2d channels; the readout
    const auto read_out = [&](double graphs) {
      return graphs * (readout + (options.edge_variables ? edge_readout : 0));
    };
    multiplications += read_out(1) + head_inputs * d + d * static_cast<double>(shape.outputs);
    const double select = (aggregates ? n * mlp : 0) + memory;
    const double refine = branches * (n * (gnn + mlp) + m * gnn_edge) + branches * mlp;
    double graphs = 1;  // merge = tree: branches that go into a layer as graphs of their own
    for (std::int64_t layer = 1; layer <= options.ir.layers; ++layer) {
      multiplications += graphs * (select + branches * mlp + refine);
      if (tree) graphs *= branches;
      multiplications += read_out(graphs);
      if (tree) multiplications += graphs * (edge_readouts > 0 ? 2 : 1) * 2 * readout_size * d;
    }
  }
  return 2 * multiplications;
}

}  // namespace gnnir
