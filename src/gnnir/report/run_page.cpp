#include "gnnir/report/run_page.h"

#include <fmt/format.h>

#include "gnnir/base/json.h"
#include "gnnir/draw/html_table.h"
#include "gnnir/draw/page.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

/// What a section says; of a file with other content than ours a word that it is left out.
template <typename Section>
void add(Page& page, const char* title, const Section& section) {
  std::string html;
  try {
    html = section();
  } catch (const std::exception& error) {
    html = note(fmt::format("This part is left out: {}", error.what()));
  }
  if (!html.empty()) page.section(title, std::move(html));
}

std::string subtitle_of(const RunView& run) {
  std::string text = run.config ? model_words(run.config->model) : "";
  const auto say = [&](const std::string& more) {
    if (!more.empty()) text += (text.empty() ? "" : " · ") + more;
  };
  say(run.folder.string());
  if (run.environment) say(run.environment->started);
  if (!run.done()) say("not done");
  return text;
}

}  // namespace

std::string run_page(const RunView& run, const RunPageOptions& options) {
  Page page("gnnir: " + run.name(), subtitle_of(run));
  const TestFigures figures = test_figures(run.test, run.promises);
  add(page, "The answer", [&] { return answer_section(run); });
  add(page, "The paper's numbers and ours", [&] { return paper_section(run); });
  add(page, "The question", [&] { return question_section(run); });
  add(page, "Training", [&] { return curves_section(run); });
  add(page, "On the test graphs", [&] { return classes_section(run, figures) + numbers_section(run, figures); });
  add(page, "How far to trust it", [&] { return trust_section(run, figures); });
  add(page, "Folds and seeds", [&] { return trainings_section(run); });
  add(page, "Single graphs", [&] { return predictions_section(run, options); });
  add(page, "The order of nodes", [&] { return order_section(run); });
  add(page, "Where the time went", [&] { return time_section(run); });
  add(page, "How to repeat it", [&] { return settings_section(run); });
  if (!run.remarks.empty()) {
    std::string html;
    for (const std::string& remark : run.remarks) html += paragraph(remark);
    page.section("What could not be read", html);
  }
  return page.str();
}

}  // namespace gnnir
