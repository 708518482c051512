#include "gnnir/train/adam.h"

#include <gtest/gtest.h>
#include <torch/nn/utils/clip_grad.h>
#include <torch/optim/adam.h>

#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::random_rows;

/// Fifty steps of ours and of libtorch's on the same gradients, which come in three shards.
void expect_the_steps_of_libtorch(double weight_decay, double clip) {
  Rng rng(5, Purpose::test);
  const auto numbers = [&](std::int64_t rows) { return random_rows(rows, 7, rng).to(torch::kFloat); };
  const std::vector<at::Tensor> ours = {numbers(3), numbers(1), numbers(5)};
  std::vector<at::Tensor> theirs;
  for (const at::Tensor& parameter : ours) theirs.push_back(parameter.clone().requires_grad_());
  Adam adam(ours, weight_decay);
  torch::optim::Adam expected(theirs, torch::optim::AdamOptions(0.01).weight_decay(weight_decay));
  ThreadPool pool(2);
  for (int step = 0; step < 50; ++step) {
    std::vector<std::vector<at::Tensor>> shards(3);
    for (at::Tensor& parameter : theirs) parameter.mutable_grad().reset();
    for (std::size_t s = 0; s < 2; ++s) {  // the third shard has no labels, the last parameter is not always used
      shards[s] = {numbers(3), numbers(1), step % 4 == 3 ? at::Tensor() : numbers(5)};
      for (std::size_t p = 0; p < ours.size(); ++p) {
        if (!shards[s][p].defined()) continue;
        theirs[p].mutable_grad() = theirs[p].grad().defined() ? theirs[p].grad() + shards[s][p] : shards[s][p].clone();
      }
    }
    if (clip > 0) torch::nn::utils::clip_grad_norm_(theirs, clip);
    expected.step();
    adam.step(shards, 0.01, clip, pool);
  }
  for (std::size_t p = 0; p < ours.size(); ++p) {
    EXPECT_LE((ours[p] - theirs[p]).abs().max().item<double>(), 2e-6) << "parameter " << p;
  }
}

TEST(AdamSteps, AreThoseOfLibtorch) { expect_the_steps_of_libtorch(0, 0); }
TEST(AdamSteps, WithWeightDecayAreThoseOfLibtorch) { expect_the_steps_of_libtorch(0.1, 0); }
TEST(AdamSteps, WithClippingAreThoseOfLibtorch) { expect_the_steps_of_libtorch(0, 2); }

}  // namespace
}  // namespace gnnir
