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

}  // namespace gnnir
