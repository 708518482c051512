#include "gnnir/kernels/edge_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "support/floats.h"
#include "support/kernel_cases.h"
#include "twins/edge_rows.h"

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
  }
}

TEST_P(EdgeRows, WhatIsNoNumberStaysNoneInPnasSums) {
  if (edges_ == 0) return;
  const float nan = std::nanf("");
  const std::int64_t source = links_.sources.back() - RandomLinks::first_row;
  const Floats bias = random(d_);
  for (const std::int64_t place : {source * 3 * d_ + d_, (source + 1) * 3 * d_ - 1}) {  // what is sent; what is kept
    Floats z = random(before_ * 3 * d_);
    z[static_cast<std::size_t>(place)] = nan;
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

}  // namespace
}  // namespace gnnir::kernels
