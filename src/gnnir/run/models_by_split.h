#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gnnir/infer/predictor.h"
#include "gnnir/nn/execution.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// The models of some jobs in a run's folder, which answer together.
Predictor predictor_of_jobs(const std::filesystem::path& folder, std::span<const Job> jobs,
                            const Execution& execution = {});

/// What the seeds of one split say together of its test graphs.
struct TogetherOnTest {
  std::string name;  ///< "together", or "fold_2_together"
  Scores scores;
  Predictions predictions;
  TargetEncoding targets;
};
/// Of each split that was trained with several seeds and has test graphs. The run's folder has the models.
std::vector<TogetherOnTest> together_on_test(const Dataset& dataset, const std::vector<Job>& jobs,
                                             const RunOptions& options);

}  // namespace gnnir
