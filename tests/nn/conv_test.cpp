#include <gtest/gtest.h>

#include <cmath>

#include "gnnir/nn/conv/registry.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::batch_of;
using testing::expect_near;
using testing::random_graph;
using testing::random_rows;

using Vector = std::vector<double>;

/// Loops over the formulas of each convolution, node by node, with the weights of one.
class ConvTest : public ::testing::Test {
 protected:
  /// Also a node without neighbours, a loop and a directed edge.
  std::vector<Graph> graphs() {
    return {random_graph(6, 0.5, rng_), Graph::from_edges(1, {}),
            Graph::from_edges(3, std::vector<Edge>{{0, 1}, {2, 2}}, {.undirected = false})};
  }

  void make(GnnOptions options, GraphFacts facts = {.edge_features = true, .mean_log_degree = 1.3}) {
    options.hidden = d_;
    conv_ = make_conv(options, facts);
    initialize_weights(*conv_, 1);
    conv_->to(torch::kFloat64);
    testing::shake(*conv_, rng_);
    batch_ = batch_of(graphs());
    h_ = random_rows(batch_.num_nodes(), d_, rng_);
    e_ = random_rows(batch_.host().num_edges(), d_, rng_);
  }

  at::Tensor found() { return conv_->forward(h_, batch_, conv_->edge_terms(e_)).detach(); }

  at::Tensor weight(const std::string& name) { return conv_->named_parameters()[name].detach(); }
  Vector vector(const std::string& name) { return row(weight(name).view({1, -1}), 0); }

  static Vector row(const at::Tensor& rows, std::int64_t r) {
    const at::Tensor values = rows[r].detach().contiguous();
    return {values.data_ptr<double>(), values.data_ptr<double>() + values.numel()};
  }

  /// matrix·x
  static Vector times(const at::Tensor& matrix, const Vector& x) {
    Vector y(static_cast<std::size_t>(matrix.size(0)), 0.0);
    for (std::int64_t i = 0; i < matrix.size(0); ++i) {
      for (std::int64_t j = 0; j < matrix.size(1); ++j) {
        y[static_cast<std::size_t>(i)] += matrix[i][j].item<double>() * x[static_cast<std::size_t>(j)];
      }
    }
    return y;
  }
  static Vector plus(Vector a, const Vector& b, double factor = 1) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
    return a;
  }
  static Vector rectified(Vector a) {
    for (double& x : a) x = std::max(x, 0.0);
    return a;
  }

  /// Calls body(source, edge) for the edges into node v.
  template <typename Body>
  void for_each_edge_into(std::int64_t v, const Body& body) {
    std::int64_t edge = batch_.host().edge_offsets[static_cast<std::size_t>(v)];
    for (const std::int32_t source : batch_.host().sources(v)) body(source, edge++);
  }

  /// The value of `of(v)` for every node, as a matrix.
  template <typename Of>
  at::Tensor of_all_nodes(const Of& of) {
    testing::Rows rows;
    for (std::int64_t v = 0; v < batch_.num_nodes(); ++v) rows.push_back(of(v));
    return testing::matrix(rows);
  }

  const std::int64_t d_ = 4;
  Rng rng_{61, Purpose::test};
  std::shared_ptr<Conv> conv_;
  BatchTensors batch_;
  at::Tensor h_, e_;
};

TEST_F(ConvTest, GineAddsRectifiedSumsOfNeighboursAndEdges) {
  make({.conv = "gine"});
  const at::Tensor expected = of_all_nodes([&](std::int64_t v) {
    Vector gathered(static_cast<std::size_t>(d_), 0.0);
    gathered = plus(gathered, row(h_, v), 1 + weight("epsilon").item<double>());
    for_each_edge_into(v, [&](std::int64_t u, std::int64_t e) {
      const Vector edge = plus(times(weight("edge.weight"), row(e_, e)), vector("edge.bias"));
      gathered = plus(gathered, rectified(plus(row(h_, u), edge)));
    });
    const Vector inner = rectified(plus(times(weight("in.weight"), gathered), vector("in.bias")));
    return plus(times(weight("out.weight"), inner), vector("out.bias"));
  });
  expect_near(found(), expected, 1e-12);
}

TEST_F(ConvTest, GineWithoutEdgeFeaturesIsGin) {
  make({.conv = "gine"}, {.edge_features = false});
  EXPECT_FALSE(conv_->edge_terms({}).defined());
  const at::Tensor as_gine = found();
  auto gin = make_conv({.hidden = d_}, {});
  gin->to(torch::kFloat64);
  for (const auto& parameter : conv_->named_parameters()) testing::set(*gin, parameter.key(), parameter.value());
  expect_near(as_gine, gin->forward(h_, batch_, {}));
}

/// Mean, maximum, minimum and deviation of some vectors, one behind the other.
Vector aggregates_of(const std::vector<Vector>& messages, std::size_t d) {
  Vector result(4 * d, 0.0);
  const double count = std::max<double>(1, static_cast<double>(messages.size()));
  for (std::size_t c = 0; c < d; ++c) {
    double most = messages.empty() ? 0 : -INFINITY;
    double least = messages.empty() ? 0 : INFINITY;
    double squares = 0;
    for (const Vector& m : messages) {
      result[c] += m[c] / count;
      most = std::max(most, m[c]);
      least = std::min(least, m[c]);
    }
    for (const Vector& m : messages) squares += (m[c] - result[c]) * (m[c] - result[c]);
    result[d + c] = most;
    result[2 * d + c] = least;
    result[3 * d + c] = std::sqrt(squares / count + 1e-5);
  }
  return result;
}

TEST_F(ConvTest, PnaCombinesFourAggregatorsAndThreeScalersOfTheMessages) {
  make({.conv = "pna"});
  // The weights stand as [out blocks, in blocks, towers, d, d].
  const auto map = [&](const std::string& name, std::int64_t out = 0, std::int64_t in = 0) {
    return weight(name + ".weight")[out][in][0];
  };
  const at::Tensor expected = of_all_nodes([&](std::int64_t v) {
    std::vector<Vector> messages;
    for_each_edge_into(v, [&](std::int64_t u, std::int64_t e) {
      Vector hidden = plus(times(map("target"), row(h_, v)), times(map("source"), row(h_, u)));
      hidden = rectified(plus(plus(hidden, times(map("edge"), row(e_, e))), vector("message_bias")));
      messages.push_back(plus(times(map("message"), hidden), vector("out_bias")));
    });
    const auto d = static_cast<std::size_t>(d_);
    const Vector aggregates = aggregates_of(messages, d);
    const double amplification = std::log(std::max<double>(1, static_cast<double>(messages.size())) + 1) / 1.3;
    const double scalers[] = {1, amplification, 1 / amplification};
    Vector out = plus(times(map("self"), row(h_, v)), vector("bias"));
    for (std::int64_t s = 0; s < 3; ++s) {
      for (std::int64_t a = 0; a < 4; ++a) {
        const auto begin = aggregates.begin() + a * d_;
        out = plus(out, times(map("combine", s, a), Vector(begin, begin + d_)), scalers[s]);
      }
    }
    return out;
  });
  expect_near(found(), expected, 1e-12);
}

TEST_F(ConvTest, TowersOfPnaSeeOnlyTheirOwnChannelsUntilTheyAreJoined) {
  make({.conv = "pna", .own = {{"towers", "2"}}});
  testing::set(*conv_, "join", torch::eye(d_, torch::kFloat64));
  const at::Tensor before = found();
  h_.narrow(1, 0, 2).add_(1);  // the first tower's channels
  const at::Tensor apart = found();
  expect_near(apart.narrow(1, 2, 2), before.narrow(1, 2, 2));
  EXPECT_GT((apart.narrow(1, 0, 2) - before.narrow(1, 0, 2)).abs().max().item<double>(), 1e-3);
  const at::Tensor join = random_rows(d_, d_, rng_);
  testing::set(*conv_, "join", join);
  expect_near(found(), apart.mm(join.t()), 1e-12);
}

TEST_F(ConvTest, PnaWithoutEdgeFeaturesHasMessagesOfNodesOnly) {
  make({.conv = "pna"}, {.edge_features = false, .mean_log_degree = 1});
  EXPECT_FALSE(conv_->edge_terms({}).defined());
  EXPECT_EQ(found().sizes(), h_.sizes());
}

TEST_F(ConvTest, NnConvIsTheMeanOfAMatrixPerEdgeTimesItsSource) {
  make({.conv = "nnconv", .own = {{"edge_channels", "3"}}});
  const at::Tensor matrices = weight("edge_matrices");  // [channels + 1, source, target]
  const at::Tensor expected = of_all_nodes([&](std::int64_t v) {
    Vector out = plus(times(weight("root.weight"), row(h_, v)), vector("root.bias"));
    std::int64_t degree = 0;
    for_each_edge_into(v, [&](std::int64_t, std::int64_t) { ++degree; });
    for_each_edge_into(v, [&](std::int64_t u, std::int64_t e) {
      const Vector hidden = rectified(plus(times(weight("edge.weight"), row(e_, e)), vector("edge.bias")));
      // The matrix that the formula speaks of: A(e) = Σ_k a_k W_k + W_0.
      at::Tensor matrix = matrices[3].clone();
      for (std::int64_t k = 0; k < 3; ++k) matrix = matrix + hidden[static_cast<std::size_t>(k)] * matrices[k];
      out = plus(out, times(matrix.t(), row(h_, u)), 1.0 / static_cast<double>(degree));
    });
    return out;
  });
  expect_near(found(), expected, 1e-12);
}

TEST_F(ConvTest, GraphSageAddsTheMeanOfTheNeighbours) {
  make({.conv = "sage"});
  const at::Tensor expected = of_all_nodes([&](std::int64_t v) {
    Vector mean(static_cast<std::size_t>(d_), 0.0);
    double degree = 0;
    for_each_edge_into(v, [&](std::int64_t u, std::int64_t) {
      mean = plus(mean, row(h_, u));
      ++degree;
    });
    const Vector own = plus(times(weight("self.weight"), row(h_, v)), vector("self.bias"));
    return plus(own, times(weight("neighbours.weight"), mean), 1 / std::max(1.0, degree));
  });
  expect_near(found(), expected, 1e-12);
}

TEST_F(ConvTest, GatWeighsNeighboursAndItselfByAttention) {
  make({.conv = "gat", .own = {{"heads", "2"}}});
  const auto mapped = [&](std::int64_t v) { return times(weight("map.weight"), row(h_, v)); };
  // end 0: as source, 1: as target
  const auto score_of = [&](std::int64_t end, std::size_t head, std::int64_t v) {
    double sum = 0;
    for (std::size_t c = 0; c < 2; ++c) {
      const auto h = static_cast<std::int64_t>(head);
      sum += weight("attention")[end][h][static_cast<std::int64_t>(c)].item<double>() * mapped(v)[2 * head + c];
    }
    return sum;
  };
  const at::Tensor expected = of_all_nodes([&](std::int64_t v) {
    std::vector<std::int64_t> sources;
    for_each_edge_into(v, [&](std::int64_t u, std::int64_t) { sources.push_back(u); });
    sources.push_back(v);
    Vector out = vector("bias");
    for (std::size_t head = 0; head < 2; ++head) {
      double total = 0;
      Vector weights;
      for (const std::int64_t u : sources) {
        const double score = score_of(0, head, u) + score_of(1, head, v);
        weights.push_back(std::exp(score > 0 ? score : 0.2 * score));
        total += weights.back();
      }
      for (std::size_t i = 0; i < sources.size(); ++i) {
        const Vector value = mapped(sources[i]);
        for (std::size_t c = 2 * head; c < 2 * head + 2; ++c) out[c] += weights[i] / total * value[c];
      }
    }
    return out;
  });
  expect_near(found(), expected, 1e-12);
}

TEST(ConvOptions, ThatDoNotDivideTheChannelsAreRefused) {
  EXPECT_THROW(make_conv({.conv = "pna", .own = {{"towers", "3"}}, .hidden = 10}, {}), Error);
  EXPECT_THROW(make_conv({.conv = "gat", .own = {{"heads", "4"}}, .hidden = 10}, {}), Error);
}

}  // namespace
}  // namespace gnnir
