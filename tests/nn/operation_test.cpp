#include "gnnir/nn/operation.h"

#include <gtest/gtest.h>
#include <torch/autograd.h>

#include "gnnir/nn/mlp.h"
#include "gnnir/nn/tensor_memory.h"
#include "support/errors.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::error_of;
using testing::random_rows;

class FusedMlp : public ::testing::Test {
 protected:
  Rng rng_{9, Purpose::test};
  Mlp mlp_{3, 4, 2, Engine::fused};
  at::Tensor x_ = random_rows(5, 3, rng_).to(torch::kFloat);
};

TEST_F(FusedMlp, UsedTwiceSumsItsGradientsInPlace) {
  const std::vector<at::Tensor> parameters = mlp_->parameters();
  const auto loss = [&] { return (mlp_(x_) * mlp_(2 * x_)).sum(); };
  const auto expected = torch::autograd::grad({loss()}, parameters);
  const GradientSums sums(parameters);
  const auto left = torch::autograd::grad({loss()}, parameters, {}, c10::nullopt, false, /*allow_unused=*/true);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    EXPECT_FALSE(left[p].defined());
    EXPECT_TRUE(sums.sums()[p].allclose(expected[p], 1e-5, 1e-6));
  }
}

TEST_F(FusedMlp, OutOfReachOfGradientSumsGoesThroughAutograd) {
  { const GradientSums sums(mlp_->parameters()); }
  mlp_(x_).sum().backward();
  for (const at::Tensor& parameter : mlp_->parameters()) EXPECT_TRUE(parameter.grad().defined());
  const GradientSums sums({x_});
  EXPECT_FALSE(GradientSums::sum_of(mlp_->parameters()[0]).defined());
  EXPECT_TRUE(GradientSums::sum_of(x_).defined());
}

TEST_F(FusedMlp, HasNoSecondDerivativesAndSaysSo) {
  const at::Tensor y = mlp_(x_).square().sum();
  EXPECT_ANY_THROW(torch::autograd::grad({y}, mlp_->parameters(), {}, c10::nullopt, /*create_graph=*/true));
}

TEST_F(FusedMlp, TakesRowsThatAreNotContiguous) {
  const at::Tensor wide = random_rows(5, 6, rng_).to(torch::kFloat);
  EXPECT_TRUE(mlp_(wide.slice(1, 0, 6, 2)).equal(mlp_(wide.slice(1, 0, 6, 2).contiguous())));
}

TEST(TensorMemory, ComesBackForTheNextTensorOfItsSize) {
  keep_tensor_memory();
  const void* place = nullptr;
  {
    const at::Tensor large = torch::ones({100, 1000});
    place = large.data_ptr();
  }
  const at::Tensor next = torch::full({99, 1001}, 2.0F);
  EXPECT_EQ(next.data_ptr(), place);
  EXPECT_EQ(next.sum().item<double>(), 2.0 * 99 * 1001);
  const at::Tensor other = torch::ones({100, 1000});
  EXPECT_NE(other.data_ptr(), place);
  EXPECT_EQ(torch::empty({0}).numel(), 0);
}

}  // namespace
}  // namespace gnnir
