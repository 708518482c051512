#include "gnnir/infer/memory.h"

#include <gtest/gtest.h>

#include <thread>

#include "gnnir/infer/load.h"
#include "gnnir/infer/on_kernels/rows.h"
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

struct Case {
  const char* architecture;
  const char* conv;
  std::int64_t layers, width;
  MergeKind merge;
  NodeId nodes;
};

Predictor untrained(const Dataset& dataset, const Case& one) {
  ModelOptions options;
  options.architecture = one.architecture;
  options.gnn.conv = one.conv;
  options.ir.layers = one.layers;
  options.ir.width = one.width;
  options.ir.merge = one.merge;
  return untrained(dataset, options);
}

const std::vector<Case> cases = {{"gnn-ir", "gin", 0, 1, MergeKind::max, 3000},
                                 {"gnn-ir", "gin", 2, 8, MergeKind::max, 800},
                                 {"gnn-ir", "pna", 2, 4, MergeKind::sum, 800},
                                 {"gnn-ir", "gin", 2, 4, MergeKind::tree, 300},
                                 {"exact-ir", "gin", 1, 1, MergeKind::max, 90}};

// Matrices are counted, not resident memory: that is what the allocator makes of them.
TEST(MemoryOnKernels, IsEstimatedAboveWhatAPredictionTakesAndWhereThatIsTooMuchNotFarAbove) {
  for (const Case& one : cases) {
    SCOPED_TRACE(fmt::format("{} {} L={}", one.architecture, one.conv, one.layers));
    const Dataset dataset = large_graphs(one.nodes, 4.0 / one.nodes);
    const Predictor predictor = untrained(dataset, one);
    const EncodedDataset data = EncodedDataset::features_of(dataset, predictor.model());
    const std::vector<std::int64_t> graphs = all_graphs(dataset);
    double taken = 0;
    std::thread([&] {
      predictor.network().run({.dataset = dataset, .features = data.features, .graphs = graphs});
      taken = static_cast<double>(on_kernels::row_bytes().peak);
    }).join();
    const MemoryEstimate roomy = estimate_on_kernels(predictor, data, graphs, 1, 1e15);
    const double limit = roomy.present + 0.8 * roomy.passing;
    const MemoryEstimate tight = estimate_on_kernels(predictor, data, graphs, 1, limit);
    EXPECT_GE(roomy.passing, tight.passing);
    EXPECT_GE(tight.passing, taken);
    EXPECT_LE(tight.passing, 2.5 * taken);
  }
}

TEST(MemoryOnKernels, IsRefusedWithWhatToTry) {
  const Dataset dataset = large_graphs(300, 0.01);
  ModelOptions options;
  options.ir.layers = 1;
  options.ir.width = 4;
  const Predictor predictor = untrained(dataset, options);
  const MemoryEstimate estimate =
      estimate_on_kernels(predictor, EncodedDataset::features_of(dataset, predictor.model()), all_graphs(dataset), 2);
  EXPECT_NO_THROW(require_memory(estimate, 1e12));
  const Error error = testing::error_of([&] { require_memory(estimate, 1e6); });
  EXPECT_TRUE(is_lack_of_memory(error));
  EXPECT_NE(std::string(error.what()).find("Try fewer run.threads, or smaller graphs"), std::string::npos);
}

}  // namespace
}  // namespace gnnir
