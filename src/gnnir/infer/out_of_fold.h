#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "gnnir/infer/predictor.h"

namespace gnnir {

/// Whether a model is the folder of a run whose trainings have splits of their own: a cross-validation.
bool has_folds(const std::filesystem::path& model, const Dataset& dataset);

/// Of such a run: the graphs of each fold's test part, and the models that have not seen them.
struct FoldQuestion {
  Predictor predictor;
  std::vector<std::int64_t> graphs;  ///< ascending
};
/// Makes models of some files or folders of trainings, which answer together.
using LoadPredictor = std::function<Predictor(std::span<const std::filesystem::path> models)>;
/// The data must be the run's.
std::vector<FoldQuestion> questions_to_folds(const std::filesystem::path& folder, const Dataset& dataset,
                                             const LoadPredictor& load);

/// What each fold says of its own graphs, as one answer, by the numbers of the graphs.
Predictions predict_out_of_fold(std::span<const FoldQuestion> folds, const Dataset& dataset, ThreadPool* pool);

}  // namespace gnnir
