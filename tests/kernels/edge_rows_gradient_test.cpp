#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "support/floats.h"
#include "support/kernel_cases.h"
#include "twins/edge_rows.h"
#include "twins/rows.h"

namespace gnnir::kernels {
namespace {

using testing::Floats;
using testing::numeric_gradient;
using testing::RandomLinks;
using testing::unset;
using testing::weighted_sum;
using testing::zeros;

/// The twins' gradients against central differences, so that twin and kernel cannot be wrong together.
class ObviousEdgeRows : public ::testing::Test {
 protected:
  Floats random(std::int64_t size) { return testing::random_floats(size, rng_); }
  void expect_gradient(const Floats& gradient, const Floats& differences) {
    EXPECT_EQ(testing::difference(gradient, differences, 1e-2), "");
  }

  Rng rng_{22, Purpose::test};
  const std::int64_t rows_ = 6;
  const std::int64_t d_ = 3;
  const RandomLinks links_{rows_, 4, 4, rng_};
  const std::int64_t before_ = links_.rows_before;
  const std::int64_t edges_ = links_.edges();
  const std::int64_t batch_edges_ = links_.num_batch_edges();
};

TEST_F(ObviousEdgeRows, GatheredEdgesHaveTheGradientOfDifferences) {
  Floats x = random(before_ * d_);
  Floats c = random(batch_edges_ * d_);
  Floats factor = {1.25F};
  const Floats g = random(rows_ * d_);
  const auto loss = [&] {
    Floats out = unset(rows_ * d_);
    reference::gather_edges(links_.view(), d_, factor[0], x.data(), c.data(), out.data());
    return weighted_sum(g, out);
  };
  Floats dx = zeros(before_ * d_);
  Floats dc = zeros(batch_edges_ * d_);
  const Floats by_factor = {reference::gather_edges_backward(links_.view(), d_, factor[0], x.data(), c.data(), g.data(),
                                                             dx.data(), dc.data())};
  expect_gradient(dx, numeric_gradient(x, loss));
  expect_gradient(dc, numeric_gradient(c, loss));
  expect_gradient(by_factor, numeric_gradient(factor, loss));
}

TEST_F(ObviousEdgeRows, MessageLayerHasTheGradientOfDifferences) {
  Floats z = random(before_ * 3 * d_);
  Floats c = random(batch_edges_ * d_);
  const Floats bias = random(d_);
  const Floats g = random(edges_ * d_);
  Floats inner = unset(edges_ * d_);
  const auto loss = [&] {
    reference::message_layer(links_.view(), d_, z.data(), c.data(), bias.data(), inner.data());
    return weighted_sum(g, inner);
  };
  loss();
  Floats by_inner = g;
  reference::relu_backward(edges_ * d_, inner.data(), by_inner.data());
  Floats dz = zeros(before_ * 3 * d_);
  Floats dc = zeros(batch_edges_ * d_);
  reference::message_layer_backward(links_.view(), d_, by_inner.data(), dz.data(), dc.data());
  expect_gradient(dz, numeric_gradient(z, loss));
  expect_gradient(dc, numeric_gradient(c, loss));
}

TEST_F(ObviousEdgeRows, PnaAggregatesHaveTheGradientOfDifferences) {
  Floats m = random(edges_ * d_);
  const Floats g = random(rows_ * 4 * d_);
  Floats a = unset(rows_ * 4 * d_);
  const auto loss = [&] {
    reference::pna_aggregate(links_.view(), d_, m.data(), a.data());
    return weighted_sum(g, a);
  };
  loss();
  Floats dm = unset(edges_ * d_);
  reference::pna_aggregate_backward(links_.view(), d_, m.data(), a.data(), g.data(), dm.data());
  expect_gradient(dm, numeric_gradient(m, loss));
}

TEST_F(ObviousEdgeRows, PnaMixesHaveTheGradientOfDifferences) {
  Floats w = random(3 * d_);
  const Floats g = random(d_);
  const auto loss = [&] {
    Floats out = unset(d_);
    reference::pna_mix(d_, 0.7F, w.data(), out.data());
    return weighted_sum(g, out);
  };
  Floats dw = zeros(3 * d_);
  reference::pna_mix_backward(d_, 0.7F, g.data(), dw.data());
  expect_gradient(dw, numeric_gradient(w, loss));
}

TEST_F(ObviousEdgeRows, PnaSumsHaveTheGradientOfDifferences) {
  Floats z = random(before_ * 3 * d_);
  Floats u = random(rows_ * d_);
  const Floats bias = random(d_);
  const Floats g = random(rows_ * d_);
  std::vector<std::int32_t> rows(static_cast<std::size_t>(rows_));
  std::iota(rows.rbegin(), rows.rend(), 0);
  Floats y = unset(rows_ * d_);
  const auto loss = [&] {
    reference::pna_sum(links_.view(), rows.data(), d_, z.data(), bias.data(), u.data(), true, y.data());
    return weighted_sum(g, y);
  };
  loss();
  Floats by_y = g;
  reference::relu_backward(rows_ * d_, y.data(), by_y.data());
  Floats dz = zeros(before_ * 3 * d_);
  Floats du = unset(rows_ * d_);
  reference::pna_sum_backward(links_.view(), rows.data(), d_, by_y.data(), dz.data(), du.data());
  expect_gradient(dz, numeric_gradient(z, loss));
  expect_gradient(du, numeric_gradient(u, loss));
}

TEST_F(ObviousEdgeRows, MeanOuterProductsHaveTheGradientOfDifferences) {
  constexpr std::int64_t channels = 2;
  Floats a = random(batch_edges_ * channels);
  Floats x = random(before_ * d_);
  const Floats g = random(rows_ * (channels + 1) * d_);
  const auto loss = [&] {
    Floats s = unset(rows_ * (channels + 1) * d_);
    reference::mean_outer_products(links_.view(), d_, channels, a.data(), x.data(), s.data());
    return weighted_sum(g, s);
  };
  Floats da = zeros(batch_edges_ * channels);
  Floats dx = zeros(before_ * d_);
  reference::mean_outer_products_backward(links_.view(), d_, channels, a.data(), x.data(), g.data(), da.data(),
                                          dx.data());
  expect_gradient(da, numeric_gradient(a, loss));
  expect_gradient(dx, numeric_gradient(x, loss));
}

}  // namespace
}  // namespace gnnir::kernels
