#pragma once

#include <vector>

#include "gnnir/run/run.h"

namespace gnnir {

/// What predicting the same for every graph scores on the test graphs of each training: classes and answers as often as
/// they are among the training graphs, the mean of each target. Whoever is no better has learned nothing.
std::vector<Scores> scores_of_a_guess(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs);

}  // namespace gnnir
