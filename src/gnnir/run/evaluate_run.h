#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/metrics/metrics.h"

namespace gnnir {

/// Scores of the best model that a run of one training has so far, on each part of its split but the training graphs:
/// "validation", "test" and what it calls others. Empty if there is no model yet.
std::map<std::string, Scores> score_best_so_far(const std::filesystem::path& folder, const Dataset& dataset,
                                                std::size_t threads);

/// Whether this is the data set that a run, or the run that a model file lies in, was made with.
bool is_data_of_run(const std::filesystem::path& model, const Dataset& dataset);

/// The graphs of a part of the split that a model was trained with: "train", "validation", "test" or another that the
/// split names. The model is a run folder, or a file in one; the data must be the run's.
std::vector<std::int64_t> part_of_run(const std::filesystem::path& model, const std::string& part,
                                      const Dataset& dataset);

}  // namespace gnnir
