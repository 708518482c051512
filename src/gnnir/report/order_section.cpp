#include <fmt/format.h>

#include <optional>

#include "gnnir/audit/certified_graphs.h"
#include "gnnir/draw/html_table.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

bool decides_nothing(const ModelOptions& model) { return model.architecture == "exact-ir" || model.ir.layers == 0; }

/// What the run found out of its test graphs; runs of before that was done have nothing.
std::optional<CertifiedGraphs> found_in(const RunView& run) {
  if (!run.result || !run.result->figures.is_object() || !run.result->figures.contains("order")) return std::nullopt;
  CertifiedGraphs found = CertifiedGraphs::from_json(run.result->figures["order"]);
  return found.looked_at > 0 ? std::optional(found) : std::nullopt;
}

std::string words_of(const CertifiedGraphs& found, const std::string& model) {
  if (found.certified == found.looked_at) {
    return fmt::format(
        "All {} predictions for test graphs are certified{}: they are provably the same in whatever order "
        "nodes are listed.",
        found.looked_at, found.by_construction.empty() ? "" : " by construction");
  }
  return fmt::format(
      "{} of {} predictions for test graphs are certified: provably the same in whatever order nodes are "
      "listed. For the others that is not proved: {} had to choose among nodes that look equal to it.",
      found.certified, found.looked_at, model);
}

std::string counts_of(const CertifiedGraphs& found) {
  HtmlTable table{.columns = {{"of the test graphs", false}, {"graphs", true}, {"share in %", true}}, .rows = {}};
  const auto row = [&](const char* words, std::int64_t graphs) {
    table.rows.push_back(
        {words, fmt::format("{}", graphs),
         fmt::format("{:.1f}", 100 * static_cast<double>(graphs) / static_cast<double>(found.looked_at))});
  };
  row("have nodes that message passing cannot tell apart (cells of several nodes)", found.nontrivial_cells);
  row("have nodes that really are equal (orbits of several nodes)", found.nontrivial_orbits);
  row("have cells that are orbits: what looks equal is equal", found.cells_are_orbits);
  row("made the model take some nodes of a cell and leave others", found.cut);
  row("have a certified prediction", found.certified);
  return to_html(table);
}

std::string reasons_of(const CertifiedGraphs& found) {
  if (found.not_proved.empty()) return "";
  HtmlTable table{.columns = {{"why it is not proved", false}, {"predictions", true}}, .rows = {}};
  for (const auto& [reason, predictions] : found.not_proved) {
    table.rows.push_back({reason, fmt::format("{}", predictions)});
  }
  return to_html(table);
}

std::string limits_of(const CertifiedGraphs& found) {
  std::string words;
  if (const std::int64_t left = found.graphs - found.looked_at - found.too_large; left > 0) {
    words +=
        fmt::format("{} of {} graphs were looked at, evenly along the test part: a run spends little time on this. ",
                    found.looked_at, found.graphs);
  }
  if (found.too_large > 0) {
    words += fmt::format("{} of more than {} nodes {} left out. ",
                         found.too_large == 1 ? "1 graph" : fmt::format("{} graphs", found.too_large),
                         most_nodes_certified, found.too_large == 1 ? "was" : "were");
  }
  return words.empty() ? "" : note(words);
}

}  // namespace

std::string order_section(const RunView& run) {
  if (!run.config) return "";
  const ModelOptions& model = run.config->model;
  const std::string audit = fmt::format("gnnir audit {} {}", run.folder.string(), run.config->data.dataset);
  if (const auto found = found_in(run)) {
    const char* more = found->certified == found->looked_at ? "Which nodes of each graph look equal:"
                                                            : "For each graph, and how far its prediction moves:";
    return paragraph(words_of(*found, model_words(model))) + counts_of(*found) + reasons_of(*found) +
           limits_of(*found) + note(more) + copied_text(audit);
  }
  if (decides_nothing(model)) {
    return paragraph(fmt::format("Predictions are certified by construction: {} never depends on the order in which "
                                 "nodes are listed.",
                                 model_words(model))) +
           note("Which nodes look equal to it, their cells and orbits:") + copied_text(audit);
  }
  return paragraph(
             fmt::format("{} chooses nodes. Where it has to choose among equal ones, another order of nodes may give "
                         "another prediction. For each graph that is asked with:",
                         model_words(model))) +
         copied_text(audit);
}

}  // namespace gnnir
