#pragma once

#include <vector>

#include "gnnir/record/paper_score.h"
#include "gnnir/report/paper_table.h"
#include "gnnir/report/reproduction.h"

namespace gnnir {

/// What the paper has for a run of its table, in every row and column that shows it, but for times: those are of
/// another machine.
std::vector<PaperScore> paper_scores_of(const PaperTable& table, const NamedRun& run);

}  // namespace gnnir
