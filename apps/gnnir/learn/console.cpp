#include "console.h"

#include <fmt/format.h>

#include "gnnir/base/text.h"
#include "gnnir/metrics/metric.h"
#include "gnnir/models/registry.h"
#include "output.h"

namespace gnnir::app {
void Console::on_warning(const std::string& text) { note("warning: " + with_options(text)); }

void Console::on_done_before(const std::filesystem::path& folder) {
  note(fmt::format("{} is complete: nothing is left to do", folder.string()));
}

void Console::on_stored(const std::vector<PlannedRun>& runs, const std::filesystem::path& results) {
  std::vector<std::string> names;
  for (const PlannedRun& run : runs) names.push_back(name_with_seed(run));
  note(fmt::format(
      "done before, as {} says, and not run again: {}. To run it here all the same, name another --results folder",
      results.string(), fmt::join(names, ", ")));
}

void Console::on_left_to_another(const PlannedRun& run) {
  note(fmt::format("{}: left to the process that is at it", run.run.name));
}

void Console::on_skipped(const PlannedRun& run, const std::string& reason) {
  note(fmt::format("{}: skipped: {}", run.run.name, with_options(reason)));
}

void Console::on_failed(const PlannedRun& run, const Error& error) {
  note(fmt::format("{}: failed: {}", run.run.name, with_options(error.what())));
}

void Console::on_not_collected(const std::string& /*run*/, const Error& error) {
  on_warning(fmt::format("{}; its results stay as they were", error.what()));
}

void Console::on_not_scored(const std::string& run, const Error& error) {
  on_warning(fmt::format("{}: the best model so far was not tested: {}", run, with_options(error.what())));
}

std::string title_of(const RunStart& start) {
  const std::size_t jobs = start.jobs.size();
  return fmt::format("{}{} on {}: {} graphs, {}, {} thread{}, engine {}", start.resumed ? "resumed: " : "",
                     describe(start.config.model), start.dataset.name, start.dataset.size(),
                     jobs == 1 ? "one split" : fmt::format("{} trainings", jobs), start.threads,
                     start.threads == 1 ? "" : "s", describe(start.engine_parts));
}

std::string words_on_metric(const MainMetric& metric) {
  if (metric.because.empty()) return "";
  return with_options(
      fmt::format("metric: {}, as {} (train.metric names another)", find_metric(metric.name)->title, metric.because));
}

std::string words_on_positive(const RunStart& start) {
  if (!start.config.data.positive.empty()) return "";
  const auto says_itself = [](const std::string& no, const std::string& yes) {
    return parse_number(no) && parse_number(yes);
  };
  const Dataset& dataset = start.dataset;
  std::vector<std::string> asked;
  if (dataset.class_names.size() == 2 && !says_itself(dataset.class_names[0], dataset.class_names[1])) {
    asked.push_back(in_quotes(dataset.class_names[1]));
  }
  for (std::size_t t = 0; t < dataset.answers.size() && !dataset.has_classes(); ++t) {
    const auto& [no, yes] = dataset.answers[t];
    if (!says_itself(no, yes)) asked.push_back(fmt::format("{} {}", dataset.target_names[t], in_quotes(yes)));
  }
  if (asked.empty()) return "";
  return with_options(
      fmt::format("what is asked for: {} (data.positive names the other answer)", fmt::join(asked, ", ")));
}

std::string name_with_seed(const PlannedRun& run) {
  return fmt::format("{} seed {}", run.run.name, run.config.train.seed);
}

void print_line(const Json& json) {
  show("{}\n", to_text(json));
  std::fflush(stdout);
}

}  // namespace gnnir::app
