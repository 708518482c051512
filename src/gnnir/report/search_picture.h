#pragma once

#include <string>

#include "gnnir/report/search_results.h"

namespace gnnir {

/// What mattered, as SVG: a panel per setting that was searched, the most important first, with a dot per trial: its
/// value, and its score at the first rung. winner: the number of the best trial
std::string draw_search(const SearchTrials& search, std::int64_t winner);

}  // namespace gnnir
