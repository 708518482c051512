#include "gnnir/run/memory_estimate.h"

#include <gmock/gmock.h>

#include "gnnir/nn/tensor_memory.h"
#include "support/errors.h"
#include "support/training.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::small_config;
using testing::thirds;

// How near estimates are to what is used is measured by scripts/torture.

Dataset large_rings(NodeId length) {
  Dataset dataset = testing::ring_dataset(24);
  for (Example& example : dataset.examples) example.graph = testing::rings(1, length);
  return dataset;
}

class Memory : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "under the address sanitizer tensors are not counted";
#endif
    keep_tensor_memory();
  }

  static double passing(const Dataset& dataset, const RunConfig& config, std::size_t threads = 1) {
    const std::vector<Job> jobs = {{"", thirds(24), 0}};
    return require_memory_for_training(dataset, config, jobs, threads, 1e15).passing;
  }
};

TEST_F(Memory, GrowsWithNodesBranchesAndThreads) {
  RunConfig config = small_config();
  config.model.gnn.hidden = 32;
  const double start = passing(large_rings(2000), config);
  const double with_nodes = passing(large_rings(8000), config);
  EXPECT_GT(with_nodes, 2.5 * start);
  EXPECT_LT(with_nodes, 6 * start);
  EXPECT_GT(passing(large_rings(8000), config, 2), 1.5 * with_nodes);
  config.model.ir.layers = 0;
  EXPECT_LT(passing(large_rings(8000), config), with_nodes);
}

TEST_F(Memory, OfAGraphTooLargeToTryIsThatOfAPartScaled) {
  RunConfig config = small_config();
  config.model.gnn.hidden = 16;
  const double small = passing(large_rings(20'000), config);
  const double large = passing(large_rings(400'000), config);
  EXPECT_GT(large, 12 * small);
  EXPECT_LT(large, 25 * small);
}

TEST_F(Memory, OfRowsThatAreComputedOnceCountsThemOnceWhereAllWouldBeTooMuch) {
  RunConfig config = small_config();
  config.model.architecture = "exact-ir";
  config.model.ir.layers = 1;
  config.model.gnn.hidden = 32;
  config.train.batch_size = 8;
  const Dataset dataset = large_rings(1500);  // each has 2.25 million rows, of which 1,500 are different
  const std::vector<Job> jobs = {{"", thirds(24), 0}};
  constexpr double gigabyte = 1 << 30;
  EXPECT_NO_THROW(require_memory_for_training(dataset, config, jobs, 1, gigabyte));
  config.model.own = {{"share_rows", "false"}, {"prune", "none"}};
  EXPECT_THROW(require_memory_for_training(dataset, config, jobs, 1, gigabyte), Error);
}

TEST_F(Memory, OfRowsThatAConvolutionKeepsPerEdgeIsThatOfTheDensestGraphs) {
  RunConfig config = small_config();
  config.model.gnn.conv = "pna";
  config.model.gnn.hidden = 32;
  config.model.ir.layers = 0;
  config.train.batch_size = 1;
  std::vector<Edge> all;
  for (NodeId u = 0; u < 150; ++u) {
    for (NodeId v = 0; v < u; ++v) all.push_back({u, v});
  }
  Dataset dense = large_rings(200);  // more nodes, but 400 edges beside 22,350
  const double sparse_only = passing(dense, config);
  for (Example& example : dense.examples) example.graph = Graph::from_edges(150, all);
  Dataset mixed = dense;
  for (std::size_t i = 0; i < mixed.examples.size(); i += 2) mixed.examples[i].graph = testing::rings(1, 200);
  const double dense_only = passing(dense, config);
  // Two rows an edge on each of three steps' tapes.
  EXPECT_GT(dense_only - sparse_only, 2.0 * 3 * 22'350 * 32 * sizeof(float));
  EXPECT_GT(passing(mixed, config), 0.9 * dense_only);
  EXPECT_LT(passing(mixed, config), 1.1 * dense_only);
}

TEST_F(Memory, LeavesTheModelAndItsStatisticsAlone) {
  const Dataset dataset = testing::ring_dataset(24);
  RunConfig config = small_config();
  config.model.gnn.norm.kind = NormKind::batch;
  ThreadPool pool(1);
  TrainOutcome outcome = train_model(dataset, thirds(24), config, pool);
  const Weights before = copy_weights(*outcome.model.model);
  const EncodedDataset data = EncodedDataset::from(dataset, outcome.model);
  const std::vector<std::int64_t> graphs = {0, 1, 2};
  estimate_prediction(outcome.model, data, graphs, 2);
  EXPECT_TRUE(testing::equal(before, copy_weights(*outcome.model.model)));
  EXPECT_NO_THROW(estimate_prediction(outcome.model, data, {}, 2));
}

TEST(RequireMemory, RefusesWithTheFiguresWhatIsAboveTheLimit) {
  const MemoryEstimate estimate{.present = 100 << 20, .held = 10 << 20, .passing = 50 << 20};
  EXPECT_NO_THROW(require_memory(estimate, 161 << 20));
  EXPECT_NO_THROW(require_memory(estimate, 0));  // this machine has more than that
  const Error error = error_of([&] { require_memory(estimate, 159 << 20); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("about 160 MB (100 MB"));
  EXPECT_THAT(error.what(), HasSubstr("run.max_memory allows 159 MB"));
  EXPECT_THAT(error_of([&] { require_memory({.passing = 1e18}, 0); }).what(), HasSubstr("can be had here"));
}

}  // namespace
}  // namespace gnnir
