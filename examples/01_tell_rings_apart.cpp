// A ring of six nodes and two rings of three: in both, every node has two neighbours, so a plain GNN cannot tell them
// apart whatever its weights are. One individualized node is enough.
//
// Prints, for a plain GNN (L = 0) and for GNN-IR (L = 1), how far apart the outputs of an untrained model are: 0 for
// the first (up to rounding), clearly more for the second.
#include <gnnir/gnnir.h>

#include <cstdio>

using namespace gnnir;

int main() {
  // Graphs are built from edges; every edge counts in both directions.
  const Graph six = Graph::from_edges(6, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}});
  const Graph three_three = Graph::from_edges(6, std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}});
  Batch batch;
  batch.append(six);
  batch.append(three_three);

  for (const std::int64_t layers : {0, 1}) {
    ModelOptions options;
    options.ir.layers = layers;
    options.ir.width = 1;
    GraphModel model(options, ModelShape{.num_reals = 1, .outputs = 4});
    initialize_weights(*model, /*seed=*/1);
    model->eval();

    ModelInput input;
    input.nodes.reals = at::ones({batch.num_nodes(), 1});  // no node features: a constant
    input.graphs = BatchTensors::from(batch, at::kCPU);
    const at::Tensor output = model(input).prediction;
    const double difference = (output[0] - output[1]).abs().max().item<double>();
    std::printf("L = %d: outputs differ by %.1e\n", static_cast<int>(layers), difference);
    if (layers == 0 ? difference > 1e-6 : difference < 1e-6) return 1;
  }
  return 0;
}
