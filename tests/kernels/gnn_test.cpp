#include "twins/plain_gnn.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "support/floats.h"
#include "support/kernel_cases.h"
#include "twins/gnn.h"

namespace gnnir::kernels {
namespace {

using testing::as_gnn;
using testing::difference;
using testing::difference_of_any;
using testing::Floats;
using testing::numeric_gradient;
using testing::RandomChoice;
using testing::size_of;
using testing::unset;
using testing::weighted_sum;
using testing::zeros;
using Results = std::vector<Floats>;

/// Plans that a model of this shape may ask for.
std::vector<GnnPlan> plans_of(const Batch& batch, std::int64_t steps, bool graph_norm, Rng& rng) {
  const RandomChoice choice(batch, 4, rng, {2});
  std::vector<GnnPlan> plans = {GnnPlan::plain(batch, steps), GnnPlan::branches(batch, choice, steps, true)};
  if (!graph_norm) plans.push_back(GnnPlan::branches(batch, choice, steps, false));
  return plans;
}

/// (hidden channels, steps, normalization)
class GnnKernels : public ::testing::TestWithParam<std::tuple<std::int64_t, std::int64_t, bool>> {
 protected:
  const GnnShape shape_{std::get<0>(GetParam()), std::get<2>(GetParam()), 0.01F};
  const std::int64_t d_ = shape_.hidden;
  const std::int64_t steps_ = std::get<1>(GetParam());
  Rng rng_{12, Purpose::test, static_cast<std::uint64_t>(d_), static_cast<std::uint64_t>(steps_)};
  const Floats numbers_ = testing::random_floats(size_of(shape_), rng_, 0.7 / std::sqrt(static_cast<double>(d_)));
  const GnnTensors<const float> weights_ = as_gnn<const float>(shape_, numbers_.data());
};

TEST_P(GnnKernels, AreTheObviousOnes) {
  Batch batch = testing::odd_graphs(rng_);
  for (int i = 0; i < 16; ++i) batch.append(testing::random_graph(static_cast<NodeId>(rng_.below(30)), 0.2, rng_));
  for (const GnnPlan& plan : plans_of(batch, steps_, shape_.graph_norm, rng_)) {
    const Floats g = testing::random_floats(plan.rows(steps_) * d_, rng_);
    const Floats x = testing::input_without_kinks(shape_, plan, weights_, g, rng_);
    const auto run = [&](auto forward, auto backward) {
      Floats tape = unset(gnn_tape_size(shape_, plan, weights_));
      Floats out = unset(plan.rows(steps_) * d_);
      forward(shape_, plan, weights_, x.data(), tape.data(), out.data());
      Floats dx = unset(plan.rows(0) * d_);
      Floats gradients = numbers_;
      backward(shape_, plan, weights_, x.data(), tape.data(), g.data(), dx.data(), as_gnn(shape_, gradients.data()));
      return Results{out, dx, gradients};
    };
    EXPECT_EQ(
        difference_of_any(run(gnn_forward, gnn_backward), run(reference::gnn_forward, reference::gnn_backward), 1e-4),
        "");
  }
}

TEST_P(GnnKernels, GiveTheSameWithoutATape) {
  const Batch batch = testing::odd_graphs(rng_);
  for (const GnnPlan& plan : plans_of(batch, steps_, shape_.graph_norm, rng_)) {
    const Floats x = testing::random_floats(plan.rows(0) * d_, rng_);
    Floats tape = unset(gnn_tape_size(shape_, plan, weights_));
    Floats with = unset(plan.rows(steps_) * d_);
    Floats without = unset(plan.rows(steps_) * d_);
    gnn_forward(shape_, plan, weights_, x.data(), tape.data(), with.data());
    gnn_forward(shape_, plan, weights_, x.data(), nullptr, without.data());
    EXPECT_EQ(with, without);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, GnnKernels,
                         ::testing::Combine(::testing::Values(1, 7, 64), ::testing::Values(1, 3), ::testing::Bool()));

TEST(GnnWithoutGraphs, DoesNothing) {
  constexpr GnnShape shape{4, true, 0.01F};
  const Floats numbers = testing::filled(size_of(shape), 1);
  const auto weights = as_gnn<const float>(shape, numbers.data());
  Rng rng(14, Purpose::test);
  for (const GnnPlan& plan : plans_of(Batch{}, 2, false, rng)) {
    EXPECT_EQ(gnn_tape_size(shape, plan, weights), 0);
    gnn_forward(shape, plan, weights, nullptr, nullptr, nullptr);
    Floats gradients = numbers;
    gnn_backward(shape, plan, weights, nullptr, nullptr, nullptr, nullptr, as_gnn(shape, gradients.data()));
    EXPECT_EQ(gradients, numbers);
  }
}

/// A twin's gradient against central differences.
class ObviousGnn : public ::testing::TestWithParam<bool> {};

TEST_P(ObviousGnn, HasTheGradientOfDifferences) {
  constexpr std::int64_t d = 3;
  constexpr std::int64_t steps = 2;
  const GnnShape shape{d, GetParam(), 0.01F};
  Rng rng(13, Purpose::test);
  Batch batch;
  for (const Graph& graph : {testing::path(4), Graph(), Graph::from_edges(1, {}), testing::directed_graph(4, 9, rng)}) {
    batch.append(graph);
  }
  for (const GnnPlan& plan : plans_of(batch, steps, shape.graph_norm, rng)) {
    Floats x = testing::random_floats(plan.rows(0) * d, rng);
    Floats numbers = testing::random_floats(size_of(shape), rng, 0.5);
    const auto weights = as_gnn<const float>(shape, numbers.data());
    const Floats g = testing::random_floats(plan.rows(steps) * d, rng);
    const auto loss = [&] {
      Floats out = unset(plan.rows(steps) * d);
      reference::gnn_forward(shape, plan, weights, x.data(), nullptr, out.data());
      return weighted_sum(g, out);
    };
    Floats dx = unset(plan.rows(0) * d);
    Floats gradients = zeros(size_of(shape));
    reference::gnn_backward(shape, plan, weights, x.data(), nullptr, g.data(), dx.data(),
                            as_gnn(shape, gradients.data()));
    EXPECT_EQ(difference(dx, numeric_gradient(x, loss), 1e-2), "");
    EXPECT_EQ(difference(gradients, numeric_gradient(numbers, loss), 1e-2), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Normalization, ObviousGnn, ::testing::Bool());

}  // namespace
}  // namespace gnnir::kernels
