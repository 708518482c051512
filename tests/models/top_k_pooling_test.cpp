#include <gtest/gtest.h>

#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::input_of;
using testing::path;

ModelOptions pooling(std::int64_t layers, const std::string& ratio) {
  ModelOptions options;
  options.architecture = "top-k-pooling";
  options.own["pool_ratio"] = ratio;
  options.gnn = {.hidden = 1, .steps = 1};
  options.ir.layers = layers;
  return options;
}

ModelOutput run(const ModelOptions& options, const std::vector<Graph>& graphs, const at::Tensor& reals) {
  testing::AnyModel model = testing::double_model(options, {.num_reals = 1, .outputs = 1});
  ModelInput input = input_of(graphs, reals);
  input.wanted.intermediate = true;
  return model(input);
}

TEST(TopKPooling, KeepsTheBestShareOfEachGraphRoundedUp) {
  Rng rng(70, Purpose::test);
  const std::vector<Graph> graphs = {path(4), Graph(), path(3), path(1)};
  const ModelOutput output = run(pooling(2, "0.5"), graphs, testing::random_rows(8, 1, rng));
  ASSERT_EQ(output.intermediate.size(), 3U);
  EXPECT_EQ(output.intermediate[1].second.size(0), 2 + 2 + 1);
  EXPECT_EQ(output.intermediate[2].second.size(0), 1 + 1 + 1);
}

TEST(TopKPooling, KeepsEverythingWithAShareOfOne) {
  Rng rng(72, Purpose::test);
  const ModelOutput output = run(pooling(1, "1"), {path(4), path(3)}, testing::random_rows(7, 1, rng));
  EXPECT_EQ(output.intermediate[1].second.size(0), 7);
}

TEST(TopKPooling, SaysThatTheOrderOfNodesMayMatter) {
  Rng rng(73, Purpose::test);
  const at::Tensor reals = testing::random_rows(4, 1, rng);
  EXPECT_EQ(run(pooling(1, "0.5"), {path(4)}, reals).trace.order_matters_because, "pooling");
  EXPECT_EQ(run(pooling(0, "0.5"), {path(4)}, reals).trace.order_matters_because, "");
}

}  // namespace
}  // namespace gnnir
