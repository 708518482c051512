#include "gnnir/record/worth.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gnnir/metrics/metric.h"

namespace gnnir {
namespace {

constexpr double errors_that_are_clear = 2;

Payoff verdict_of(const Worth& worth) {
  if (worth.error && std::abs(worth.gain) <= errors_that_are_clear * *worth.error) return Payoff::unclear;
  return worth.gain > 0 ? Payoff::pays : Payoff::does_not_pay;
}

}  // namespace

Json Worth::to_json() const {
  Json json = {{"verdict", name_of(verdict)}, {"gain", gain}, {"trainings", trainings}};
  if (error) json["standard_error"] = *error;
  return json;
}

std::optional<Worth> worth_of(const RunResult& model, const RunResult& plain) {
  const Metric* metric = find_metric(model.metric);
  const ScoreSummaries& ours = model.part("test");
  const ScoreSummaries& theirs = plain.part("test");
  if (!metric || !ours.contains(model.metric) || !theirs.contains(model.metric)) return std::nullopt;
  const auto& scores = ours.at(model.metric).jobs;
  const auto& others = theirs.at(model.metric).jobs;
  std::vector<double> gains;
  for (std::size_t i = 0; i < std::min(scores.size(), others.size()); ++i) {
    const std::optional<double>& one = scores[i];
    const std::optional<double>& other = others[i];
    if (one && other) gains.push_back((*one - *other) * (metric->higher_is_better ? 1 : -1));
  }
  if (gains.empty()) return std::nullopt;
  const Summary summary = summarize(gains);
  Worth worth{.gain = summary.mean, .trainings = gains.size()};
  if (gains.size() > 1) worth.error = summary.std / std::sqrt(static_cast<double>(gains.size()));
  worth.verdict = verdict_of(worth);
  return worth;
}

}  // namespace gnnir
