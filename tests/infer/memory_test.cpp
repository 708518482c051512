#include "gnnir/infer/memory.h"

#include <gtest/gtest.h>

#include "gnnir/base/memory.h"
#include "gnnir/infer/load.h"
#include "gnnir/models/model_file.h"
#include "gnnir/train/prepare.h"
#include "support/errors.h"
#include "support/training.h"

namespace gnnir {
namespace {

/// Large enough that what a prediction takes stands out.
Dataset large_graphs(NodeId nodes, double density) {
  Rng rng(91, Purpose::test);
  Dataset dataset = testing::ring_dataset(24);
  for (Example& example : dataset.examples) example.graph = testing::random_graph(nodes, density, rng);
  return dataset;
}

Predictor untrained(const Dataset& dataset, const ModelOptions& options) {
  RunConfig config;
  config.model = options;
  config.train.batch_size = 24;
  const TrainedModel model = TrainedModel::create(header_for(dataset, testing::thirds(24), config));
  return predictor_on_kernels(std::vector{parse_model(encode_model(model), "[model] test")});
}

TEST(MemoryOnKernels, IsEstimatedAboveWhatAPredictionTakesAndNotFarAbove) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  reset_peak_memory();
  if (peak_memory_mb() > resident_bytes() / (1 << 20) + 1) GTEST_SKIP() << "the system keeps no peak from now on";
  struct Case {
    const char* architecture;
    const char* conv;
    std::int64_t layers, width;
    MergeKind merge;
    NodeId nodes;
  };
  for (const Case& one :
       {Case{"gnn-ir", "gin", 0, 1, MergeKind::max, 3000}, Case{"gnn-ir", "gin", 2, 8, MergeKind::max, 800},
        Case{"gnn-ir", "pna", 2, 4, MergeKind::sum, 800}, Case{"gnn-ir", "gin", 2, 4, MergeKind::tree, 300},
        Case{"exact-ir", "gin", 1, 1, MergeKind::max, 90}}) {
    SCOPED_TRACE(std::string(one.architecture) + " " + one.conv);
    const Dataset dataset = large_graphs(one.nodes, 4.0 / one.nodes);
    ModelOptions options;
    options.architecture = one.architecture;
    options.gnn.conv = one.conv;
    options.ir.layers = one.layers;
    options.ir.width = one.width;
    options.ir.merge = one.merge;
    const Predictor predictor = untrained(dataset, options);
    const double estimate = estimate_on_kernels(predictor, dataset, all_graphs(dataset), 1).passing;
    reset_peak_memory();
    const double before = resident_bytes();
    static_cast<void>(predictor.predict(dataset));
    const double taken = peak_memory_mb() * (1 << 20) - before;
    std::printf("%s %s L=%ld k=%ld: estimate %.1f MB, taken %.1f MB\n", one.architecture, one.conv, one.layers,
                one.width, estimate / 1e6, taken / 1e6);
    EXPECT_GE(estimate, taken);
    EXPECT_LE(estimate, 6 * taken);
  }
}

TEST(MemoryOnKernels, IsRefusedWithWhatToTry) {
  const Dataset dataset = large_graphs(300, 0.01);
  ModelOptions options;
  options.ir.layers = 1;
  options.ir.width = 4;
  const Predictor predictor = untrained(dataset, options);
  const MemoryEstimate estimate = estimate_on_kernels(predictor, dataset, all_graphs(dataset), 2);
  EXPECT_NO_THROW(require_memory(estimate, 1e12));
  const Error error = testing::error_of([&] { require_memory(estimate, 1e6); });
  EXPECT_TRUE(is_lack_of_memory(error));
  EXPECT_NE(std::string(error.what()).find("Try fewer run.threads, or smaller graphs"), std::string::npos);
}

}  // namespace
}  // namespace gnnir
