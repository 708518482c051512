#include "gnnir/models/size.h"

namespace gnnir {
namespace {

double linear(double inputs, double outputs) { return (inputs + 1) * outputs; }
double mlp(double inputs, double hidden, double outputs) { return linear(inputs, hidden) + linear(hidden, outputs); }
double gru(double d) { return 6 * d * d + 6 * d; }
double lstm(double inputs, double d) { return 4 * d * (inputs + d) + 8 * d; }

double conv_count(const GnnOptions& options, bool edges) {
  const auto d = static_cast<double>(options.hidden);
  const double norm = options.norm.kind == NormKind::none ? 0 : 2 * d;
  const auto towers = static_cast<double>(options.towers);
  const double channels = options.edge_channels > 0 ? static_cast<double>(options.edge_channels) : d;
  switch (options.conv) {
    case ConvKind::gin:
      return 1 + 2 * (linear(d, d) + norm);
    case ConvKind::gine:
      return 1 + 2 * (linear(d, d) + norm) + (edges ? linear(d, d) : 0);
    case ConvKind::pna:  // target, source, edge, message, self, 12 aggregates; three biases; what joins the towers
      return (edges ? 17 : 16) * d * d / towers + 3 * d + (options.towers > 1 ? d * d : 0) + norm;
    case ConvKind::nnconv:
      return linear(d, d) + linear(d, channels) + (channels + 1) * d * d + norm;
    case ConvKind::sage:
      return linear(d, d) + d * d + norm;
    case ConvKind::gat:
      return d * d + 3 * d + norm;
  }
  return 0;
}

double gnn_count(const GnnOptions& options, bool edges) {
  return conv_count(options, edges) + gru(static_cast<double>(options.hidden));
}

double selector_count(SelectorKind kind, double d) {
  switch (kind) {
    case SelectorKind::gru:
      return mlp(d, d, d) + gru(d);
    case SelectorKind::mlp:
      return 2 * mlp(d, d, d);
    case SelectorKind::projection:
      return d;
    case SelectorKind::random:
      break;
  }
  return 0;
}

}  // namespace

double parameter_count(const ModelOptions& options, const ModelShape& shape) {
  const auto d = static_cast<double>(options.gnn.hidden);
  const auto layers = static_cast<double>(options.ir.layers);
  const bool set2set = options.readout.kind == ReadoutKind::set2set;
  double count = static_cast<double>(shape.num_categories) * d;
  if (shape.num_reals > 0) count += linear(static_cast<double>(shape.num_reals), d);
  count += static_cast<double>(shape.num_edge_categories) * d;
  if (shape.num_edge_reals > 0) count += linear(static_cast<double>(shape.num_edge_reals), d);
  count += gnn_count(options.gnn, shape.has_edges());
  if (options.edge_variables) count += mlp(2 * d, d, d);
  const bool ir = options.architecture == Architecture::gnn_ir;
  // One selector, one ψ, one pair of MLPs that make a branch aware of its graph: shared by all layers.
  if (ir && options.ir.layers > 0) count += selector_count(options.ir.selector, d) + 3 * mlp(d, d, d);
  if (!ir) count += layers * d;  // a projection for each pooling
  const double readouts = (layers + 1) * (options.edge_variables ? 2 : 1);
  count += readouts * (mlp(d, d, d) + (set2set ? lstm(2 * d, d) : 0));
  const double readout_size = set2set ? 2 * d : d;
  const bool tree = ir && options.ir.merge == MergeKind::tree;
  if (tree) count += layers * (options.edge_variables ? 2 : 1) * mlp(readout_size, d, readout_size);
  const double selector_readouts = ir && options.ir.selector != SelectorKind::random ? layers * d : 0;
  const double head_inputs = readouts * readout_size + selector_readouts;
  return count + mlp(head_inputs, d, static_cast<double>(shape.outputs));
}

}  // namespace gnnir
