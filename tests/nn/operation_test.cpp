#include "gnnir/nn/operation.h"

#include <gmock/gmock.h>
#include <torch/autograd.h>

#include "gnnir/nn/mlp.h"
#include "gnnir/nn/tensor_memory.h"
#include "support/errors.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::random_rows;

class FusedMlp : public ::testing::Test {
 protected:
  Rng rng_{9, Purpose::test};
  Mlp mlp_{3, 4, 2, Execution{.engine = Engine::fused}};
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
    EXPECT_TRUE(sums.sum(p).allclose(expected[p], 1e-5, 1e-6));
  }
}

TEST_F(FusedMlp, OutOfReachOfGradientSumsGoesThroughAutograd) {
  at::Tensor loss;
  {
    const GradientSums sums(mlp_->parameters());
    loss = mlp_(x_).sum();
    EXPECT_FALSE(sums.sum(0).defined());  // nothing has been added yet
  }
  loss.backward();
  for (const at::Tensor& parameter : mlp_->parameters()) EXPECT_TRUE(parameter.grad().defined());
}

TEST_F(FusedMlp, GivesTheSameGradientsAgainIfTheGraphIsKept) {
  const at::Tensor loss = mlp_(x_).square().sum();
  const auto first = torch::autograd::grad({loss}, mlp_->parameters(), {}, /*retain_graph=*/true);
  const auto second = torch::autograd::grad({loss}, mlp_->parameters());
  for (std::size_t p = 0; p < first.size(); ++p) EXPECT_TRUE(first[p].equal(second[p]));
  EXPECT_ANY_THROW(torch::autograd::grad({loss}, mlp_->parameters()));
}

TEST_F(FusedMlp, RefusesWithWordsWhatItCannotDo) {
  const at::Tensor loss = mlp_(x_).square().sum();
  EXPECT_THAT(error_of([&] {
                torch::autograd::grad({loss}, mlp_->parameters(), {}, c10::nullopt, /*create_graph=*/true);
              }).what(),
              HasSubstr("second derivatives"));
  EXPECT_THAT(error_of([&] { mlp_(x_.slice(1, 0, 2)); }).what(), HasSubstr("rows of 3 numbers"));
  EXPECT_THAT(error_of([&] { mlp_(x_.unsqueeze(0)); }).what(), HasSubstr("[1, 5, 3]"));
  const at::Tensor later = mlp_(x_).sum();
  x_.add_(1);
  EXPECT_THAT(error_of([&] { torch::autograd::grad({later}, mlp_->parameters()); }).what(),
              HasSubstr("changed in place"));
}

TEST_F(FusedMlp, LeavesAFrozenParameterAlone) {
  mlp_->parameters()[0].set_requires_grad(false);
  mlp_(x_).sum().backward();
  EXPECT_FALSE(mlp_->parameters()[0].grad().defined());
  EXPECT_TRUE(mlp_->parameters()[2].grad().defined());
}

TEST_F(FusedMlp, RefusesDoubleAndIsTheSameWhenItComesBack) {
  const at::Tensor before = mlp_(x_);
  mlp_->to(torch::kDouble);
  EXPECT_THAT(error_of([&] { mlp_(x_.to(torch::kDouble)); }).what(), HasSubstr("build it with another Execution"));
  mlp_->to(torch::kFloat);
  EXPECT_TRUE(mlp_(x_).equal(before));
}

TEST(Operations, AreFreedWithoutABackwardPass) {
  ModelOptions options;
  options.gnn.hidden = 4;
  testing::AnyModel model(options, ModelShape{.num_reals = 2, .outputs = 3});
  Rng rng(10, Purpose::test);
  c10::weak_intrusive_ptr<c10::TensorImpl> features(c10::intrusive_ptr<c10::TensorImpl>{});
  {
    const at::Tensor x = random_rows(5, 2, rng).to(torch::kFloat).requires_grad_();
    features = c10::weak_intrusive_ptr<c10::TensorImpl>(x.getIntrusivePtr());
    const ModelOutput output = model(testing::input_of({testing::path(5)}, x));
    EXPECT_TRUE(output.prediction.requires_grad());
  }
  EXPECT_TRUE(features.expired());
}

TEST_F(FusedMlp, TakesRowsThatAreNotContiguous) {
  const at::Tensor wide = random_rows(5, 6, rng_).to(torch::kFloat);
  EXPECT_TRUE(mlp_(wide.slice(1, 0, 6, 2)).equal(mlp_(wide.slice(1, 0, 6, 2).contiguous())));
}

TEST(TensorMemory, ComesBackForTheNextTensorOfItsSize) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "under the address sanitizer tensors do not keep their memory";
#endif
  keep_tensor_memory();
  const void* place = nullptr;
  {
    const at::Tensor large = torch::ones({1700, 10'000});  // larger than what other tests may have left
    place = large.data_ptr();
  }
  const at::Tensor next = torch::full({1699, 10'001}, 2.0F);
  EXPECT_EQ(next.data_ptr(), place);
  EXPECT_EQ(next[1698][10'000].item<double>(), 2);
  const at::Tensor other = torch::ones({1700, 10'000});
  EXPECT_NE(other.data_ptr(), place);
  EXPECT_EQ(torch::empty({0}).numel(), 0);
}

}  // namespace
}  // namespace gnnir
