#pragma once

#include <vector>

#include "gnnir/run/run.h"

namespace gnnir {

/// Where a split was trained with several seeds: the scores of its models together on its test graphs, by split. Empty
/// if each split has one. The run's folder has the models.
std::vector<Scores> scores_together(const Dataset& dataset, const std::vector<Job>& jobs, const RunOptions& options);

}  // namespace gnnir
