#include <gtest/gtest.h>

#include <bit>

#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::AnyModel;
using testing::input_of;
using testing::random_graph;
using testing::random_rows;

/// A value of an enumeration, drawn.
template <typename E>
E any(Rng& rng) {
  return EnumNames<E>::table[rng.below(EnumNames<E>::table.size())].second;
}

ModelOptions random_options(Rng& rng) {
  ModelOptions options;
  options.gnn.hidden = static_cast<std::int64_t>(1 + rng.below(20));
  options.gnn.steps = static_cast<std::int64_t>(1 + rng.below(3));
  options.gnn.norm.kind = rng.below(8) == 0 ? any<NormKind>(rng) : rng.below(2) == 0 ? NormKind::none : NormKind::graph;
  options.ir.layers = static_cast<std::int64_t>(rng.below(4));
  options.ir.width = static_cast<std::int64_t>(1 + rng.below(5));
  options.ir.max_branches = 5 * 5 * 5;
  options.ir.selector = any<SelectorKind>(rng);
  options.ir.merge = any<MergeKind>(rng);
  options.ir.ties = any<TiePolicy>(rng);
  options.ir.psi_activation = any<PsiActivation>(rng);
  options.readout.kind = any<ReadoutKind>(rng);
  const std::vector<std::string> convolutions = conv_names();
  if (rng.below(2) == 0) options.gnn.conv = convolutions[rng.below(convolutions.size())];
  options.edge_variables = rng.below(3) == 0;
  const bool towers = rng.below(4) == 0;
  if (towers) options.gnn.hidden *= 2;
  if (options.gnn.conv == "pna" && towers) options.gnn.own["towers"] = "2";
  if (options.gnn.conv == "gat") options.gnn.own["heads"] = "1";
  const std::uint64_t channels = rng.below(4);
  if (options.gnn.conv == "nnconv") options.gnn.own["edge_channels"] = std::to_string(channels);
  return options;
}

std::vector<Graph> random_graphs(Rng& rng) {
  std::vector<Graph> graphs;
  const std::uint64_t count = 1 + rng.below(6);
  for (std::uint64_t i = 0; i < count; ++i) {
    graphs.push_back(random_graph(static_cast<NodeId>(rng.below(14)), rng.below(4) == 0 ? 0 : rng.uniform(), rng));
  }
  // One directed graph among them: the backward pass must not take edges for symmetric.
  graphs.push_back(Graph::from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {3, 3}}, {.undirected = false}));
  return graphs;
}

double largest(const at::Tensor& t) { return t.numel() == 0 ? 0 : t.abs().max().item<double>(); }

struct Result {
  at::Tensor prediction;
  std::vector<at::Tensor> gradients;
  std::vector<std::vector<std::int32_t>> targets;
};

Result run(const ModelOptions& options, Engine engine, const ModelInput& input, const at::Tensor& direction,
           std::uint64_t seed) {
  const bool edges = input.edges.reals.defined() && edge_use(options) != EdgeUse::none;
  AnyModel model(options, ModelShape{.num_reals = 2, .outputs = 3, .num_edge_reals = edges ? 2 : 0},
                 {.engine = engine});
  initialize_weights(*model, seed);
  testing::shake(*model, Rng(seed, Purpose::test));
  const ModelOutput output = model(input);
  Result result{output.prediction.detach(), {}, {}};
  for (const Trace::Layer& layer : output.trace.layers) result.targets.push_back(layer.choice.rows);
  (output.prediction * direction).sum().backward();
  for (const at::Tensor& parameter : model->parameters()) {
    result.gradients.push_back(parameter.grad().defined() ? parameter.grad() : torch::zeros_like(parameter));
  }
  return result;
}

/// How far two results are apart: outputs relative to the largest output, gradients to the largest gradient.
struct Distance {
  double outputs;
  double gradients;
};

Distance distance(const Result& a, const Result& b) {
  double gradient_scale = 1e-3;
  double gradients = 0;
  for (std::size_t i = 0; i < a.gradients.size(); ++i) {
    gradient_scale = std::max(gradient_scale, largest(b.gradients[i]));
    const double difference = largest(a.gradients[i] - b.gradients[i]);
    if (!(difference <= gradients)) gradients = difference;  // what is no number is the largest
  }
  return {largest(a.prediction - b.prediction) / std::max(1.0, largest(b.prediction)), gradients / gradient_scale};
}

TEST(Engines, FusedAndReferenceAgreeInOutputsAndGradientsOnRandomConfigurations) {
  Rng rng(41, Purpose::test);
  int compared = 0;
  for (std::uint64_t trial = 0; trial < 500; ++trial) {
    SCOPED_TRACE(trial);
    const ModelOptions options = random_options(rng);
    const std::vector<Graph> graphs = random_graphs(rng);
    std::int64_t nodes = 0;
    for (const Graph& graph : graphs) nodes += graph.num_nodes();
    const at::Tensor features = random_rows(nodes, 2, rng).to(torch::kFloat);
    const bool edges = edge_use(options) == EdgeUse::required || rng.below(2) == 0;
    const at::Tensor edge_features =
        edges ? random_rows(testing::edges_of(graphs), 2, rng).to(torch::kFloat) : at::Tensor();
    const at::Tensor direction = random_rows(static_cast<std::int64_t>(graphs.size()), 3, rng).to(torch::kFloat);
    const auto result = [&](Engine engine, const at::Tensor& x) {
      return run(options, engine, input_of(graphs, x, edge_features), direction, trial);
    };
    const Result reference = result(Engine::reference, features);
    // Where the reference itself jumps under a change in the last bits (a ReLU or a maximum at its kink, a choice among
    // equals), there is nothing to agree with.
    bool smooth = true;
    for (int i = 0; i < 4; ++i) {
      const at::Tensor noise = random_rows(nodes, 2, rng).to(torch::kFloat);
      const Result nearby = result(Engine::reference, features * (1 + 1e-6 * noise));
      smooth = smooth && nearby.targets == reference.targets && distance(nearby, reference).gradients < 1e-4;
    }
    if (!smooth) continue;
    if (engine_parts(options, {}).front().engine == Engine::fused)
      ++compared;  // else it is the reference against itself
    const Result fused = result(Engine::fused, features);
    EXPECT_EQ(fused.targets, reference.targets);
    EXPECT_LE(distance(fused, reference).outputs, 1e-5);
    EXPECT_LE(distance(fused, reference).gradients, 1e-4);
  }
  EXPECT_GE(compared, 320);
}

TEST(Engines, FusedPredictsTheSameWithAndWithoutGradients) {
  Rng rng(42, Purpose::test);
  for (const auto& [conv, norm] :
       {std::pair{"gin", NormKind::none}, std::pair{"gin", NormKind::graph}, std::pair{"gine", NormKind::none},
        std::pair{"pna", NormKind::none}, std::pair{"pna", NormKind::graph}, std::pair{"nnconv", NormKind::none},
        std::pair{"nnconv", NormKind::graph}}) {
    ModelOptions options;
    options.gnn.conv = conv;
    options.gnn.norm.kind = norm;
    const std::int64_t edge_reals = edge_use(options) != EdgeUse::none ? 2 : 0;
    AnyModel model(options, ModelShape{.num_reals = 2, .outputs = 3, .num_edge_reals = edge_reals});
    initialize_weights(*model, 1);
    std::vector<Graph> graphs;
    for (int i = 0; i < 40; ++i) graphs.push_back(random_graph(15, 0.3, rng));  // more rows than one run of the kernel
    const ModelInput input = input_of(graphs, random_rows(600, 2, rng).to(torch::kFloat),
                                      random_rows(testing::edges_of(graphs), 2, rng).to(torch::kFloat));
    const at::Tensor with = model(input).prediction.detach();
    const torch::NoGradGuard no_grad;
    EXPECT_TRUE(model(input).prediction.equal(with));
  }
}

Graph from_pairs(NodeId nodes, bool (*joined)(NodeId, NodeId)) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) {
      if (joined(u, v)) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(nodes, edges);
}

/// Cycles, complete and bipartite graphs, a hypercube, Petersen's graph, disjoint copies, a tree with twins; some
/// twice.
std::vector<Graph> symmetric_graphs(Rng& rng) {
  const std::vector<Graph> all = {
      testing::rings(1, 6),
      testing::rings(2, 3),
      testing::rings(3, 4),
      testing::path(5),
      from_pairs(5, [](NodeId, NodeId) { return true; }),
      from_pairs(7, [](NodeId u, NodeId v) { return u < 3 && v >= 3; }),
      from_pairs(8, [](NodeId u, NodeId v) { return std::popcount(static_cast<unsigned>(u ^ v)) == 1; }),
      from_pairs(10,
                 [](NodeId u, NodeId v) {
                   if (v < 5) return v - u == 1 || v - u == 4;
                   if (u < 5) return v - u == 5;
                   return (v - u) % 5 == 2 || (v - u) % 5 == 3;
                 }),
      from_pairs(9,
                 [](NodeId u, NodeId v) {
                   return (u == 0 && v < 4) || (u > 0 && u < 3 && (v == 2 * u + 2 || v == 2 * u + 3));
                 }),
      Graph()};
  std::vector<Graph> drawn;
  for (int i = 0; i < 8; ++i) drawn.push_back(all[rng.below(all.size())]);
  return drawn;
}

/// Rows of a table of so many kinds, drawn.
at::Tensor rows_of_few_kinds(const at::Tensor& table, std::int64_t rows, Rng& rng) {
  std::vector<std::int64_t> kinds;
  const std::uint64_t most = 1 + rng.below(static_cast<std::uint64_t>(table.size(0)));
  for (std::int64_t i = 0; i < rows; ++i) kinds.push_back(static_cast<std::int64_t>(rng.below(most)));
  return table.index_select(0, index_tensor(kinds, at::kCPU));
}

TEST(Engines, SharingRowsChangesNoOutputAndNoGradient) {
  Rng rng(43, Purpose::test);
  int compared = 0;
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    ModelOptions options = random_options(rng);
    options.gnn.norm.kind = rng.below(2) == 0 ? NormKind::none : NormKind::graph;
    options.gnn.conv = std::vector<std::string>{"gin", "gine", "pna", "nnconv"}[rng.below(4)];
    options.gnn.own.clear();
    const std::vector<Graph> graphs = symmetric_graphs(rng);
    std::int64_t nodes = 0;
    for (const Graph& graph : graphs) nodes += graph.num_nodes();
    const at::Tensor features = rows_of_few_kinds(random_rows(2, 2, rng).to(torch::kFloat), nodes, rng);
    const at::Tensor edge_features =
        rows_of_few_kinds(random_rows(2, 2, rng).to(torch::kFloat), testing::edges_of(graphs), rng);
    const at::Tensor direction = random_rows(static_cast<std::int64_t>(graphs.size()), 3, rng).to(torch::kFloat);
    const auto result = [&](const char* share, double scale) {
      options.own["share_rows"] = share;
      return run(options, Engine::fused, input_of(graphs, features * scale, edge_features), direction, trial);
    };
    const Result all = result("false", 1);
    bool smooth = true;
    for (const double scale : {1 + 1e-6, 1 - 1e-6, 1 + 3e-6}) {
      const Result nearby = result("false", scale);
      smooth = smooth && nearby.targets == all.targets && distance(nearby, all).gradients < 1e-4;
    }
    if (!smooth) continue;
    ++compared;
    const Result shared = result("true", 1);
    EXPECT_EQ(shared.targets, all.targets);
    EXPECT_LE(distance(shared, all).outputs, 1e-5);
    EXPECT_LE(distance(shared, all).gradients, 1e-4);
  }
  EXPECT_GE(compared, 150);
}

}  // namespace
}  // namespace gnnir
