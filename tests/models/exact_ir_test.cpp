#include <gtest/gtest.h>

#include <fmt/format.h>

#include <bit>

#include "gnnir/ir/exact_step.h"
#include "support/gradcheck.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::AnyModel;
using testing::random_graph;
using testing::random_rows;
using testing::rings;

/// Graphs full of symmetry, and without.
std::vector<Graph> symmetric_graphs() {
  const auto of = [](NodeId nodes, const auto& joined) {
    std::vector<Edge> edges;
    for (NodeId u = 0; u < nodes; ++u) {
      for (NodeId v = 0; v < u; ++v) {
        if (joined(v, u)) edges.push_back({v, u});
      }
    }
    return Graph::from_edges(nodes, edges);
  };
  Rng rng(8, Purpose::test);
  return {rings(1, 6),
          rings(2, 3),
          rings(3, 4),
          of(5, [](NodeId, NodeId) { return true; }),                    // complete
          of(6, [](NodeId u, NodeId v) { return (u < 2) != (v < 2); }),  // complete bipartite
          of(8, [](NodeId u, NodeId v) { return std::popcount(static_cast<unsigned>(u ^ v)) == 1; }),  // a cube
          of(10,                                                                                       // Petersen's
             [](NodeId u, NodeId v) {
               if (v < 5) return v - u == 1 || v - u == 4;
               if (u >= 5) return v - u == 2 || v - u == 3;
               return v - u == 5;
             }),
          of(7, [](NodeId u, NodeId v) { return u == (v - 1) / 2; }),  // a tree with twins
          of(9, [](NodeId u, NodeId) { return u == 0; }),              // a star
          random_graph(7, 0.4, rng),
          Graph::from_edges(3, {}),
          Graph()};
}

struct Case {
  ModelOptions options;
  bool edges = false;
  bool plain_features = false;  ///< the same for all nodes
};

Case random_case(Rng& rng) {
  Case drawn;
  ModelOptions& options = drawn.options;
  options.architecture = "exact-ir";
  const auto one_of = [&](const char* key, const std::vector<std::string>& values) {
    options.own[key] = values[rng.below(values.size())];
  };
  one_of("mark", {"distance", "psi"});
  one_of("exchange", {"own", "none", "neighbours", "both"});
  one_of("update", {"residual", "plain", "gru"});
  one_of("shared_weights", {"true", "false"});
  one_of("batch_norm", {"true", "false"});
  one_of("over_branches", {"mean", "sum"});
  one_of("radius", {"all", "0", "1", "2"});
  one_of("read_out", {"branches", "pairs"});
  one_of("found", {"any", "relu", "unit"});
  one_of("children", {"needed", "all"});
  one_of("dropout", {"0", "0", "0.3"});
  options.gnn.hidden = 4 + static_cast<std::int64_t>(rng.below(5));
  options.gnn.steps = 1 + static_cast<std::int64_t>(rng.below(4));
  options.ir.layers = static_cast<std::int64_t>(rng.below(3));
  one_of("over_nodes", {"mean", "sum"});
  drawn.edges = rng.below(2) == 0;
  drawn.plain_features = rng.below(3) > 0;
  return drawn;
}

/// Some of the graphs, with features of few values: 0 or 1.
ModelInput random_input(const Case& drawn, Rng& rng, at::ScalarType type) {
  static const std::vector<Graph> known = symmetric_graphs();
  std::vector<Graph> graphs;
  std::int64_t nodes = 0;
  for (std::uint64_t i = 0; i < 1 + rng.below(3); ++i) {
    graphs.push_back(known[rng.below(known.size())]);
    nodes += graphs.back().num_nodes();
  }
  const auto bits = [&](std::int64_t rows, bool plain) {
    at::Tensor values = torch::ones({rows, 2}, type);
    for (std::int64_t i = 0; !plain && i < rows; ++i) values[i][0] = static_cast<double>(rng.below(2));
    return values;
  };
  ModelInput input = testing::input_of(graphs, bits(nodes, drawn.plain_features));
  if (drawn.edges) input.edges.reals = bits(testing::edges_of(graphs), drawn.plain_features);
  return input;
}

struct Found {
  at::Tensor prediction;
  std::vector<at::Tensor> gradients;
  std::vector<at::Tensor> statistics;
};

Found run(Case drawn, const ModelInput& input, bool share, const Execution& execution, std::uint64_t seed) {
  drawn.options.own["share_rows"] = share ? "true" : "false";
  drawn.options.own["prune"] = share ? "orbits" : "none";
  AnyModel model(drawn.options, ModelShape{.num_reals = 2, .outputs = 3, .num_edge_reals = drawn.edges ? 2 : 0},
                 execution);
  initialize_weights(*model, seed);
  testing::shake(*model, Rng(seed, Purpose::test));
  model->train();
  const ModelOutput output = model(input);
  Found found{output.prediction.detach(), {}, output.statistics};
  Rng rng(seed, Purpose::test);
  const at::Tensor direction = random_rows(output.prediction.size(0), 3, rng).to(output.prediction.scalar_type());
  (output.prediction * direction).sum().backward();
  for (const at::Tensor& parameter : model->parameters()) {
    found.gradients.push_back(parameter.grad().defined() ? parameter.grad() : torch::zeros_like(parameter));
  }
  return found;
}

double largest(const at::Tensor& values) { return values.numel() == 0 ? 0 : values.abs().max().item<double>(); }

/// How far two runs are apart: outputs, gradients and statistics relative to the largest of their kind in b.
struct Difference {
  double outputs = 0, gradients = 0, statistics = 0;
};

Difference difference(const Found& a, const Found& b) {
  Difference found{.outputs = largest(a.prediction - b.prediction) / std::max(1.0, largest(b.prediction))};
  double scale = 1e-3;
  for (const at::Tensor& gradient : b.gradients) scale = std::max(scale, largest(gradient));
  for (std::size_t p = 0; p < a.gradients.size(); ++p) {
    found.gradients = std::max(found.gradients, largest(a.gradients[p] - b.gradients[p]) / scale);
  }
  EXPECT_EQ(a.statistics.size(), b.statistics.size());
  for (std::size_t s = 0; s < a.statistics.size(); ++s) {
    found.statistics = std::max(found.statistics,
                                largest(a.statistics[s] - b.statistics[s]) / std::max(1.0, largest(b.statistics[s])));
  }
  return found;
}

void expect_same(const Found& a, const Found& b, double outputs, double gradients) {
  const Difference found = difference(a, b);
  EXPECT_LE(found.outputs, outputs);
  EXPECT_LE(found.gradients, gradients);
  EXPECT_LE(found.statistics, gradients);
}

/// In double precision nothing is left to rounding.
TEST(ExactIr, SharingRowsChangesNoOutputAndNoGradient) {
  Rng rng(17, Purpose::test);
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    const Case drawn = random_case(rng);
    const ModelInput input = random_input(drawn, rng, at::kDouble);
    expect_same(run(drawn, input, true, testing::in_double, trial), run(drawn, input, false, testing::in_double, trial),
                1e-9, 1e-8);
  }
}

/// Where equal graphs stand beside each other norms divide by √epsilon, gradients of rows cancel out, a ReLU may be at
/// its kink: gradients then jump when features change in the last bits, whoever computes them.
bool jumps(const Case& drawn, const ModelInput& input, const Found& exact, std::uint64_t seed) {
  Rng noise(20, Purpose::test, 0, seed);
  for (int draw = 0; draw < 4; ++draw) {
    ModelInput rounded = input;
    rounded.nodes.reals = input.nodes.reals + 1e-6 * random_rows(input.nodes.reals.size(0), 2, noise);
    if (difference(run(drawn, rounded, false, testing::in_double, seed), exact).gradients > 3e-4) return true;
  }
  return false;
}

TEST(ExactIr, KernelsAndLibtorchAgreeWithAndWithoutSharing) {
  Rng rng(18, Purpose::test);
  int certain = 0;
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    const Case drawn = random_case(rng);
    std::string settings = fmt::format("L = {}, T = {}", drawn.options.ir.layers, drawn.options.gnn.steps);
    for (const auto& [key, value] : drawn.options.own) settings += fmt::format(", {} {}", key, value);
    SCOPED_TRACE(settings);
    Rng same(19, Purpose::test, 0, trial);
    Rng again(19, Purpose::test, 0, trial);
    const ModelInput in_double = random_input(drawn, same, at::kDouble);
    const Found exact = run(drawn, in_double, false, testing::in_double, trial);
    if (jumps(drawn, in_double, exact, trial)) continue;
    ++certain;
    const ModelInput input = random_input(drawn, again, at::kFloat);
    const bool share = trial % 2 == 0;
    expect_same(run(drawn, input, share, {.engine = Engine::reference}, trial), exact, 1e-4, 1e-3);
    expect_same(run(drawn, input, share, {}, trial), exact, 1e-4, 1e-3);
  }
  EXPECT_GE(certain, 200);
}

/// h[u,v] as a block of n·n rows, from the formulas of ir/exact_step.h and the model.
at::Tensor by_definition(Model& model, const Graph& graph, const at::Tensor& features, const at::Tensor& distances) {
  const auto parameters = model.named_parameters();
  const auto linear = [&](const std::string& name, const at::Tensor& x) {
    const at::Tensor* bias = parameters.find(name + ".bias");
    const at::Tensor y = at::matmul(x, parameters[name + ".weight"].t());
    return bias ? y + *bias : y;
  };
  const auto mlp = [&](const std::string& name, const at::Tensor& x) {
    return linear(name + ".out", at::relu(linear(name + ".in", x)));
  };
  const auto norm = [&](const std::string& name, const at::Tensor& x) {
    const at::Tensor mean = x.mean(at::IntArrayRef{0, 1});
    const at::Tensor variance = (x - mean).pow(2).mean(at::IntArrayRef{0, 1});
    return at::relu((x - mean) / (variance + 1e-3).sqrt() * parameters[name + ".scale"] + parameters[name + ".shift"]);
  };
  const std::int64_t n = graph.num_nodes();
  at::Tensor adjacent = torch::zeros({n, n}, at::kDouble);
  for (const Edge& edge : graph.edges()) adjacent[edge.target][edge.source] = 1;
  at::Tensor h = linear("encoder.linear", features).unsqueeze(0) +
                 parameters["mark_1.weight"].index_select(0, distances.flatten()).view({n, n, -1});
  for (const std::string step : {"step_1", "step_2"}) {
    const at::Tensor own = h.diagonal(0, 0, 1).t();  // h[v,v]: [n, d]
    const at::Tensor sum = h + at::einsum("vw,uwd->uvd", {adjacent, h}) + linear(step + ".own", own).unsqueeze(0) +
                           at::einsum("uw,wvd->uvd", {adjacent, linear(step + ".across", h)});
    h = h + norm(step + ".norm_out", linear(step + ".out", norm(step + ".norm_in", linear(step + ".in", sum))));
  }
  const at::Tensor branch = at::cat({mlp("readout_rows", h).sum(1), h.diagonal(0, 0, 1).t()}, 1);
  return mlp("head", mlp("readout_branches", branch).mean(0, true));
}

TEST(ExactIr, FollowsItsDefinition) {
  ModelOptions options;
  options.architecture = "exact-ir";
  options.own = {{"exchange", "both"}};
  options.gnn.hidden = 5;
  options.gnn.steps = 2;
  options.ir.layers = 1;
  AnyModel model(options, ModelShape{.num_reals = 2, .outputs = 3}, testing::in_double);
  initialize_weights(*model, 4);
  model->train();
  Rng rng(5, Purpose::test);
  // A path of four nodes and one by itself.
  const Graph graph = Graph::from_edges(5, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}});
  const at::Tensor distances = torch::tensor(
      std::vector<std::int64_t>{0, 1, 2, 3, 6, 1, 0, 1, 2, 6, 2, 1, 0, 1, 6, 3, 2, 1, 0, 6, 6, 6, 6, 6, 0});
  const at::Tensor features = random_rows(5, 2, rng);
  testing::expect_near(model(testing::input_of({graph}, features)).prediction,
                       by_definition(*model, graph, features, distances), 1e-10);
}

TEST(ExactIr, ReadsOutAllNodesWhereTheRadiusReachesThemAll) {
  Case drawn;
  drawn.options.architecture = "exact-ir";
  drawn.options.gnn.hidden = 5;
  drawn.options.gnn.steps = 2;
  drawn.options.ir.layers = 1;
  const ModelInput input = testing::input_of({rings(1, 6)}, torch::ones({6, 2}));  // no two nodes further apart than 3
  const Found all = run(drawn, input, true, {}, 1);
  drawn.options.own["radius"] = "3";
  expect_same(run(drawn, input, true, {}, 1), all, 1e-6, 1e-6);
  drawn.options.own["radius"] = "2";
  EXPECT_GT(largest(run(drawn, input, true, {}, 1).prediction - all.prediction), 1e-4);
}

/// What 1-WL cannot tell apart without individualization, and what needs two nodes.
TEST(ExactIr, TellsApartWhatPlainNetworksCannot) {
  const auto torus = [](bool shrikhande) {  // of 4 × 4: rook's graph, or Shrikhande's
    std::vector<Edge> edges;
    for (NodeId u = 0; u < 16; ++u) {
      for (NodeId v = 0; v < u; ++v) {
        const NodeId a = (u / 4 - v / 4 + 4) % 4;
        const NodeId b = (u % 4 - v % 4 + 4) % 4;
        const bool near = shrikhande ? (a == 0 && b % 2 == 1) || (b == 0 && a % 2 == 1) || (a == b && a % 2 == 1)
                                     : (a == 0) != (b == 0);
        if (near) edges.push_back({u, v});
      }
    }
    return Graph::from_edges(16, edges);
  };
  const auto differ = [](const Graph& a, const Graph& b, std::int64_t depth) {
    ModelOptions options;
    options.architecture = "exact-ir";
    options.gnn.hidden = 16;
    options.ir.layers = depth;
    AnyModel model = testing::double_model(options, ModelShape{.num_reals = 1, .outputs = 4});
    testing::shake(*model, Rng(2, Purpose::test));
    const auto predict = [&](const Graph& graph) {
      return model(testing::input_of({graph}, torch::ones({graph.num_nodes(), 1}, at::kDouble))).prediction;
    };
    return largest(predict(a) - predict(b)) > 1e-8;
  };
  EXPECT_FALSE(differ(rings(2, 3), rings(1, 6), 0));
  EXPECT_TRUE(differ(rings(2, 3), rings(1, 6), 1));
  EXPECT_FALSE(differ(torus(false), torus(true), 0));
  EXPECT_FALSE(differ(torus(false), torus(true), 1));
  EXPECT_TRUE(differ(torus(false), torus(true), 2));
}

}  // namespace
}  // namespace gnnir
