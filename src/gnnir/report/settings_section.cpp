#include <fmt/format.h>

#include <filesystem>

#include "gnnir/draw/html_table.h"
#include "gnnir/record/run_record.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// Of those that something reads; different: only what is not as it is by default.
HtmlTable settings_table(const RunConfig& config, bool different) {
  const RunConfig defaults;
  RunConfig own_defaults;  // of the same model and convolution, which alone have these options
  own_defaults.model.architecture = config.model.architecture;
  own_defaults.model.gnn.conv = config.model.gnn.conv;
  HtmlTable table{.columns = {{"setting", false}, {"here", false}, {"by default", false}, {"what it is", false}},
                  .rows = {}};
  table.shown = 500;
  for (const ConfigField& field : all_config_fields()) {
    if (!field.belongs_to(config)) continue;
    const std::string here = field.get(config);
    const std::string usual = field.get(field.own ? own_defaults : defaults);
    const bool unread = field.unread && !field.unread(config).empty();
    if (different && (here == usual || unread)) continue;
    table.rows.push_back({field.path(), here, usual, field.help});
  }
  return table;
}

std::string machine_facts(const RunEnvironment& environment) {
  std::vector<std::pair<std::string, std::string>> facts;
  const auto add = [&](const char* word, const std::string& meaning) {
    if (!meaning.empty()) facts.emplace_back(word, meaning);
  };
  add("begun", environment.started);
  add("gnnir", environment.version + (environment.commit.empty() ? "" : ", commit " + environment.commit));
  add("processor", environment.processor);
  if (environment.cores > 0) add("cores, threads", fmt::format("{}, {}", environment.cores, environment.threads));
  add("engine", name_of(environment.engine));
  add("compiler", environment.compiler);
  add("libtorch", environment.libtorch);
  return definitions(facts);
}

std::string files_table(const RunView& run) {
  HtmlTable table{.columns = {{"file", false}, {"what it has", false}}, .rows = {}};
  const RunRecord record(run.folder);
  const TrainingRecord training = record.training(run.trainings.empty() ? "" : run.trainings.front().name);
  const auto add = [&](const fs::path& file, const char* what) {
    std::error_code unknown;
    if (fs::exists(file, unknown)) table.rows.push_back({fs::relative(file, run.folder, unknown).string(), what});
  };
  add(run.folder / "result.json", "scores, data and figures that this page shows");
  add(training.metrics(), "scores of every epoch");
  add(training.timings(), "how long every epoch took");
  add(record.test_predictions(), "every prediction for a test graph");
  add(training.best_model(), "the model: weights, settings and encodings");
  add(record.config(), "all settings; a run can be repeated with it");
  add(record.splits(), "which graphs are in which part");
  add(record.log(), "a line per epoch");
  return to_html(table);
}

}  // namespace

std::string settings_section(const RunView& run) {
  std::string html;
  if (run.environment && !run.environment->command.empty()) html += copied_text(run.environment->command);
  if (run.config) {
    const HtmlTable different = settings_table(*run.config, /*different=*/true);
    html += different.rows.empty() ? paragraph("All settings are as they are by default.")
                                   : subtitle("What is not as it is by default") + to_html(different);
    html += details("All settings", to_html(settings_table(*run.config, /*different=*/false)));
  }
  if (run.environment) html += subtitle("The machine") + machine_facts(*run.environment);
  return html + subtitle("Files") + files_table(run);
}

}  // namespace gnnir
