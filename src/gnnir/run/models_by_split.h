#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gnnir/infer/predictor.h"
#include "gnnir/nn/execution.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// The jobs of a run, those of one split side by side: its seeds.
std::vector<std::span<const Job>> jobs_by_split(std::span<const Job> jobs);

/// Their models in a run's folder, which answer together.
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

/// Whether a model is the folder of a run whose trainings have splits of their own: a cross-validation.
bool has_folds(const std::filesystem::path& model, const Dataset& dataset);

/// Of such a run: the graphs of each fold's test part, and the models that have not seen them.
struct FoldQuestion {
  Predictor predictor;
  std::vector<std::int64_t> graphs;  ///< ascending
};
/// The data must be the run's.
std::vector<FoldQuestion> questions_to_folds(const std::filesystem::path& folder, const Dataset& dataset,
                                             const Execution& execution = {});

/// What each fold says of its own graphs, as one answer, by the numbers of the graphs.
Predictions predict_out_of_fold(std::span<const FoldQuestion> folds, const Dataset& dataset, ThreadPool* pool);

}  // namespace gnnir
