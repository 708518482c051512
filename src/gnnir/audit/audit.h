#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gnnir/audit/certify.h"
#include "gnnir/audit/options.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/train/predict.h"

namespace gnnir {

struct GraphAudit {
  std::int64_t graph = 0;
  Certificate certificate;
  double spread = 0;  ///< largest difference of a prediction over the relabellings, as AuditOptions::tolerance has it
  Verdict verdict = Verdict::stable;
  std::vector<std::vector<NodeId>> chosen;  ///< per layer the nodes that were individualized, of all branches
};

/// Examines what a model makes of some graphs of a data set. The certificate argues in exact arithmetic from the cells
/// that the model found; a difference that is seen outweighs it. Models with pooling are never certified. `progress` is
/// told the number of graphs done, from any thread.
std::vector<GraphAudit> audit(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                              const AuditOptions& options, ThreadPool& pool,
                              const std::function<void(std::size_t)>& progress = {});

}  // namespace gnnir
