#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>

#include "gnnir/graph/batch.h"
#include "gnnir/kernels/exact_plan.h"
#include "gnnir/kernels/row_colours.h"

namespace gnnir::kernels {

/// Plans of graphs by their content: they depend on the graph and its features alone, and a training sees each graph
/// many times. Several threads may ask at once.
class ExactPlanCache {
 public:
  explicit ExactPlanCache(ExactPlanOptions options, std::size_t most_bytes = std::size_t{1} << 30)
      : options_(options), most_bytes_(most_bytes) {}
  /// Of all graphs of a batch, one behind the other. nodes, edges: their features
  std::shared_ptr<const ExactPlan> plan_of(const Batch& batch, std::span<const FeatureColumn> nodes,
                                           std::span<const FeatureColumn> edges);

 private:
  ExactPlanOptions options_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const ExactPlan>> plans_;
};

}  // namespace gnnir::kernels
