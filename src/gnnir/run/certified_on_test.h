#pragma once

#include <vector>

#include "gnnir/audit/certified_graphs.h"
#include "gnnir/data/dataset.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// What can be proved of the predictions of a run's models, each for its own test graphs. The run's folder has the
/// models. It takes a fixed number of operations at most, of all models together: a few seconds.
CertifiedGraphs certified_on_test(const Dataset& dataset, const std::vector<Job>& jobs, const RunOptions& options);

}  // namespace gnnir
