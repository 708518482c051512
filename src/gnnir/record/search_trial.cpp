#include "gnnir/record/search_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/base/error.h"

namespace gnnir {

Json TrialScore::to_json(std::int64_t trial) const {
  Json json = {{"event", "score"}, {"trial", trial}, {"epochs", epochs}};
  if (!failed.empty()) {
    json["failed"] = failed;
    return json;
  }
  json["best_epoch"] = best_epoch;
  if (value) json["score"] = *value;
  if (loss) json["loss"] = *loss;
  return json;
}

TrialScore TrialScore::from_json(const Json& json, const std::string& where) {
  TrialScore score;
  const auto number = [&](const char* key) -> std::optional<double> {
    if (!json.contains(key)) return std::nullopt;
    const double value = json[key].is_number() ? json[key].get<double>() : NAN;
    if (!std::isfinite(value)) throw data_error("{}: '{}' is no finite number", where, key);
    return value;
  };
  const auto whole = [&](const char* key) {
    const auto value = json.contains(key) ? whole_number(json[key]) : std::nullopt;
    if (!value) throw data_error("{}: '{}' is no whole number", where, key);
    return *value;
  };
  score.epochs = whole("epochs");
  if (json.contains("failed")) {
    if (!json["failed"].is_string()) throw data_error("{}: 'failed' is no text", where);
    score.failed = json["failed"].get<std::string>();
    return score;
  }
  score.best_epoch = whole("best_epoch");
  score.value = number("score");
  score.loss = number("loss");
  return score;
}

bool is_better(const TrialScore& score, const TrialScore& than, bool higher_is_better) {
  if (score.failed.empty() != than.failed.empty()) return score.failed.empty();
  const auto cost = [&](const TrialScore& of) {
    const double sign = higher_is_better ? -1 : 1;
    return std::pair(of.value ? sign * *of.value : HUGE_VAL, of.loss.value_or(HUGE_VAL));
  };
  return cost(score) < cost(than);
}

std::vector<std::int64_t> rungs_of(std::int64_t epochs) {
  std::vector<std::int64_t> rungs = {std::max<std::int64_t>(1, epochs / 9), std::max<std::int64_t>(1, epochs / 3),
                                     epochs};
  rungs.erase(std::unique(rungs.begin(), rungs.end()), rungs.end());
  return rungs;
}

std::string trial_name(std::int64_t number) { return fmt::format("{:04}", number); }

}  // namespace gnnir
