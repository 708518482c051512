#include <fmt/format.h>

#include "gnnir/draw/html_table.h"
#include "gnnir/report/html.h"
#include "gnnir/report/paper_table.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

/// The run's own number for what the paper shows; "–" if it has none.
std::string our_number(const RunResult& result, const PaperScore& paper) {
  const ScoreSummaries& part = result.part(paper.part);
  const auto found = part.find(paper.score);
  if (found == part.end()) return "–";
  const Summary& ours = found->second.over_jobs;
  const auto text = [&](double value) { return format_score(paper.score, value); };
  switch (parse_enum<Statistic>(paper.statistic, "[report] statistic")) {
    case Statistic::mean_std:
      return found->second.jobs.size() > 1 ? format_summary(paper.score, ours) : text(ours.mean);
    case Statistic::mean:
      return text(ours.mean);
    case Statistic::median:
      return text(ours.median);
    case Statistic::max:
      return text(ours.max);
    case Statistic::min:
      return text(ours.min);
    case Statistic::std:
      return text(ours.std);
  }
  return "–";
}

}  // namespace

std::string paper_section(const RunView& run) {
  if (!run.environment || run.environment->paper.empty()) return "";
  HtmlTable table{.columns = {{"table", false}, {"row", false}, {"number", false}, {"of", false}, {"paper", true}},
                  .rows = {}};
  if (run.result) table.columns.push_back({"this run", true});
  for (const PaperScore& paper : run.environment->paper) {
    table.rows.push_back({paper.table, paper.row, paper.title,
                          fmt::format("{} {}", paper.part, score_title(paper.score)), paper.number});
    if (run.result) table.rows.back().push_back(our_number(*run.result, paper));
  }
  return to_html(table) + note(run.result ? "The paper's numbers as its table has them; this run's are of this seed "
                                            "alone, the table of all seeds is written by gnnir reproduce."
                                          : "This run's own numbers follow when it is done.");
}

}  // namespace gnnir
