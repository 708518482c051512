#include <fmt/format.h>

#include <algorithm>

#include "gnnir/catalog/own_options.h"
#include "gnnir/catalog/parts_cost.h"
#include "gnnir/kernels/branch_limit.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {
namespace {

using namespace parts_cost;

double selector_parameters(SelectorKind kind, double d) {
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

/// Inputs of the head.
double head_inputs(const ModelOptions& options) {
  const auto d = static_cast<double>(options.gnn.hidden);
  const auto layers = static_cast<double>(options.ir.layers);
  const double readouts = (layers + 1) * (options.edge_variables ? 2 : 1);
  const double selector_readouts = options.ir.selector != SelectorKind::random ? layers * d : 0;
  return readouts * readout_size(options.readout, d) + selector_readouts;
}

double parameters_of(const ModelOptions& options, const ModelShape& shape) {
  const auto d = static_cast<double>(options.gnn.hidden);
  const auto layers = static_cast<double>(options.ir.layers);
  const double kinds = options.edge_variables ? 2 : 1;  // nodes, and edges if they are read out
  double count = encoder_parameters(shape, d) + gnn_parameters(options.gnn, shape.has_edges());
  if (options.edge_variables) count += mlp(2 * d, d, d);
  // One selector, one ψ, one pair of MLPs that make a branch aware of its graph: shared by all layers.
  if (options.ir.layers > 0) count += selector_parameters(options.ir.selector, d) + 3 * mlp(d, d, d);
  count += (layers + 1) * kinds * readout_parameters(options.readout, d);
  const double size = readout_size(options.readout, d);
  if (unmerged(options.ir.merge)) count += layers * kinds * mlp(size, d, size);
  return count + mlp(head_inputs(options), d, static_cast<double>(shape.outputs));
}

/// The graph and its branches, at one time.
double copies(std::int64_t nodes, const IrOptions& ir) {
  const std::int64_t most = ir.ties == TiePolicy::cell ? std::max(ir.width, ir.max_branches) : ir.width;
  const auto branches = static_cast<double>(std::min<std::int64_t>(most, nodes));
  if (ir.merge != MergeKind::tree) return 1 + static_cast<double>(ir.layers) * branches;  // paths stay as many
  double copies = 1;
  double now = 1;
  for (std::int64_t layer = 1; layer <= ir.layers; ++layer) {
    now = std::min(now * branches, static_cast<double>(ir.max_branches));
    copies += now;
  }
  return copies;
}

/// Of the paper's algorithm as docs/model.md states it: every branch complete, nothing shared.
double multiplications(const ModelOptions& options, const ModelShape& shape, const GraphSize& graph) {
  const auto d = static_cast<double>(options.gnn.hidden);
  const auto n = static_cast<double>(graph.nodes);
  const auto m = static_cast<double>(graph.edges);
  const double mlp = 2 * d * d;  // of one row
  const GnnWork gnn = gnn_work(options.gnn, shape.has_edges());
  const bool aggregates = options.ir.selector == SelectorKind::gru || options.ir.selector == SelectorKind::mlp;
  const double memory = options.ir.selector == SelectorKind::gru ? 6 * d * d : aggregates ? mlp : 0;
  const double readout = n * mlp + readout_work(options.readout, d);
  const double edge_readout = m * 3 * d * d + m * mlp + readout_work(options.readout, d);  // update, readout
  const auto read_out = [&](double graphs) { return graphs * (readout + (options.edge_variables ? edge_readout : 0)); };

  const double select = (aggregates ? n * mlp : 0) + memory;
  const double refine = n * (gnn.per_node + mlp) + m * gnn.per_edge + mlp;  // a branch
  const bool tree = unmerged(options.ir.merge);
  double count = encoder_work(shape, d, n, m) + n * gnn.per_node + m * gnn.per_edge + read_out(1) +
                 head_inputs(options) * d + d * static_cast<double>(shape.outputs);
  double graphs = 1;  // unmerged: branches that go into a layer as graphs of their own
  for (std::int64_t layer = 1; layer <= options.ir.layers; ++layer) {
    const auto children = static_cast<double>(std::min(graph.nodes, options.ir.width_of(layer)));
    count += graphs * (select + children * (mlp + refine));
    if (tree) graphs *= children;
    count += read_out(graphs);
    if (tree) count += graphs * (options.edge_variables ? 2 : 1) * 2 * readout_size(options.readout, d) * d;
  }
  return count;
}

ModelCost cost(const ModelOptions& options, const ModelShape& shape) {
  return {.parameters = parameters_of(options, shape), .of_graph = [=](const GraphSize& graph) {
            const double at_one_time = copies(graph.nodes, options.ir);
            return GraphCost{.work = work_of(graph),
                             .node_rows = at_one_time * static_cast<double>(graph.nodes),
                             .edge_rows = at_one_time * static_cast<double>(graph.edges),
                             .largest_level = most_rows(graph.nodes, options.ir),
                             .flops = 2 * multiplications(options, shape, graph)};
          }};
}

}  // namespace

const OwnOption& share_rows_option() {
  static const OwnOption option =
      OwnOption::yes_or_no("share_rows", "equal rows are computed once; changes no result", true);
  return option;
}

ModelEntry gnn_ir_model_entry() {
  return {.name = "gnn-ir",
          .summary = "individualization and refinement; with no layers a plain GNN",
          .options = {share_rows_option()},
          .cost = cost,
          .require_fit = [](const ModelOptions& options,
                            const GraphSize& size) { require_branches(size.nodes, options.ir); },
          // Branches share rows where they are equal, which depends on the edges, too.
          .plainest =
              [](const ModelOptions& options) {
                ModelOptions plain = options;
                plain.ir.layers = 0;
                return plain;
              },
          .describe =
              [](const ModelOptions& options) {
                if (options.ir.layers == 0) return std::string("plain GNN (L=0)");
                return fmt::format("GNN-IR (L={} k={})", options.ir.layers, width_name(options.ir.width));
              }};
}

}  // namespace gnnir
