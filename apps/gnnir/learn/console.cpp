#include "console.h"

#include <fmt/format.h>

#include "gnnir/metrics/metric.h"
#include "gnnir/models/registry.h"

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
      fmt::format("{} counts, as {} (train.metric names another)", find_metric(metric.name)->title, metric.because));
}

std::string name_with_seed(const PlannedRun& run) {
  return fmt::format("{} seed {}", run.run.name, run.config.train.seed);
}

std::string format_score(const std::string& name, double mean) {
  const Metric* metric = find_metric(name);
  if (metric && metric->share) return fmt::format("{:.2f}", 100 * mean);
  return std::abs(mean) < 0.001 && mean != 0 ? fmt::format("{:.3g}", mean) : fmt::format("{:.4f}", mean);
}

std::string format_summary(const std::string& name, const Summary& summary) {
  return fmt::format("{} ± {}", format_score(name, summary.mean), format_score(name, summary.std));
}

}  // namespace gnnir::app
