#include "gnnir/kernels/edge_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "gnnir/kernels/reference/edge_rows.h"
#include "support/floats.h"
#include "support/kernel_cases.h"

namespace gnnir::kernels {
namespace {

using testing::difference;
using testing::difference_of_any;
using testing::Floats;
using testing::RandomLinks;
using testing::unset;
using testing::zeros;
using Results = std::vector<Floats>;

/// Every kernel against its twin, for several (rows, d). Outputs that are set are not a number before, outputs that are
/// added to are random.
class EdgeRows : public ::testing::TestWithParam<std::tuple<std::int64_t, std::int64_t>> {
 protected:
  Floats random(std::int64_t size) { return testing::random_floats(size, rng_); }
  /// Messages of which many are equal.
  Floats rounded(std::int64_t size) {
    Floats values = random(size);
    for (float& value : values) value = std::round(value);
    return values;
  }
  /// As a ReLU gives it.
  Floats rectified(std::int64_t size) {
    Floats values = random(size);
    for (float& value : values) value = std::max(value, 0.0F);
    return values;
  }
  /// Rows in another order: the last first.
  [[nodiscard]] std::vector<std::int32_t> turned_around() const {
    std::vector<std::int32_t> rows(static_cast<std::size_t>(rows_));
    std::iota(rows.rbegin(), rows.rend(), 0);
    return rows;
  }

  const std::int64_t rows_ = std::get<0>(GetParam());
  const std::int64_t d_ = std::get<1>(GetParam());
  Rng rng_{21, Purpose::test, static_cast<std::uint64_t>(rows_), static_cast<std::uint64_t>(d_)};
  const RandomLinks links_{rows_, rows_ / 2 + 1, 4, rng_};
  const std::int64_t before_ = links_.rows_before;
  const std::int64_t edges_ = links_.edges();
  const std::int64_t batch_edges_ = links_.num_batch_edges();
};

TEST_P(EdgeRows, GatheredEdgesAreTheObviousOnes) {
  const Floats x = random(before_ * d_);
  const Floats c = random(batch_edges_ * d_);
  const auto forward = [&](auto kernel) {
    Floats out = unset(rows_ * d_);
    kernel(links_.view(), d_, 1.25F, x.data(), c.data(), out.data());
    return Results{out};
  };
  EXPECT_EQ(difference_of_any(forward(gather_edges), forward(reference::gather_edges)), "");
  const Floats g = random(rows_ * d_);
  const Floats dx_before = random(before_ * d_);
  const Floats dc_before = random(batch_edges_ * d_);
  const auto backward = [&](auto kernel) {
    Floats dx = dx_before;
    Floats dc = dc_before;
    const float by_factor = kernel(links_.view(), d_, 1.25F, x.data(), c.data(), g.data(), dx.data(), dc.data());
    return Results{dx, dc, {by_factor}};
  };
  EXPECT_EQ(difference_of_any(backward(gather_edges_backward), backward(reference::gather_edges_backward)), "");
}

TEST_P(EdgeRows, MessageLayersAreTheObviousOnes) {
  const Floats z = random(before_ * 3 * d_);
  const Floats terms = random(batch_edges_ * d_);
  const Floats bias = random(d_);
  const Floats g = random(edges_ * d_);
  const Floats dz_before = random(before_ * 3 * d_);
  const Floats dc_before = random(batch_edges_ * d_);
  for (const bool with_terms : {false, true}) {
    const auto forward = [&](auto kernel) {
      Floats inner = unset(edges_ * d_);
      kernel(links_.view(), d_, z.data(), with_terms ? terms.data() : nullptr, bias.data(), inner.data());
      return Results{inner};
    };
    EXPECT_EQ(difference_of_any(forward(message_layer), forward(reference::message_layer)), "");
    const auto backward = [&](auto kernel) {
      Floats dz = dz_before;
      Floats dc = dc_before;
      kernel(links_.view(), d_, g.data(), dz.data(), with_terms ? dc.data() : nullptr);
      return Results{dz, dc};
    };
    EXPECT_EQ(difference_of_any(backward(message_layer_backward), backward(reference::message_layer_backward)), "");
  }
}

TEST_P(EdgeRows, PnaAggregatesAreTheObviousOnes) {
  for (const Floats& m : {random(edges_ * d_), rounded(edges_ * d_)}) {
    const auto forward = [&](auto kernel) {
      Floats a = unset(rows_ * 4 * d_);
      kernel(links_.view(), d_, m.data(), a.data());
      return Results{a};
    };
    const Floats a = forward(reference::pna_aggregate)[0];
    EXPECT_EQ(difference_of_any(forward(pna_aggregate), Results{a}), "");
    const Floats g = random(rows_ * 4 * d_);
    const auto backward = [&](auto kernel) {
      Floats dm = unset(edges_ * d_);
      kernel(links_.view(), d_, m.data(), a.data(), g.data(), dm.data());
      return Results{dm};
    };
    EXPECT_EQ(difference_of_any(backward(pna_aggregate_backward), backward(reference::pna_aggregate_backward)), "");
  }
}

TEST_P(EdgeRows, PnaMapsAreMixedInTheObviousWay) {
  const std::int64_t size = rows_ * d_;
  const Floats w = random(3 * size);
  const Floats g = random(size);
  const Floats dw_before = random(3 * size);
  for (const float scale : {0.3F, 1.0F, 2.5F}) {
    const auto forward = [&](auto kernel) {
      Floats out = unset(size);
      kernel(size, scale, w.data(), out.data());
      return Results{out};
    };
    EXPECT_EQ(difference_of_any(forward(pna_mix), forward(reference::pna_mix)), "");
    const auto backward = [&](auto kernel) {
      Floats dw = dw_before;
      kernel(size, scale, g.data(), dw.data());
      return Results{dw};
    };
    EXPECT_EQ(difference_of_any(backward(pna_mix_backward), backward(reference::pna_mix_backward)), "");
  }
}

TEST_P(EdgeRows, PnaSumsAreTheObviousOnes) {
  const Floats z = random(before_ * 3 * d_);
  const Floats bias = random(d_);
  const Floats u = random(rows_ * d_);
  const std::vector<std::int32_t> rows = turned_around();
  for (const bool relu : {false, true}) {
    const auto forward = [&](auto kernel) {
      Floats y = unset(rows_ * d_);
      kernel(links_.view(), rows.data(), d_, z.data(), bias.data(), u.data(), relu, y.data());
      return Results{y};
    };
    EXPECT_EQ(difference_of_any(forward(pna_sum), forward(reference::pna_sum)), "");
  }
  const Floats g = random(rows_ * d_);
  const Floats dz_before = random(before_ * 3 * d_);
  const auto backward = [&](auto kernel) {
    Floats dz = dz_before;
    Floats du = unset(rows_ * d_);
    kernel(links_.view(), rows.data(), d_, g.data(), dz.data(), du.data());
    return Results{dz, du};
  };
  EXPECT_EQ(difference_of_any(backward(pna_sum_backward), backward(reference::pna_sum_backward)), "");
}

TEST_P(EdgeRows, MeanOuterProductsAreTheObviousOnes) {
  const Floats x = random(before_ * d_);
  for (const std::int64_t channels : {1, 6}) {
    const Floats a = rectified(batch_edges_ * channels);
    const std::int64_t outer = (channels + 1) * d_;
    const auto forward = [&](auto kernel) {
      Floats s = unset(rows_ * outer);
      kernel(links_.view(), d_, channels, a.data(), x.data(), s.data());
      return Results{s};
    };
    EXPECT_EQ(difference_of_any(forward(mean_outer_products), forward(reference::mean_outer_products)), "");
    const Floats g = random(rows_ * outer);
    const Floats da_before = random(batch_edges_ * channels);
    const Floats dx_before = random(before_ * d_);
    const auto backward = [&](auto kernel) {
      Floats da = da_before;
      Floats dx = dx_before;
      kernel(links_.view(), d_, channels, a.data(), x.data(), g.data(), da.data(), dx.data());
      return Results{da, dx};
    };
    EXPECT_EQ(
        difference_of_any(backward(mean_outer_products_backward), backward(reference::mean_outer_products_backward)),
        "");
  }
}

/// Where a result is no number. A kernel that turned that into one would hide that a training has failed.
std::vector<bool> is_nan(const Floats& values) {
  std::vector<bool> result;
  for (const float value : values) result.push_back(std::isnan(value));
  return result;
}

bool any(const std::vector<bool>& values) { return std::find(values.begin(), values.end(), true) != values.end(); }

TEST_P(EdgeRows, WhatIsNoNumberStaysNone) {
  if (edges_ == 0) return;
  const float nan = std::nanf("");
  const std::int64_t channels = 2;
  const auto last_of_row = [&](Floats& values, std::int64_t row, std::int64_t columns) -> float& {
    return values[static_cast<std::size_t>((row + 1) * columns - 1)];
  };
  // Of the last edge: the row that it comes from, and its number in the batch.
  const std::int64_t source = links_.sources.back() - RandomLinks::first_row;
  const std::int64_t edge = links_.batch_edges.back();
  for (const bool in_edge : {false, true}) {
    Floats x = random(before_ * d_);
    Floats z = random(before_ * 3 * d_);
    Floats c = random(batch_edges_ * d_);
    Floats a = random(batch_edges_ * channels);
    const Floats bias = random(d_);
    if (in_edge) {
      last_of_row(c, edge, d_) = nan;
      last_of_row(a, edge, channels) = nan;
    } else {
      last_of_row(x, source, d_) = nan;
      last_of_row(z, source, 3 * d_) = nan;                     // what a node keeps of itself
      z[static_cast<std::size_t>(source * 3 * d_ + d_)] = nan;  // what it sends
    }
    const auto gathered = [&](auto kernel) {
      Floats out = zeros(rows_ * d_);
      kernel(links_.view(), d_, 1.25F, x.data(), c.data(), out.data());
      return is_nan(out);
    };
    EXPECT_EQ(gathered(gather_edges), gathered(reference::gather_edges));
    EXPECT_TRUE(any(gathered(gather_edges)));
    const auto layer = [&](auto kernel) {
      Floats inner = zeros(edges_ * d_);
      kernel(links_.view(), d_, z.data(), c.data(), bias.data(), inner.data());
      return is_nan(inner);
    };
    EXPECT_EQ(layer(message_layer), layer(reference::message_layer));
    EXPECT_TRUE(any(layer(message_layer)));
    const auto outer = [&](auto kernel) {
      Floats s = zeros(rows_ * (channels + 1) * d_);
      kernel(links_.view(), d_, channels, a.data(), x.data(), s.data());
      return is_nan(s);
    };
    EXPECT_EQ(outer(mean_outer_products), outer(reference::mean_outer_products));
    EXPECT_TRUE(any(outer(mean_outer_products)));
    const Floats u = random(rows_ * d_);
    const auto summed = [&](auto kernel) {
      Floats y = zeros(rows_ * d_);
      kernel(links_.view(), turned_around().data(), d_, z.data(), bias.data(), u.data(), true, y.data());
      return is_nan(y);
    };
    EXPECT_EQ(summed(pna_sum), summed(reference::pna_sum));
  }
  Floats u = random(rows_ * d_);
  u[0] = nan;
  const Floats z = random(before_ * 3 * d_);
  Floats y = zeros(rows_ * d_);
  pna_sum(links_.view(), turned_around().data(), d_, z.data(), zeros(d_).data(), u.data(), true, y.data());
  EXPECT_TRUE(std::isnan(y[static_cast<std::size_t>((rows_ - 1) * d_)]));
  for (std::int64_t part = 0; part < 3; ++part) {
    Floats w = random(3 * d_);
    w[static_cast<std::size_t>(part * d_)] = nan;
    Floats out = zeros(d_);
    pna_mix(d_, 2, w.data(), out.data());
    EXPECT_TRUE(std::isnan(out[0])) << "part " << part;
  }
}

TEST_P(EdgeRows, AMessageThatIsNoNumberMakesAllAggregatesNone) {
  for (std::int64_t e = 0; e < edges_; ++e) {  // the first, a middle and the last message of a row
    const auto row = std::upper_bound(links_.offsets.begin(), links_.offsets.end(), RandomLinks::first_edge + e) -
                     links_.offsets.begin() - 1;
    Floats m = random(edges_ * d_);
    m[static_cast<std::size_t>((e + 1) * d_ - 1)] = std::nanf("");
    Floats a = unset(rows_ * 4 * d_);
    Floats expected = zeros(rows_ * 4 * d_);
    for (std::int64_t part = 1; part <= 4; ++part) {
      expected[static_cast<std::size_t>(row * 4 * d_ + part * d_ - 1)] = std::nanf("");
    }
    for (auto* kernel : {pna_aggregate, reference::pna_aggregate}) {
      kernel(links_.view(), d_, m.data(), a.data());
      EXPECT_EQ(is_nan(a), is_nan(expected)) << "message " << e;
    }
    Floats dm = zeros(edges_ * d_);
    const Floats g = testing::filled(rows_ * 4 * d_, 1);
    pna_aggregate_backward(links_.view(), d_, m.data(), a.data(), g.data(), dm.data());
    EXPECT_TRUE(std::isnan(dm[static_cast<std::size_t>((e + 1) * d_ - 1)])) << "message " << e;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EdgeRows,
                         ::testing::Combine(::testing::Values(0, 1, 9, 40), ::testing::Values(1, 3, 7, 16, 64, 75)));

/// Three rows, with messages from edges 5, 6, 7 of the batch into the first, none into the second, and from edge 6 once
/// more into the third. Channels are alike, in whole vectors and in their rest.
class ThreeRows : public ::testing::TestWithParam<std::int64_t> {
 protected:
  /// Rows of the same number in every channel.
  [[nodiscard]] Floats rows_of(const Floats& numbers) const {
    Floats result;
    for (const float number : numbers) result.insert(result.end(), static_cast<std::size_t>(d_), number);
    return result;
  }

  const std::int64_t d_ = GetParam();
  const std::vector<std::int32_t> self_{10, 11, 12};
  const std::vector<std::int64_t> offsets_{0, 3, 3, 4};
  const std::vector<std::int32_t> sources_{11, 12, 10, 11};
  const std::vector<std::int32_t> edges_{5, 6, 7, 6};
  const RowLinks links_{3, self_.data(), offsets_.data(), sources_.data(), 10, edges_.data()};
  const float floor_ = std::sqrt(1e-5F);
};

TEST_P(ThreeRows, AggregateToMeanMaxMinAndDeviation) {
  const Floats m = rows_of({1, 4, 4, -2});
  Floats a = unset(12 * d_);
  pna_aggregate(links_, d_, m.data(), a.data());
  EXPECT_EQ(difference(a, rows_of({3, 4, 1, std::sqrt(2 + 1e-5F), 0, 0, 0, floor_, -2, -2, -2, floor_})), "");
}

TEST_P(ThreeRows, ShareTheGradientOfEqualMessagesEvenly) {
  const Floats m = rows_of({4, 1, 4, 7});
  Floats a = unset(12 * d_);
  pna_aggregate(links_, d_, m.data(), a.data());
  const Floats g = rows_of({0, 10, 100, 0, 1, 1, 1, 1, 2, 10, 100, 1});
  Floats dm = unset(4 * d_);
  pna_aggregate_backward(links_, d_, m.data(), a.data(), g.data(), dm.data());
  EXPECT_EQ(difference(dm, rows_of({5, 100, 5, 112})), "");
}

TEST_P(ThreeRows, AllShareWhereAllMessagesAreEqual) {
  const Floats m = rows_of({3, 3, 3, 3});
  Floats a = unset(12 * d_);
  pna_aggregate(links_, d_, m.data(), a.data());
  const Floats g = rows_of({3, 30, 300, 1e3F, 0, 0, 0, 0, 0, 0, 0, 0});
  Floats dm = unset(4 * d_);
  pna_aggregate_backward(links_, d_, m.data(), a.data(), g.data(), dm.data());
  EXPECT_EQ(difference(dm, rows_of({111, 111, 111, 0})), "");
}

TEST_P(ThreeRows, GatherWhatIsPositiveOfSourceAndEdge) {
  const Floats x = rows_of({1, 2, 3});
  const Floats c = rows_of({9, 9, 9, 9, 9, 0.5F, -4, 1});
  Floats out = unset(3 * d_);
  gather_edges(links_, d_, 2, x.data(), c.data(), out.data());
  EXPECT_EQ(out, rows_of({2 + 2.5F + 0 + 2, 4, 6 + 0}));
  const Floats g = rows_of({1, 10, 100});
  Floats dx = rows_of({0, 0, 1000});
  Floats dc = zeros(8 * d_);
  const float by_factor = gather_edges_backward(links_, d_, 2, x.data(), c.data(), g.data(), dx.data(), dc.data());
  EXPECT_EQ(dx, rows_of({2 + 1, 20 + 1, 1200}));
  EXPECT_EQ(dc, rows_of({0, 0, 0, 0, 0, 1, 0, 1}));
  EXPECT_EQ(by_factor, static_cast<float>(d_) * (1 + 20 + 300));
}

TEST_P(ThreeRows, AreSummedIntoTheRowsThatTheyStandFor) {
  Floats z = zeros(9 * d_);
  for (std::size_t row = 0; row < 3; ++row) {  // the last of three columns counts
    std::fill_n(z.begin() + static_cast<std::ptrdiff_t>(row) * 3 * d_ + 2 * d_, d_, static_cast<float>(row + 1));
  }
  const std::vector<std::int32_t> rows{2, 0, 1};
  Floats y = unset(3 * d_);
  pna_sum(links_, rows.data(), d_, z.data(), rows_of({1000}).data(), rows_of({10, 20, -3000}).data(), true, y.data());
  EXPECT_EQ(y, rows_of({1022, 0, 1011}));
}

TEST_P(ThreeRows, MixMapsByTheirScale) {
  Floats out = unset(d_);
  pna_mix(d_, 2, rows_of({1, 10, 100}).data(), out.data());
  EXPECT_EQ(out, rows_of({1 + 20 + 50}));
}

TEST_P(ThreeRows, AverageOuterProductsWithAOneBehindTheEdgesChannels) {
  const Floats x = rows_of({3, 6, 9});
  Floats a = zeros(2 * 8);
  a[10] = 1, a[11] = 0;  // edge 5
  a[12] = 0, a[13] = 2;  // edge 6
  a[14] = 4, a[15] = 1;  // edge 7
  Floats s = unset(9 * d_);
  mean_outer_products(links_, d_, 2, a.data(), x.data(), s.data());
  EXPECT_EQ(difference(s, rows_of({2 + 4, 6 + 1, 6, 0, 0, 0, 0, 12, 6})), "");
}

TEST_P(ThreeRows, KeepInTheMeanWhatIsNoNumberWhereTheEdgeIsZero) {
  const Floats x = rows_of({3, std::nanf(""), 9});
  const Floats a = zeros(2 * 8);
  for (auto* kernel : {mean_outer_products, reference::mean_outer_products}) {
    Floats s = unset(9 * d_);
    kernel(links_, d_, 2, a.data(), x.data(), s.data());
    EXPECT_TRUE(std::isnan(s[static_cast<std::size_t>(2 * d_)]));
    EXPECT_TRUE(std::isnan(s[static_cast<std::size_t>(9 * d_ - 1)]));
    EXPECT_EQ(s[static_cast<std::size_t>(5 * d_)], 0);  // no messages
  }
}

INSTANTIATE_TEST_SUITE_P(Channels, ThreeRows, ::testing::Values(1, 3, 7, 16, 64, 75));

}  // namespace
}  // namespace gnnir::kernels
