#include "doubt_report.h"

#include <fmt/format.h>

#include <cmath>

#include "gnnir/metrics/metrics.h"
#include "gnnir/report/table.h"

namespace gnnir::app {
namespace {

constexpr const char* unknown = "–";
constexpr std::size_t columns_of_text = 100;
constexpr const char* classes = "classes";

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

const char* word_for_size(const TargetEncoding& targets) {
  return targets.task == Task::regression ? "mean_width" : "mean_set_size";
}

Json json_of(const Coverage& coverage, double promised, const TargetEncoding& targets) {
  Json json = {{"promised", promised},
               {"held_out_graphs", coverage.held_out},
               {"graphs", coverage.graphs},
               {"covered", coverage.covered}};
  json["coverage"] = coverage.graphs > 0 ? Json(coverage.share()) : Json(nullptr);
  json[word_for_size(targets)] = number_or_null(coverage.size);
  return json;
}

/// Of the classes, or of a question: its name and its temperature.
struct Calibrated {
  std::string name;
  std::string suffix_of;  // what scores of it are of; empty: all
  double temperature;
};

std::vector<Calibrated> calibrated(const TargetEncoding& targets, const Evaluation& found) {
  const auto temperature = [&](std::size_t i) { return found.temperatures.empty() ? NAN : found.temperatures[i]; };
  if (targets.task == Task::classification) return {{classes, "", temperature(0)}};
  std::vector<Calibrated> all;
  for (std::size_t i = 0; i < targets.names.size(); ++i) {
    const std::string& name = targets.names[i];
    all.push_back({name, targets.names.size() == 1 ? "" : name, temperature(i)});
  }
  return all;
}

double value_in(const Scores& scores, const char* metric, const Calibrated& what) {
  const auto found = scores.find(what.suffix_of.empty() ? metric : score_of(metric, what.suffix_of));
  return found == scores.end() ? NAN : found->second;
}

std::string number_text(double value) { return std::isfinite(value) ? fmt::format("{:.4f}", value) : unknown; }

std::string coverage_text(double promised, const TargetEncoding& targets, const Evaluation& found) {
  const bool intervals = targets.task == Task::regression;
  Table table({intervals ? "interval" : "set", "promised", "coverage", intervals ? "mean width" : "mean size", "graphs",
               "held out"});
  for (const Coverage& coverage : found.coverage) {
    const std::string size = std::isinf(coverage.size) ? "no bounds" : fmt::format("{:.4g}", coverage.size);
    table.add({coverage.name.empty() ? classes : coverage.name, fmt::format("{:g}", promised),
               coverage.graphs > 0 ? fmt::format("{:.4f}", coverage.share()) : unknown,
               coverage.graphs > 0 ? size : unknown, fmt::format("{}", coverage.graphs),
               fmt::format("{}", coverage.held_out)});
  }
  return "\n" + table.text();
}

std::string calibration_text(Calibration kind, const TargetEncoding& targets, const Evaluation& found) {
  const bool temperature = kind == Calibration::temperature;
  std::vector<std::string> header = {"calibration", "ece before", "after", "log_loss before", "after"};
  if (temperature) header.emplace_back("temperature");
  Table table(header);
  for (const Calibrated& what : calibrated(targets, found)) {
    std::vector<std::string> row = {what.name};
    for (const char* metric : {"ece", "log_loss"}) {
      row.push_back(number_text(value_in(found.before_calibration, metric, what)));
      row.push_back(number_text(value_in(found.scores, metric, what)));
    }
    if (temperature) row.push_back(number_text(what.temperature));
    table.add(std::move(row));
  }
  return "\n" + table.text();
}

}  // namespace

void add_doubt(Json& result, const ModelCommand& command, const TargetEncoding& targets, const Evaluation& found) {
  const double confidence = command.confidence.value_or(0);  // there is coverage only where it was asked for
  for (const Coverage& coverage : found.coverage) {
    const std::string name = coverage.name.empty() ? classes : coverage.name;
    result["coverage"][name] = json_of(coverage, confidence, targets);
  }
  if (command.calibrate != Calibration::none) {
    result["calibration"] = {{"kind", name_of(command.calibrate)}, {"scores_before", found.before_calibration}};
    for (const Calibrated& what : calibrated(targets, found)) {
      if (std::isfinite(what.temperature)) result["calibration"]["temperature"][what.name] = what.temperature;
    }
  }
  if (!found.assumptions.empty()) result["assumes"] = found.assumptions;
}

std::string doubt_text(const ModelCommand& command, const TargetEncoding& targets, const Evaluation& found) {
  std::string text;
  if (command.confidence && !found.coverage.empty()) text += coverage_text(*command.confidence, targets, found);
  if (command.calibrate != Calibration::none) text += calibration_text(command.calibrate, targets, found);
  if (!found.assumptions.empty()) text += "\n";
  for (const std::string& sentence : found.assumptions) text += wrapped(sentence + ".", columns_of_text) + "\n";
  return text;
}

}  // namespace gnnir::app
