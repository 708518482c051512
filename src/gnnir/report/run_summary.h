#pragma once

#include <filesystem>

#include "gnnir/base/json.h"

namespace gnnir {

/// What a run folder has come to, as one entry of a cell's "runs" in a table of results:
///   seed, status ("done" or "partial"), progress ("epoch 66 of 300", "4 of 10 folds"), settings (their checksum),
///   epochs and best_epochs (of each training), seconds (of all trainings together), seconds_per_epoch (the median),
///   parameters, scores (per part and score a value for each training, null where it has none), gnnir, commit, machine.
/// A training that is not done has train and validation scores of its best epoch so far, no test scores. An Error of
/// kind usage if the folder holds no run, of kind data if its files are broken.
Json summarize_run(const std::filesystem::path& folder);

}  // namespace gnnir
