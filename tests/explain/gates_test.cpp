// Derivatives by gates, and interventions, of every model; through the Network alone.
#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "gnnir/explain/explain.h"
#include "gnnir/models/torch_network.h"
#include "gnnir/settings/catalog.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::in_double;

struct AskedModel {
  ModelOptions options;
  ModelShape shape;
  Dataset dataset;
  EncodedFeatures features;
  std::string name;

  [[nodiscard]] std::shared_ptr<const Network> network(const Execution& execution) const {
    const std::shared_ptr<Model> model = make_model(options, shape, execution);
    initialize_weights(*model, 5);
    testing::shake(*model, Rng(6, Purpose::test));
    model->eval();
    return std::make_shared<const TorchNetwork>(model, options, shape, execution, 0);
  }
  [[nodiscard]] NetworkInput input(const std::vector<std::int64_t>& graphs) const {
    return {.dataset = dataset, .features = features, .graphs = graphs};
  }
};

/// Two graphs with real features of nodes, and of edges if the model looks at them.
AskedModel asked(const std::string& architecture, std::int64_t layers, MergeKind merge = MergeKind::max) {
  AskedModel model;
  model.name = architecture + " " + std::to_string(layers) + " " + name_of(merge);
  model.options.architecture = architecture;
  model.options.gnn.conv = architecture == "gnn-ir" ? "gine" : "gin";
  model.options.gnn.hidden = 8;
  model.options.gnn.steps = 2;
  model.options.ir.layers = layers;
  model.options.ir.width = 2;
  model.options.ir.merge = merge;
  const bool edges = edge_use(model.options) != EdgeUse::none;
  model.shape = {.num_reals = 2, .outputs = 3, .num_edge_reals = edges ? 1 : 0};
  Rng rng(4, Purpose::test);
  model.dataset.name = "TWO";
  for (const NodeId nodes : {5, 7}) {
    model.dataset.examples.push_back({.graph = testing::random_graph(nodes, 0.5, rng)});
    const Graph& graph = model.dataset.examples.back().graph;
    FeatureRows of_nodes, of_edges;
    for (NodeId i = 0; i < 2 * nodes; ++i) of_nodes.reals.push_back(static_cast<float>(rng.normal()));
    for (std::int64_t e = 0; e < graph.num_edges(); ++e) of_edges.reals.push_back(static_cast<float>(rng.normal()));
    model.features.nodes.push_back(of_nodes);
    if (edges) model.features.edges.push_back(of_edges);
  }
  return model;
}

std::vector<AskedModel> all_models() {
  std::vector<AskedModel> all = {asked("gnn-ir", 0),
                                 asked("gnn-ir", 2),
                                 asked("gnn-ir", 2, MergeKind::mean),
                                 asked("gnn-ir", 2, MergeKind::tree),
                                 asked("exact-ir", 0),
                                 asked("exact-ir", 1),
                                 asked("exact-ir", 2)};
  for (const std::string& name : model_names()) {
    if (name != "gnn-ir" && name != "exact-ir") all.push_back(asked(name, 0));
  }
  return all;
}

/// Σ_o w_o · output_o
constexpr double weights[] = {1, -2, 0.5};
std::vector<double> derivative(std::span<const double> outputs) { return {weights, weights + outputs.size()}; }
double weighed(const std::vector<double>& outputs, std::size_t row) {
  double sum = 0;
  for (std::size_t o = 0; o < 3; ++o) sum += weights[o] * outputs[3 * row + o];
  return sum;
}

TEST(Gates, ThatAreOpenChangeNothing) {
  for (const AskedModel& model : all_models()) {
    for (const Execution& execution : {Execution(), in_double}) {
      const std::vector<std::int64_t> graphs = {0, 1, 0};
      const std::vector<double> open = {1, 1, 1};
      const auto network = model.network(execution);
      const std::vector<double> outputs = network->run(model.input(graphs)).outputs;
      const auto found = network->by_gates(model.input(graphs), {open, derivative});
      ASSERT_TRUE(found);
      for (std::size_t i = 0; i < outputs.size(); ++i) EXPECT_NEAR(found->outputs[i], outputs[i], 1e-5) << model.name;
      EXPECT_EQ(found->nodes.size(), 17U);
    }
  }
}

/// The same outputs where a gate of one node, or of one edge, is open a little more: features of real numbers go
/// through a linear map with a bias, so that the gate is not a factor of the features; asked through two graphs' gates
/// it would move all. So the derivative by all gates of a graph together is compared.
TEST(Gates, HaveTheDerivativesThatDifferencesSay) {
  for (const AskedModel& model : all_models()) {
    const auto network = model.network(in_double);
    const std::vector<std::int64_t> copies = {1, 1, 1};
    constexpr double step = 1e-6;
    const std::vector<double> gates = {0.7 - step, 0.7, 0.7 + step};
    NetworkInput input = model.input(copies);
    const auto found = network->by_gates(input, {gates, derivative});
    ASSERT_TRUE(found);
    const auto nodes = static_cast<std::ptrdiff_t>(found->nodes.size() / 3);
    double sum = std::accumulate(found->nodes.begin() + nodes, found->nodes.begin() + 2 * nodes, 0.0);
    const auto edges = static_cast<std::ptrdiff_t>(found->edges.size() / 3);
    sum += std::accumulate(found->edges.begin() + edges, found->edges.begin() + 2 * edges, 0.0);
    const double difference = (weighed(found->outputs, 2) - weighed(found->outputs, 0)) / (2 * step);
    EXPECT_NEAR(sum, difference, 1e-5 * std::max(1.0, std::abs(difference))) << model.name;
    EXPECT_EQ(edges > 0, model.shape.has_edges()) << model.name;
  }
}

TEST(Gates, OfFeaturesAreFoundNodeByNode) {
  // Without a bias a gate is a factor of the features: here the derivative by each gate is one by features.
  for (AskedModel model : all_models()) {
    const std::shared_ptr<Model> module = make_model(model.options, model.shape, in_double);
    initialize_weights(*module, 5);
    module->eval();
    const torch::NoGradGuard no_grad;
    for (auto& parameter : module->named_parameters()) {
      if (parameter.key() == "encoder.linear.bias") parameter.value().zero_();
    }
    const TorchNetwork network(module, model.options, model.shape, in_double, 0);
    const std::vector<std::int64_t> one = {0};
    const std::vector<double> open = {1};
    std::vector<double> found;
    {
      const torch::AutoGradMode with_gradients(true);
      found = network.by_gates(model.input(one), {open, derivative})->nodes;
    }
    for (std::size_t v = 0; v < found.size(); ++v) {
      constexpr float step = 1.0F / 1024;
      const auto moved = [&](float by) {
        AskedModel other = model;
        for (std::size_t c = 0; c < 2; ++c) other.features.nodes[0].reals[2 * v + c] *= 1 + by;
        return weighed(network.run(other.input(one)).outputs, 0);
      };
      const double difference = (moved(step) - moved(-step)) / (2 * step);
      EXPECT_NEAR(found[v], difference, 1e-3 * std::max(1.0, std::abs(difference))) << model.name << ", node " << v;
    }
  }
}

TEST(Interventions, ThatAskForWhatWasChosenChangeNothing) {
  for (const MergeKind merge : {MergeKind::max, MergeKind::sum, MergeKind::mean, MergeKind::tree, MergeKind::paths}) {
    const AskedModel model = asked("gnn-ir", 2, merge);
    for (const Execution& execution : {Execution(), in_double}) {
      const auto network = model.network(execution);
      ASSERT_TRUE(network->takes_interventions());
      const std::vector<std::int64_t> graphs = {1};
      const NetworkOutput free = network->run(model.input(graphs));
      Intervention same;
      for (const Trace::Layer& layer : free.trace.layers) {
        auto& branches = same.choices.emplace_back();
        for (std::int64_t b = 0; b < layer.choice.num_graphs(); ++b) {
          auto& nodes = branches.emplace_back();
          for (const std::int32_t row : layer.choice.chosen(b)) nodes.push_back(row - static_cast<NodeId>(7 * b));
        }
      }
      // Beside a graph that chooses freely, which must not notice.
      const std::vector<std::int64_t> both = {0, 1};
      const std::vector<Intervention> interventions = {{}, same};
      NetworkInput input = model.input(both);
      const std::vector<double> plain = network->run(input).outputs;
      input.interventions = interventions;
      const NetworkOutput forced = network->run(input);
      for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(forced.outputs[i], plain[i], 1e-5) << model.name;
      ASSERT_EQ(forced.trace.layers.size(), 2U);
      EXPECT_EQ(forced.trace.layers[0].choice.count(), 4);
    }
  }
}

TEST(Interventions, ChooseOtherNodesOnBothEnginesAlike) {
  const AskedModel model = asked("gnn-ir", 1);
  const auto fused = model.network({});
  const auto reference = model.network({.engine = Engine::reference});
  std::vector<Intervention> interventions;
  for (NodeId v = 0; v < 7; ++v) interventions.push_back({.choices = {{{v}}}});
  interventions.push_back({.choices = {{{2, 5}}}});
  interventions.push_back({.choices = {{{2}}}, .unmarked = true});
  const std::vector<std::int64_t> copies(interventions.size(), 1);
  NetworkInput input = model.input(copies);
  input.interventions = interventions;
  input.scores = true;
  const NetworkOutput found = fused->run(input);
  const NetworkOutput expected = reference->run(input);
  for (std::size_t i = 0; i < expected.outputs.size(); ++i) EXPECT_NEAR(found.outputs[i], expected.outputs[i], 1e-4);
  EXPECT_GT(std::abs(found.outputs[0] - found.outputs[3]), 1e-4) << "another node, another output";
  EXPECT_EQ(found.trace.layers[0].wins, expected.trace.layers[0].wins);
  EXPECT_EQ(found.trace.layers[0].wins[0], 7 * 8) << "of a branch alone everything";
  EXPECT_EQ(found.trace.layers[0].scores.size(), 7 * copies.size());
}

TEST(Interventions, ThatMarkNothingMakeBranchesEqual) {
  AskedModel model = asked("gnn-ir", 1);
  model.options.ir.selector = SelectorKind::random;  // else what was chosen is read out, too
  const auto network = model.network({});
  const std::vector<Intervention> interventions = {
      {.choices = {{{0}}}, .unmarked = true}, {.choices = {{{0, 3, 4}}}, .unmarked = true}, {.choices = {{{0, 3, 4}}}}};
  const std::vector<std::int64_t> copies = {1, 1, 1};
  NetworkInput input = model.input(copies);
  input.interventions = interventions;
  const std::vector<double> found = network->run(input).outputs;
  double marked = 0;
  for (std::size_t o = 0; o < 3; ++o) {
    EXPECT_NEAR(found[o], found[3 + o], 1e-5);
    marked = std::max(marked, std::abs(found[o] - found[6 + o]));
  }
  EXPECT_GT(marked, 1e-3);
}

/// The mean over branches is the mean of what each says alone, before the head: so weights are linear in a model whose
/// head is the only thing behind them.
TEST(Interventions, WeighTheBranchesOfExactIr) {
  const AskedModel model = asked("exact-ir", 1);
  const auto network = model.network(in_double);
  std::vector<Intervention> interventions = {{}, {.branch_weights = std::vector<float>(7, 1)}};
  for (std::size_t u = 0; u < 7; ++u) {
    interventions.push_back({.branch_weights = std::vector<float>(7, 0)});
    interventions.back().branch_weights[u] = 7;
  }
  const std::vector<std::int64_t> copies(interventions.size(), 1);
  NetworkInput input = model.input(copies);
  input.interventions = interventions;
  input.graph_embeddings = true;
  const Matrix found = network->run(input).graph_embeddings;
  const auto d = static_cast<std::size_t>(found.columns);
  for (std::size_t c = 0; c < d; ++c) {
    EXPECT_NEAR(found.values[d + c], found.values[c], 1e-5);
    double mean = 0;
    for (std::size_t u = 0; u < 7; ++u) mean += static_cast<double>(found.values[(2 + u) * d + c]) / 7;
    EXPECT_NEAR(mean, found.values[c], 1e-4);
  }
}

TEST(Interventions, TakeTheMarksFromExactIr) {
  for (const char* mark : {"distance", "psi"}) {
    AskedModel model = asked("exact-ir", 1);
    for (const OwnOption& option : model_entry("exact-ir").options) {
      if (option.key == "mark") option.set(model.options.own, mark, "mark");
      if (option.key == "exchange") option.set(model.options.own, "none", "exchange");
    }
    const auto network = model.network(in_double);
    const std::vector<Intervention> interventions = {{.unmarked = true}, {}};
    const std::vector<std::int64_t> copies = {1, 1};
    NetworkInput input = model.input(copies);
    const std::vector<double> plain = network->run(input).outputs;
    input.interventions = interventions;
    const std::vector<double> found = network->run(input).outputs;
    for (std::size_t o = 0; o < 3; ++o) EXPECT_NEAR(found[3 + o], plain[3 + o], 1e-12);
    EXPECT_GT(std::abs(found[0] - plain[0]) + std::abs(found[1] - plain[1]), 1e-3) << mark;
  }
}

}  // namespace
}  // namespace gnnir
