// A ring of six nodes and two rings of three: in both, every node has two neighbours, so a plain GNN cannot tell them
// apart whatever its weights are. One individualized node is enough.
//
// Prints, for a plain GNN (L = 0) and for GNN-IR (L = 1), how far apart the outputs of an untrained model are: 0 for
// the first (up to rounding), clearly more for the second.
#include <gnnir/gnnir.h>

#include <cstdio>

using namespace gnnir;

int main() {
  // First of all: libtorch and BLAS are to use no threads of their own. gnnir has its threads above them, and its
  // results are then the same for any number of these.
  use_single_threaded_operations();

  // Graphs are built from edges; every edge counts in both directions.
  const Graph six = Graph::from_edges(6, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}});
  const Graph three_three = Graph::from_edges(6, std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}});

  // Colour refinement (1-WL) says the same of both, and yet they are not isomorphic.
  ColourRefinement refine_six(six);
  ColourRefinement refine_three_three(three_three);
  const bool same_for_wl =
      refine_six.quotient(refine_six.coarsest()) == refine_three_three.quotient(refine_three_three.coarsest());
  std::printf("equal for 1-WL: %s, isomorphic: %s\n", same_for_wl ? "yes" : "no",
              are_isomorphic(six, three_three) ? "yes" : "no");

  Batch batch;
  batch.append(six);
  batch.append(three_three);
  ModelInput input;
  input.nodes.reals = at::ones({batch.num_nodes(), 1});  // no node features: a constant
  input.graphs = BatchTensors(batch, at::kCPU);

  for (const std::int64_t layers : {0, 1}) {
    ModelOptions options;
    options.ir.layers = layers;
    options.ir.width = 1;
    const std::shared_ptr<Model> model = make_model(options, ModelShape{.num_reals = 1, .outputs = 4});
    initialize_weights(*model, /*seed=*/1);
    model->eval();

    const at::Tensor output = model->forward(input).prediction;  // [graphs, outputs]
    const double difference = (output[0] - output[1]).abs().max().item<double>();
    std::printf("L = %d: outputs differ by %.1e\n", static_cast<int>(layers), difference);
    if (layers == 0 ? difference > 1e-6 : difference < 1e-6) return 1;
  }
  return same_for_wl ? 0 : 1;
}
