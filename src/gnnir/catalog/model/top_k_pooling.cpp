#include "gnnir/catalog/own_options.h"
#include "gnnir/catalog/parts_cost.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

const OwnOption& top_k_pool_ratio() {
  static const OwnOption option = OwnOption::number("pool_ratio", "the share of nodes that is kept", 0.5, 1e-6, 1);
  return option;
}

namespace {

ModelCost cost(const ModelOptions& options, const ModelShape& shape) {
  using namespace parts_cost;
  const double ratio = top_k_pool_ratio().as_number(options.own);
  const auto d = static_cast<double>(options.gnn.hidden);
  const double depths = static_cast<double>(options.ir.layers) + 1;
  const double head_inputs = depths * readout_size(options.readout, d);
  const GnnWork gnn = gnn_work(options.gnn, shape.has_edges());
  const double head = head_inputs * d + d * static_cast<double>(shape.outputs);
  return {.parameters = encoder_parameters(shape, d) + gnn_parameters(options.gnn, shape.has_edges()) +
                        (depths - 1) * d + depths * readout_parameters(options.readout, d) +
                        mlp(head_inputs, d, static_cast<double>(shape.outputs)),
          .of_graph = [=](const GraphSize& graph) {
            GraphCost cost{.work = work_of(graph), .largest_level = static_cast<double>(graph.nodes)};
            auto n = static_cast<double>(graph.nodes);
            auto m = static_cast<double>(graph.edges);
            cost.flops = 2 * (encoder_work(shape, d, n, m) + head);
            for (double depth = 0; depth < depths; ++depth) {
              cost.node_rows += n;
              cost.edge_rows += m;
              cost.flops += 2 * (n * (gnn.per_node + 2 * d * d) + m * gnn.per_edge + readout_work(options.readout, d));
              n *= ratio;  // edges at most as they were
            }
            return cost;
          }};
}

}  // namespace

ModelEntry top_k_pooling_model_entry() {
  return {.name = "top-k-pooling",
          .summary = "a GNN on the best share of the nodes, as many times as ir_layers says",
          .options = {top_k_pool_ratio()},
          .reads = {"ir_layers", "conv", "hidden", "steps", "norm", "norm_epsilon", "readout", "set2set_steps"},
          .cost = cost};
}

}  // namespace gnnir
