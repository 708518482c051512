#include <gtest/gtest.h>

#include <vector>

#include "support/floats.h"
#include "support/kernel_cases.h"
#include "twins/rows.h"

namespace gnnir::kernels {
namespace {

using testing::Floats;
using testing::numeric_gradient;
using testing::RandomLinks;
using testing::RandomSegments;
using testing::unset;
using testing::weighted_sum;
using testing::zeros;

/// The twins' gradients against central differences, so that twin and kernel cannot be wrong together.
class ObviousRows : public ::testing::Test {
 protected:
  Floats random(std::int64_t size) { return testing::random_floats(size, rng_); }
  void expect_gradient(const Floats& gradient, const Floats& differences) {
    EXPECT_EQ(testing::difference(gradient, differences, 1e-2), "");
  }

  Rng rng_{5, Purpose::test};
  const std::int64_t rows_ = 6;
  const std::int64_t d_ = 3;
  const RandomLinks links_{rows_, 4, 3, rng_};
};

TEST_F(ObviousRows, NeighbourhoodSumHasTheGradientOfDifferences) {
  Floats y = random(links_.rows_before * d_);
  const Floats bias = random(d_);
  Floats factor = {1.25F};
  const Floats g = random(rows_ * d_);
  const auto loss = [&] {
    Floats out = unset(rows_ * d_);
    reference::neighbourhood_sum(links_.view(), d_, factor[0], bias.data(), false, y.data(), out.data());
    return weighted_sum(g, out);
  };
  Floats dy = zeros(links_.rows_before * d_);
  const Floats by_factor = {
      reference::neighbourhood_sum_backward(links_.view(), d_, factor[0], g.data(), y.data(), dy.data())};
  expect_gradient(dy, numeric_gradient(y, loss));
  expect_gradient(by_factor, numeric_gradient(factor, loss));
}

TEST_F(ObviousRows, GruGatesHaveTheGradientOfDifferences) {
  Floats gi = random(rows_ * 3 * d_);
  Floats gh = random(links_.rows_before * 3 * d_);
  const Floats bias_ih = random(3 * d_);
  const Floats bias_hh = random(3 * d_);
  Floats h = random(links_.rows_before * d_);
  const Floats g = random(rows_ * d_);
  Floats gates = unset(rows_ * 4 * d_);
  const auto loss = [&] {
    Floats out = unset(rows_ * d_);
    reference::gru_gates(links_.view(), d_, gi.data(), gh.data(), bias_ih.data(), bias_hh.data(), h.data(),
                         gates.data(), out.data());
    return weighted_sum(g, out);
  };
  loss();
  Floats dgi = unset(rows_ * 3 * d_);
  Floats dgh = zeros(links_.rows_before * 3 * d_);
  Floats dh = zeros(links_.rows_before * d_);
  reference::gru_gates_backward(links_.view(), d_, g.data(), h.data(), gates.data(), dgi.data(), dgh.data(), dh.data());
  expect_gradient(dgi, numeric_gradient(gi, loss));
  expect_gradient(dgh, numeric_gradient(gh, loss));
  expect_gradient(dh, numeric_gradient(h, loss));
}

TEST_F(ObviousRows, GraphNormHasTheGradientOfDifferences) {
  Floats x = random(rows_ * d_);
  Floats scale = random(d_);
  Floats shift = random(d_);
  const Floats g = random(rows_ * d_);
  Floats counts(static_cast<std::size_t>(rows_));
  for (float& count : counts) count = static_cast<float>(1 + rng_.below(4));
  for (const float* stand_for : {static_cast<const float*>(nullptr), static_cast<const float*>(counts.data())}) {
    Floats normalized = unset(rows_ * d_);
    Floats inverse = unset(d_);
    const auto loss = [&] {
      Floats y = x;
      reference::graph_norm(rows_, d_, 0.01F, scale.data(), shift.data(), false, stand_for, y.data(), normalized.data(),
                            inverse.data());
      return weighted_sum(g, y);
    };
    loss();
    Floats dx = g;
    Floats dscale = zeros(d_);
    Floats dshift = zeros(d_);
    reference::graph_norm_backward(rows_, d_, scale.data(), stand_for, normalized.data(), inverse.data(), dx.data(),
                                   dscale.data(), dshift.data());
    expect_gradient(dx, numeric_gradient(x, loss));
    expect_gradient(dscale, numeric_gradient(scale, loss));
    expect_gradient(dshift, numeric_gradient(shift, loss));
  }
}

TEST_F(ObviousRows, SegmentSumsHaveTheGradientOfDifferences) {
  Floats x = random(rows_ * d_);
  const Floats g = random(4 * d_);
  for (const bool mapped : {false, true}) {
    const RandomSegments segments(4, rows_, 3, mapped, rng_);
    for (const bool mean : {false, true}) {
      const auto loss = [&] {
        Floats sums = unset(4 * d_);
        reference::segment_sums(segments.view(), d_, mean, x.data(), sums.data());
        return weighted_sum(g, sums);
      };
      Floats dx = zeros(rows_ * d_);
      reference::segment_sums_backward(segments.view(), d_, mean, g.data(), dx.data());
      expect_gradient(dx, numeric_gradient(x, loss));
    }
  }
}

TEST_F(ObviousRows, SelectorReadoutHasTheGradientOfDifferences) {
  Floats h = random(rows_ * d_);
  Floats p = random(d_);
  const Floats g = random(d_);
  const std::vector<std::int32_t> chosen = {4, 0, 3};
  Floats score = unset(rows_);
  const auto loss = [&] {
    Floats unused = unset(2 * rows_);
    reference::score_rows(rows_, d_, h.data(), p.data(), p.data(), score.data(), unused.data(), unused.data() + rows_);
    Floats s = unset(d_);
    reference::selector_readout(3, chosen.data(), d_, score.data(), p.data(), s.data());
    return weighted_sum(g, s);
  };
  loss();
  Floats dh = zeros(rows_ * d_);
  Floats dp = zeros(d_);
  reference::selector_readout_backward(3, chosen.data(), d_, h.data(), score.data(), p.data(), g.data(), dh.data(),
                                       dp.data());
  expect_gradient(dh, numeric_gradient(h, loss));
  expect_gradient(dp, numeric_gradient(p, loss));
}

TEST_F(ObviousRows, MergedBranchesHaveTheGradientOfDifferences) {
  const std::vector<std::int32_t> map = {0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 0, 7, 2, 3, 4, 5};
  const GraphBranches branches{3, rows_, map.data()};
  Floats x = random(8 * d_);
  Floats offset = random(3 * d_);
  const Floats g = random(rows_ * d_);
  for (const MergeBy by : {MergeBy::max, MergeBy::sum, MergeBy::mean}) {
    std::vector<std::int32_t> winner(static_cast<std::size_t>(rows_ * d_));
    const auto loss = [&] {
      Floats out = unset(rows_ * d_);
      reference::merge_branches(branches, d_, by, x.data(), offset.data(), out.data(), winner.data());
      return weighted_sum(g, out);
    };
    loss();
    Floats dx = zeros(8 * d_);
    Floats doffset = zeros(3 * d_);
    reference::merge_branches_backward(branches, d_, by, winner.data(), g.data(), dx.data(), doffset.data());
    expect_gradient(dx, numeric_gradient(x, loss));
    expect_gradient(doffset, numeric_gradient(offset, loss));
  }
}

}  // namespace
}  // namespace gnnir::kernels
