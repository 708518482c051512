#include "gnnir/report/paper_scores.h"

#include "gnnir/report/table_text.h"

namespace gnnir {
namespace {

/// Of what the paper has in %, and runs as a share.
std::optional<double> in_units_of_runs(const std::optional<double>& value, const ShownScore& score) {
  if (!value) return value;
  return score.score == "accuracy" ? *value / 100 : *value;
}

}  // namespace

std::vector<PaperScore> paper_scores_of(const PaperTable& table, const NamedRun& run) {
  std::vector<PaperScore> scores;
  for (const TableRow& row : table.rows) {
    for (const TableCell& cell : row.cells) {
      if (cell.run != run.name) continue;
      for (const ShownScore& shown : table.columns[cell.column].scores) {
        const auto number = cell.paper.find(shown.key);
        if (number == cell.paper.end() || shown.score == "seconds_per_epoch" || !shown.ratio_to.empty()) continue;
        scores.push_back({.table = table.name,
                          .row = row.name,
                          .title = shown.title,
                          .part = shown.part,
                          .score = shown.score,
                          .statistic = name_of(shown.statistic),
                          .number = number_text(number->second),
                          .value = in_units_of_runs(number->second.value, shown),
                          .std = in_units_of_runs(number->second.std, shown)});
      }
    }
  }
  return scores;
}

}  // namespace gnnir
