// A convolution and a model of one's own, registered under names that settings know from then on: they are trained,
// saved, audited and cross-validated like those that come with gnnir.
//
// Trains them on rings with a short or a long chord; prints the accuracy, from a model file that was read back.
#include <gnnir/gnnir.h>
#include <torch/nn/modules/linear.h>

#include <cstdio>

using namespace gnnir;

namespace {

/// `W h_v + Σ_u ReLU(W' (h_u - h_v))` over the neighbours u of v.
class DifferencesConv : public Conv {
 public:
  explicit DifferencesConv(std::int64_t d)
      : self_(register_module("self", torch::nn::Linear(d, d))),
        difference_(register_module("difference", torch::nn::Linear(d, d))) {}

  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& /*edge_terms*/) override {
    const at::Tensor difference =
        h.index_select(0, graphs.edge_source()) - h.index_select(0, graphs.edge_target());  // [num_edges, d]
    return self_(h) + segment_sum(at::relu(difference_(difference)), graphs.edge_target(), h.size(0));
  }

 private:
  torch::nn::Linear self_, difference_;
};

/// A GNN, again and again with the same weights; the nodes are summed up after each round.
class RoundsModel : public Model {
 public:
  RoundsModel(const ModelOptions& options, std::int64_t rounds, const ModelShape& shape, const Execution& execution)
      : rounds_(rounds),
        encoder_(register_module("encoder", Encoder(shape.num_categories, shape.num_reals, options.gnn.hidden))),
        gnn_(register_module("gnn", Gnn(options.gnn, GraphFacts{}, execution))),
        head_(register_module("head", Mlp(rounds * options.gnn.hidden, options.gnn.hidden, shape.outputs))) {}

  ModelOutput forward(const ModelInput& input) override {
    at::Tensor h = encoder_(input.nodes);  // [num_nodes, d]
    std::vector<at::Tensor> sums;
    for (std::int64_t round = 0; round < rounds_; ++round) {
      h = gnn_(h, input.graphs);
      sums.push_back(sum_per_graph(h, input.graphs));
    }
    const at::Tensor embedding = at::cat(sums, 1);
    return {.prediction = head_(embedding), .graph_embedding = embedding};
  }

 private:
  std::int64_t rounds_;
  Encoder encoder_;
  Gnn gnn_;
  Mlp head_;
};

/// An option that only this model has: model.rounds in TOML.
const OwnOption rounds = OwnOption::integer("rounds", "how often the GNN runs", 2, 1, 100);

/// What it takes, told before it is made: threads share the work, and memory is estimated, by it.
ModelCost rounds_cost(const ModelOptions& options, const ModelShape& shape) {
  using namespace parts_cost;
  const auto d = static_cast<double>(options.gnn.hidden);
  const auto times = static_cast<double>(rounds.as_integer(options.own));
  return {.parameters = encoder_parameters(shape, d) + gnn_parameters(options.gnn, false) +
                        mlp(times * d, d, static_cast<double>(shape.outputs)),
          .of_graph = [=, gnn = gnn_work(options.gnn, false)](const GraphSize& graph) {
            const auto n = static_cast<double>(graph.nodes);
            const auto m = static_cast<double>(graph.edges);
            return GraphCost{.work = work_of(graph),
                             .node_rows = times * n,
                             .edge_rows = times * m,
                             .largest_level = n,
                             .flops = 2 * times * (n * gnn.per_node + m * gnn.per_edge)};
          }};
}

/// The names that settings know from now on.
void register_them() {
  register_conv({{.name = "differences",
                  .summary = "what the neighbours have more than the node",
                  .cost = [](const GnnOptions& options, bool /*edges*/) -> ConvCost {
                    const auto d = static_cast<double>(options.hidden);
                    return {.parameters = 2 * (d + 1) * d, .per_node = d * d, .per_edge = d * d};
                  }},
                 [](const GnnOptions& options, const GraphFacts&) -> std::shared_ptr<Conv> {
                   return std::make_shared<DifferencesConv>(options.hidden);
                 }});
  register_model(
      {{.name = "rounds",
        .summary = "a GNN run several times",
        .options = {rounds},
        .reads = {"conv", "hidden", "steps"},
        .cost = rounds_cost},
       [](const ModelOptions& options, const ModelShape& shape, const Execution& execution) -> std::shared_ptr<Model> {
         return std::make_shared<RoundsModel>(options, rounds.as_integer(options.own), shape, execution);
       }});
}

/// Rings with one chord that skips two nodes, or half of them.
Dataset make_dataset() {
  Dataset dataset;
  dataset.class_names = {"short", "long"};
  for (NodeId i = 0; i < 80; ++i) {
    const NodeId nodes = 10 + i % 5;
    std::vector<Edge> edges = {{0, i % 2 == 1 ? nodes / 2 : 2}};
    for (NodeId v = 0; v < nodes; ++v) edges.push_back({v, (v + 1) % nodes});
    dataset.examples.push_back({.graph = Graph::from_edges(nodes, edges)});
    dataset.classes.push_back(i % 2);
  }
  return dataset;
}

}  // namespace

int main() {
  use_single_threaded_operations();  // threads are gnnir's: results do not depend on how many there are
  register_them();

  RunConfig config;
  config.model.architecture = "rounds";
  config.model.own = {{"rounds", "3"}};
  config.model.gnn.conv = "differences";
  config.model.gnn.hidden = 16;
  config.train.epochs = 30;
  config.train.lr = 0.01;

  const Dataset dataset = make_dataset();
  const Split split = split_by_fractions(dataset, 0.6, 0.2, /*seed=*/0);
  ThreadPool pool(available_cores());
  const TrainOutcome outcome = train_model(dataset, split, config, pool);
  save_model(outcome.model, "own_model.safetensors");

  // The file says the names; a program that has registered them can read it.
  const Predictor predictor = load_predictor("own_model.safetensors");
  const double accuracy = predictor.evaluate(dataset, {.graphs = split.test}).scores.at("accuracy");
  std::printf("%s with %d parameters: test accuracy %.2f\n", describe(config.model).c_str(),
              static_cast<int>(outcome.parameters), accuracy);
  return accuracy > 0.9 ? 0 : 1;
}
