#include "gnnir/record/run_result.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/record/stored_values.h"
#include "gnnir/settings/ir_options.h"

namespace gnnir {
namespace {

constexpr const char* data_key = "data";
constexpr const char* figures_key = "figures";

/// JSON has no other numbers.
double finite_or_nan(const Json& json) { return json.is_null() ? NAN : json.get<double>(); }

Json to_json(const ScoreSummaries& summaries) {
  Json json = Json::object();
  for (const auto& [name, score] : summaries) {
    Json places = Json::array();
    for (const std::optional<double>& value : score.jobs) places.push_back(value ? Json(*value) : Json());
    const Summary& summary = score.over_jobs;
    json[name] = {{"mean", summary.mean}, {"std", summary.std}, {"median", summary.median},
                  {"min", summary.min},   {"max", summary.max}, {"folds", places}};
  }
  return json;
}

std::vector<std::int64_t> counts(const Json& json, const char* key, const std::string& where) {
  std::vector<std::int64_t> numbers;
  for (const Json& number : stored_list(json, key, where)) numbers.push_back(stored_count(number, key, where));
  return numbers;
}

ScoreSummary summary_from_json(const Json& json, const std::string& where) {
  ScoreSummary score;
  score.over_jobs = {.mean = finite_or_nan(json.at("mean")),
                     .std = finite_or_nan(json.at("std")),
                     .median = finite_or_nan(json.at("median")),
                     .min = finite_or_nan(json.at("min")),
                     .max = finite_or_nan(json.at("max"))};
  for (const Json& value : stored_list(json, "folds", where)) {
    score.jobs.push_back(value.is_null() ? std::nullopt : std::optional(value.get<double>()));
  }
  return score;
}

}  // namespace

ScoreSummaries summarize_scores(const std::vector<Scores>& over_jobs) {
  std::set<std::string> names;
  for (const Scores& scores : over_jobs) {
    for (const auto& [name, value] : scores) names.insert(name);
  }
  ScoreSummaries summaries;
  for (const std::string& name : names) {
    std::vector<double> values;
    ScoreSummary score;
    for (const Scores& scores : over_jobs) {
      const auto found = scores.find(name);
      const bool counts = found != scores.end() && std::isfinite(found->second);
      score.jobs.push_back(counts ? std::optional(found->second) : std::nullopt);
      if (counts) values.push_back(found->second);
    }
    if (values.empty()) continue;
    score.over_jobs = summarize(values);
    summaries.emplace(name, std::move(score));
  }
  return summaries;
}

void RunResult::take(const std::vector<TrainResult>& outcomes) {
  std::vector<Scores> test;
  std::vector<Scores> validation;
  std::map<std::string, std::vector<Scores>> extra;
  if (!outcomes.empty()) parameters = outcomes.front().parameters;
  for (const TrainResult& outcome : outcomes) {
    test.push_back(outcome.test);
    validation.push_back(outcome.validation);
    for (const auto& [name, scores] : outcome.extra_tests) extra[name].push_back(scores);
    epochs.push_back(outcome.epochs);
    best_epochs.push_back(outcome.best_epoch);
    last_lr.push_back(outcome.last_lr);
    stopped_because.push_back(outcome.stopped_because);
    job_seconds.push_back(outcome.seconds);
  }
  parts.emplace_back("test", summarize_scores(test));
  parts.emplace_back("validation", summarize_scores(validation));
  for (const auto& [name, scores] : extra) parts.emplace_back(name, summarize_scores(scores));
}

const ScoreSummaries& RunResult::part(const std::string& name) const {
  static const ScoreSummaries none;
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto& entry) { return entry.first == name; });
  return found == parts.end() ? none : found->second;
}

Json RunResult::to_json() const {
  Json json = {{"event", "result"},      {"dataset", dataset},
               {"graphs", graphs},       {"parameters", parameters},
               {"ir_layers", ir_layers}, {"width", width == all_nodes ? Json("all") : Json(width)}};
  if (!metric.empty()) json["metric"] = metric;
  for (const auto& [name, summaries] : parts) json[name] = gnnir::to_json(summaries);
  json["jobs"] = jobs;
  json["epochs"] = epochs;
  json["best_epochs"] = best_epochs;
  json["last_lr"] = last_lr;
  json["stopped_because"] = stopped_because;
  if (time_limit) json["time_limit"] = *time_limit;
  json["job_seconds"] = job_seconds;
  json["seconds"] = seconds;
  json["peak_rss_mb"] = peak_rss_mb;
  if (memory_estimate_mb) json["memory_estimate_mb"] = *memory_estimate_mb;
  if (!data.is_null()) json[data_key] = data;
  if (!figures.is_null()) json[figures_key] = figures;
  if (!files.empty()) json["files"] = files;
  return json;
}

RunResult RunResult::from_json(const Json& json, const std::string& where) {
  try {
    RunResult result;
    result.dataset = json.at("dataset").get<std::string>();
    const auto count = [&](const char* key) { return stored_count(json.at(key), key, where); };
    result.graphs = count("graphs");
    result.parameters = count("parameters");
    result.ir_layers = count("ir_layers");
    result.metric = json.value("metric", "");
    result.width = json.at("width") == "all" ? all_nodes : count("width");
    for (const auto& [name, part] : json.items()) {
      if (!part.is_object() || name == data_key || name == figures_key) continue;
      ScoreSummaries& summaries = result.parts.emplace_back(name, ScoreSummaries()).second;
      for (const auto& [score, summary] : part.items()) summaries.emplace(score, summary_from_json(summary, where));
    }
    result.jobs = stored_list(json, "jobs", where).get<std::vector<std::string>>();
    result.epochs = counts(json, "epochs", where);
    result.best_epochs = counts(json, "best_epochs", where);
    if (json.contains("last_lr")) {
      result.last_lr = stored_list(json, "last_lr", where).get<std::vector<double>>();
      result.stopped_because = stored_list(json, "stopped_because", where).get<std::vector<std::string>>();
    }
    if (json.contains("time_limit")) result.time_limit = json["time_limit"].get<double>();
    result.job_seconds = stored_list(json, "job_seconds", where).get<std::vector<double>>();
    result.seconds = json.at("seconds").get<double>();
    result.peak_rss_mb = json.at("peak_rss_mb").get<double>();
    if (json.contains("memory_estimate_mb")) result.memory_estimate_mb = json.at("memory_estimate_mb").get<double>();
    if (json.contains(data_key)) result.data = json[data_key];
    if (json.contains(figures_key)) result.figures = json[figures_key];
    if (json.contains("files")) result.files = stored_list(json, "files", where).get<std::vector<std::string>>();
    return result;
  } catch (const Json::exception& error) {
    throw data_error("{}: broken result: {}", where, error.what());
  }
}

}  // namespace gnnir
