#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "gnnir/kernels/exact_plan.h"
#include "gnnir/models/model.h"

namespace gnnir {

/// Plans of graphs by their content: they depend on the graph and its features alone, and a training sees each graph
/// many times. Several threads may ask at once.
class PlanCache {
 public:
  explicit PlanCache(kernels::ExactPlanOptions options, std::size_t most_bytes = std::size_t{1} << 30)
      : options_(options), most_bytes_(most_bytes) {}
  /// Of all graphs of an input, one behind the other.
  std::shared_ptr<const kernels::ExactPlan> plan_of(const ModelInput& input);

 private:
  kernels::ExactPlanOptions options_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const kernels::ExactPlan>> plans_;
};

}  // namespace gnnir
