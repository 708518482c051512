#include <gmock/gmock.h>

#include "gnnir/nn/single_thread.h"
#include "gnnir/train/step.h"
#include "gnnir/train/trainer.h"
#include "support/errors.h"
#include "support/training.h"

namespace gnnir {
namespace {

using testing::equal;
using testing::error_of;
using ::testing::HasSubstr;
using testing::ring_dataset;
using testing::small_config;
using testing::thirds;

/// A training whose named weight is spoilt after its first epoch: the message, and that nothing changed.
std::string message_after(const std::string& weight, float value, const RunConfig& config) {
  const Dataset dataset = ring_dataset(48);
  const Split split = thirds(48);
  ThreadPool pool(2, use_single_threaded_operations);
  Training training(dataset, split, config, pool);
  while (!training.advance()) {
  }
  for (const auto& [name, tensor] : tensors_of(*training.model().model)) {
    if (name != weight) continue;
    const torch::NoGradGuard no_grad;
    tensor.fill_(value);
  }
  const Weights before = copy_weights(*training.model().model);
  const Error error = error_of([&] { training.advance(); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  const Weights after = copy_weights(*training.model().model);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].first == weight) continue;
    EXPECT_TRUE(after[i].second.equal(before[i].second)) << before[i].first;
  }
  return error.what();
}

TEST(BadNumbers, NameEpochBatchGraphAndTheFirstTensor) {
  const std::string in_a_weight = message_after("gnn_ir.gnn.conv.in.weight", NAN, small_config());
  EXPECT_THAT(in_a_weight, HasSubstr("epoch 2, batch 1, graph "));
  EXPECT_THAT(in_a_weight, HasSubstr("weight 'gnn_ir.gnn.conv.in.weight'"));
  EXPECT_THAT(in_a_weight, HasSubstr("Try a smaller train.lr"));
  const std::string in_the_head = message_after("head.out.weight", 3e38F, small_config());
  EXPECT_THAT(in_the_head, HasSubstr("graph "));
  EXPECT_THAT(in_the_head, HasSubstr("the prediction"));
}

TEST(BadNumbers, OfAGradientNameTheParameterAndTheGraph) {
  // A tiny graph embedding behind huge weights: the outputs are finite, their derivatives by the embedding are not.
  const Dataset dataset = ring_dataset(48);
  const Split split = thirds(48);
  ThreadPool pool(1, use_single_threaded_operations);
  RunConfig config = small_config();
  config.data.task = TaskChoice::regression;
  config.model.ir.layers = 0;
  Training training(dataset, split, config, pool);
  {
    const torch::NoGradGuard no_grad;
    for (const auto& [name, tensor] : tensors_of(*training.model().model)) {
      if (name.starts_with("readout_0.mlp.out")) tensor.mul_(1e-20F);
      if (name == "head.in.weight") tensor.fill_(1e20F);
      if (name == "head.in.bias") tensor.fill_(1000);
      if (name == "head.out.weight") tensor.fill_(1e33F);
    }
  }
  const Weights before = copy_weights(*training.model().model);
  const Error error = error_of([&] { training.advance(); });
  EXPECT_THAT(error.what(), HasSubstr("epoch 1, batch 1, graph "));
  EXPECT_THAT(error.what(), HasSubstr("not a finite number in the gradient of '"));
  EXPECT_TRUE(equal(before, copy_weights(*training.model().model)));
}

TEST(BadNumbers, InAGradientStopTheOptimizerBeforeItChangesAnything) {
  const at::Tensor a = torch::ones({3});
  const at::Tensor b = torch::ones({2});
  Adam adam({a, b}, 0);
  ThreadPool pool(2);
  const std::vector<std::vector<at::Tensor>> good = {{torch::ones({3}), torch::ones({2})}};
  const std::vector<std::vector<at::Tensor>> bad = {{torch::ones({3}), torch::full({2}, INFINITY)}};
  EXPECT_EQ(adam.step(good, 0.1, 0, pool), std::nullopt);
  const at::Tensor a_before = a.clone();
  EXPECT_EQ(adam.step(bad, 0.1, 0, pool), 1U);
  EXPECT_EQ(adam.step(bad, 0.1, 1, pool), 1U);
  EXPECT_TRUE(a.equal(a_before));
  EXPECT_EQ(adam.moments()[0].steps, 1);
}

}  // namespace
}  // namespace gnnir
