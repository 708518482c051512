#include "gnnir/kernels/rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "support/floats.h"
#include "support/kernel_cases.h"
#include "twins/rows.h"

namespace gnnir::kernels {
namespace {

using testing::difference_of_any;
using testing::Floats;
using testing::RandomLinks;
using testing::RandomSegments;
using testing::unset;
using testing::zeros;
using Results = std::vector<Floats>;

constexpr float epsilon = 0.01F;

/// Every kernel against its twin, for several (rows, d).
class Rows : public ::testing::TestWithParam<std::pair<std::int64_t, std::int64_t>> {
 protected:
  Floats random(std::int64_t size) { return testing::random_floats(size, rng_); }
  RandomLinks links() { return {rows_, rows_ / 2 + 1, 4, rng_}; }

  const std::int64_t rows_ = GetParam().first;
  const std::int64_t d_ = GetParam().second;
  Rng rng_{3, Purpose::test, static_cast<std::uint64_t>(rows_), static_cast<std::uint64_t>(d_)};
};

TEST_P(Rows, NeighbourhoodSumsAreTheObviousOnes) {
  const RandomLinks links = this->links();
  const Floats y = random(links.rows_before * d_);
  const Floats bias = random(d_);
  for (const bool relu : {false, true}) {
    const auto run = [&](auto kernel) {
      Floats out = unset(rows_ * d_);
      kernel(links.view(), d_, 1.25F, bias.data(), relu, y.data(), out.data());
      return Results{out};
    };
    EXPECT_EQ(difference_of_any(run(neighbourhood_sum), run(reference::neighbourhood_sum)), "");
  }
  const Floats g = random(rows_ * d_);
  const Floats dy_before = random(links.rows_before * d_);
  const auto run = [&](auto kernel) {
    Floats dy = dy_before;
    const float by_factor = kernel(links.view(), d_, 1.25F, g.data(), y.data(), dy.data());
    return Results{dy, {by_factor}};
  };
  EXPECT_EQ(difference_of_any(run(neighbourhood_sum_backward), run(reference::neighbourhood_sum_backward)), "");
}

TEST_P(Rows, GruGatesAreTheObviousOnes) {
  const RandomLinks links = this->links();
  const Floats gi = random(rows_ * 3 * d_);
  const Floats gh = random(links.rows_before * 3 * d_);
  const Floats bias_ih = random(3 * d_);
  const Floats bias_hh = random(3 * d_);
  const Floats h = random(links.rows_before * d_);
  const auto forward = [&](auto kernel) {
    Floats gates = unset(rows_ * 4 * d_);
    Floats out = unset(rows_ * d_);
    kernel(links.view(), d_, gi.data(), gh.data(), bias_ih.data(), bias_hh.data(), h.data(), gates.data(), out.data());
    return Results{gates, out};
  };
  const Results expected = forward(reference::gru_gates);
  EXPECT_EQ(difference_of_any(forward(gru_gates), expected), "");
  const Floats g = random(rows_ * d_);
  const Floats dgh_before = random(links.rows_before * 3 * d_);
  const Floats dh_before = random(links.rows_before * d_);
  const auto backward = [&](auto kernel) {
    Floats dgi = unset(rows_ * 3 * d_);
    Floats dgh = dgh_before;
    Floats dh = dh_before;
    kernel(links.view(), d_, g.data(), h.data(), expected[0].data(), dgi.data(), dgh.data(), dh.data());
    return Results{dgi, dgh, dh};
  };
  EXPECT_EQ(difference_of_any(backward(gru_gates_backward), backward(reference::gru_gates_backward)), "");
}

TEST_P(Rows, GruGatesStayFiniteForHugeInputs) {
  const RandomLinks links = this->links();
  Floats gi = random(rows_ * 3 * d_);
  for (float& value : gi) value *= 1e6F;
  const Floats gh = random(links.rows_before * 3 * d_);
  const Floats bias = zeros(3 * d_);
  const Floats h = random(links.rows_before * d_);
  const auto run = [&](auto kernel) {
    Floats gates = unset(rows_ * 4 * d_);
    Floats out = unset(rows_ * d_);
    kernel(links.view(), d_, gi.data(), gh.data(), bias.data(), bias.data(), h.data(), gates.data(), out.data());
    return Results{gates, out};
  };
  EXPECT_EQ(difference_of_any(run(gru_gates), run(reference::gru_gates)), "");
}

TEST_P(Rows, BiasesAndReluAreTheObviousOnes) {
  const Floats x = random(rows_ * d_);
  const Floats bias = random(d_);
  const Floats g = random(rows_ * d_);
  for (const bool relu : {false, true}) {
    const auto run = [&](auto add, auto backward) {
      Floats y = x;
      add(rows_, d_, bias.data(), relu, y.data());
      Floats by_x = g;
      backward(rows_ * d_, y.data(), by_x.data());
      return Results{y, by_x};
    };
    EXPECT_EQ(difference_of_any(run(add_bias, relu_backward), run(reference::add_bias, reference::relu_backward)), "");
  }
}

TEST_P(Rows, ColumnSumsAreTheObviousOnes) {
  const Floats before = random(d_);
  const Floats x = random(rows_ * d_);
  const auto run = [&](auto kernel) {
    Floats sum = before;
    kernel(rows_, d_, x.data(), sum.data());
    return Results{sum};
  };
  EXPECT_EQ(difference_of_any(run(column_sums), run(reference::column_sums)), "");
}

TEST_P(Rows, RectifiedNormIsTheObviousOne) {
  const Floats normalized = random(rows_ * d_);
  const Floats scale = random(d_);
  const Floats shift = random(d_);
  const auto run = [&](auto kernel) {
    Floats x = unset(rows_ * d_);
    kernel(rows_, d_, scale.data(), shift.data(), normalized.data(), x.data());
    return Results{x};
  };
  EXPECT_EQ(difference_of_any(run(rectified_norm), run(reference::rectified_norm)), "");
}

TEST_P(Rows, GraphNormIsTheObviousOne) {
  if (rows_ == 0) return;  // a graph without nodes is never normalized
  const Floats x_before = random(rows_ * d_);
  const Floats scale = random(d_);
  const Floats shift = random(d_);
  Floats counts(static_cast<std::size_t>(rows_));
  for (float& count : counts) count = static_cast<float>(1 + rng_.below(4));
  for (const auto& [relu, counted] : {std::pair{false, false}, {true, false}, {false, true}, {true, true}}) {
    const float* stand_for = counted ? counts.data() : nullptr;
    const auto forward = [&](auto kernel) {
      Floats x = x_before;
      Floats normalized = unset(rows_ * d_);
      Floats inverse = unset(d_);
      kernel(rows_, d_, epsilon, scale.data(), shift.data(), relu, stand_for, x.data(), normalized.data(),
             inverse.data());
      return Results{x, normalized, inverse};
    };
    const Results expected = forward(reference::graph_norm);
    EXPECT_EQ(difference_of_any(forward(graph_norm), expected), "");
    const Floats g_before = random(rows_ * d_);
    const auto backward = [&](auto kernel) {
      Floats g = g_before;
      Floats dscale = scale;
      Floats dshift = shift;
      kernel(rows_, d_, scale.data(), stand_for, expected[1].data(), expected[2].data(), g.data(), dscale.data(),
             dshift.data());
      return Results{g, dscale, dshift};
    };
    EXPECT_EQ(difference_of_any(backward(graph_norm_backward), backward(reference::graph_norm_backward)), "");
  }
}

TEST_P(Rows, GraphNormOfCountedRowsIsThatOfAllRows) {
  if (rows_ == 0) return;
  const Floats scale = random(d_);
  const Floats shift = random(d_);
  const Floats x = random(rows_ * d_);
  Floats counts, all;
  for (std::int64_t v = 0; v < rows_; ++v) {
    counts.push_back(static_cast<float>(1 + v % 3));
    for (std::int64_t i = 0; i <= v % 3; ++i) all.insert(all.end(), x.begin() + v * d_, x.begin() + (v + 1) * d_);
  }
  const auto normed = [&](Floats rows, const float* stand_for) {
    const auto n = static_cast<std::int64_t>(rows.size()) / d_;
    Floats normalized = unset(n * d_);
    Floats inverse = unset(d_);
    graph_norm(n, d_, epsilon, scale.data(), shift.data(), true, stand_for, rows.data(), normalized.data(),
               inverse.data());
    return rows;
  };
  const Floats of_all = normed(all, nullptr);
  Floats expected;
  for (std::int64_t v = 0, row = 0; v < rows_; row += 1 + v % 3, ++v) {
    expected.insert(expected.end(), of_all.begin() + row * d_, of_all.begin() + (row + 1) * d_);
  }
  EXPECT_EQ(difference_of_any(Results{normed(x, counts.data())}, Results{expected}), "");
}

TEST_P(Rows, SegmentSumsAreTheObviousOnes) {
  const Floats x = random(rows_ * d_);
  for (const bool mapped : {false, true}) {
    if (mapped && rows_ == 0) continue;
    const RandomSegments segments(9, rows_, 5, mapped, rng_);
    for (const bool mean : {false, true}) {
      const auto forward = [&](auto kernel) {
        Floats sums = unset(segments.count() * d_);
        kernel(segments.view(), d_, mean, x.data(), sums.data());
        return Results{sums};
      };
      EXPECT_EQ(difference_of_any(forward(segment_sums), forward(reference::segment_sums)), "");
      const Floats g = random(segments.count() * d_);
      const auto backward = [&](auto kernel) {
        Floats dx = x;
        kernel(segments.view(), d_, mean, g.data(), dx.data());
        return Results{dx};
      };
      EXPECT_EQ(difference_of_any(backward(segment_sums_backward), backward(reference::segment_sums_backward)), "");
    }
  }
}

TEST_P(Rows, ScoresAreTheObviousOnes) {
  const Floats h = random(rows_ * d_);
  const Floats u = random(d_);
  for (const Floats& p : {random(d_), zeros(d_)}) {
    const auto run = [&](auto kernel) {
      Floats score = unset(rows_);
      Floats second = unset(rows_);
      Floats length = unset(rows_);
      kernel(rows_, d_, h.data(), p.data(), u.data(), score.data(), second.data(), length.data());
      return Results{score, second, length};
    };
    EXPECT_EQ(difference_of_any(run(score_rows), run(reference::score_rows)), "");
  }
}

TEST_P(Rows, SelectorReadoutIsTheObviousOne) {
  const Floats h = random(rows_ * d_);
  const Floats score = random(rows_);
  const Floats g = random(d_);
  std::vector<std::int32_t> chosen;
  for (auto v = static_cast<std::int32_t>(rows_) - 1; v >= 0; v -= 2) chosen.push_back(v);
  const auto count = static_cast<std::int64_t>(chosen.size());
  for (const Floats& p : {random(d_), zeros(d_)}) {
    const auto forward = [&](auto kernel) {
      Floats s = unset(d_);
      kernel(count, chosen.data(), d_, score.data(), p.data(), s.data());
      return Results{s};
    };
    EXPECT_EQ(difference_of_any(forward(selector_readout), forward(reference::selector_readout)), "");
    const auto backward = [&](auto kernel) {
      Floats dh = h;
      Floats dp = g;
      kernel(count, chosen.data(), d_, h.data(), score.data(), p.data(), g.data(), dh.data(), dp.data());
      return Results{dh, dp};
    };
    EXPECT_EQ(difference_of_any(backward(selector_readout_backward), backward(reference::selector_readout_backward)),
              "");
  }
}

TEST_P(Rows, MergedBranchesAreTheObviousOnes) {
  const std::int64_t rows_of_x = 2 * rows_ + 1;
  const Floats x = random(rows_of_x * d_);
  const Floats g = random(rows_ * d_);
  for (const std::int64_t count : {1, 2, 4, 9}) {
    const Floats offset = random(count * d_);
    std::vector<std::int32_t> map;
    for (std::int64_t i = 0; i < count * rows_; ++i) {
      map.push_back(static_cast<std::int32_t>(rng_.below(static_cast<std::uint64_t>(rows_of_x))));
    }
    const GraphBranches branches{count, rows_, map.data()};
    for (const MergeBy by : {MergeBy::max, MergeBy::sum, MergeBy::mean}) {
      std::vector<std::int32_t> winner(static_cast<std::size_t>(rows_ * d_));
      std::vector<std::int32_t> expected_winner = winner;
      const auto forward = [&](auto kernel, std::vector<std::int32_t>& wins) {
        Floats out = unset(rows_ * d_);
        kernel(branches, d_, by, x.data(), offset.data(), out.data(), wins.data());
        return Results{out};
      };
      EXPECT_EQ(difference_of_any(forward(merge_branches, winner), forward(reference::merge_branches, expected_winner)),
                "");
      EXPECT_EQ(winner, expected_winner);
      const auto backward = [&](auto kernel) {
        Floats dx = x;
        Floats doffset = offset;
        kernel(branches, d_, by, expected_winner.data(), g.data(), dx.data(), doffset.data());
        return Results{dx, doffset};
      };
      EXPECT_EQ(difference_of_any(backward(merge_branches_backward), backward(reference::merge_branches_backward)), "");
    }
  }
}

TEST_P(Rows, AdamStepsAreTheObviousOnes) {
  const std::int64_t size = rows_ * d_;
  const Floats gradient = random(size);
  const Floats weight_before = random(size);
  const auto run = [&](auto kernel) {
    Floats mean = zeros(size);
    Floats square = zeros(size);
    Floats weight = weight_before;
    for (const float correction : {1.0F, 2.0F}) {
      kernel(size, {0.1F, 0.9F, 0.999F, 1e-8F, 0.01F, 0.1F, 0.001F, 0.1F * correction, 0.001F * correction},
             gradient.data(), mean.data(), square.data(), weight.data());
    }
    return Results{mean, square, weight};
  };
  EXPECT_EQ(difference_of_any(run(adam_step), run(reference::adam_step)), "");
}

/// Where a result is no number. A kernel that turned that into one would hide that a training has failed.
std::vector<bool> is_nan(const Floats& values) {
  std::vector<bool> result;
  for (const float value : values) result.push_back(std::isnan(value));
  return result;
}

TEST_P(Rows, WhatIsNoNumberStaysNone) {
  if (rows_ == 0) return;
  const float nan = std::nanf("");
  const Floats ones = testing::filled(3 * d_, 1);
  Floats x = random(rows_ * d_);
  x.back() = nan;
  const auto biased = [&](auto kernel) {
    Floats y = x;
    kernel(rows_, d_, ones.data(), true, y.data());
    return is_nan(y);
  };
  EXPECT_EQ(biased(add_bias), biased(reference::add_bias));
  const auto normed = [&](auto kernel) {
    Floats y = x;
    Floats normalized = zeros(rows_ * d_);
    Floats inverse = zeros(d_);
    kernel(rows_, d_, epsilon, ones.data(), ones.data(), true, nullptr, y.data(), normalized.data(), inverse.data());
    return is_nan(y);
  };
  EXPECT_EQ(normed(graph_norm), normed(reference::graph_norm));
}

TEST_P(Rows, WhatIsNoNumberStaysNoneInMessagesAndBranches) {
  if (rows_ == 0) return;
  const float nan = std::nanf("");
  const Floats ones = testing::filled(3 * d_, 1);
  const RandomLinks links = this->links();
  const Floats h = random(links.rows_before * d_);
  for (std::int64_t part = 0; part < 7; ++part) {  // y, then parts of gh, then of gi
    Floats y = random(links.rows_before * d_);
    Floats gh = random(links.rows_before * 3 * d_);
    Floats gi = random(rows_ * 3 * d_);
    const auto last_of = [&](Floats& values, std::int64_t columns) -> float& {
      return values[static_cast<std::size_t>(columns * d_ - 1)];
    };
    (part == 0 ? last_of(y, 1) : part < 4 ? last_of(gh, part) : last_of(gi, part - 3)) = nan;
    const auto summed = [&](auto kernel) {
      Floats out = zeros(rows_ * d_);
      kernel(links.view(), d_, 1.25F, ones.data(), true, y.data(), out.data());
      return is_nan(out);
    };
    EXPECT_EQ(summed(neighbourhood_sum), summed(reference::neighbourhood_sum));
    const auto gated = [&](auto kernel) {
      Floats gates = zeros(rows_ * 4 * d_);
      Floats out = zeros(rows_ * d_);
      kernel(links.view(), d_, gi.data(), gh.data(), ones.data(), ones.data(), h.data(), gates.data(), out.data());
      return is_nan(out);
    };
    EXPECT_EQ(gated(gru_gates), gated(reference::gru_gates)) << "part " << part;
  }

  std::vector<std::int32_t> map(static_cast<std::size_t>(3 * rows_));
  std::iota(map.begin(), map.end(), 0);
  for (std::int64_t branch = 0; branch < 3; ++branch) {
    Floats branches = random(3 * rows_ * d_);
    branches[static_cast<std::size_t>((branch + 1) * rows_ * d_ - 1)] = nan;
    const auto merged = [&](auto kernel) {
      Floats out = zeros(rows_ * d_);
      std::vector<std::int32_t> winner(out.size());
      kernel({3, rows_, map.data()}, d_, MergeBy::max, branches.data(), ones.data(), out.data(), winner.data());
      return is_nan(out);
    };
    EXPECT_EQ(merged(merge_branches), merged(reference::merge_branches)) << "branch " << branch;
    EXPECT_TRUE(merged(merge_branches).back());
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Rows,
                         ::testing::Values(std::pair{0, 4}, std::pair{1, 1}, std::pair{1, 64}, std::pair{7, 5},
                                           std::pair{13, 16}, std::pair{19, 8}, std::pair{40, 33}, std::pair{64, 64},
                                           std::pair{5, 100}));

}  // namespace
}  // namespace gnnir::kernels
