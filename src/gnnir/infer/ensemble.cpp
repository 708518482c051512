#include "gnnir/infer/ensemble.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/infer/prediction.h"
#include "gnnir/metrics/metrics.h"

namespace gnnir {
namespace {

/// Nearer to 0 or 1 no mean of probabilities is told from it; a logit stays a finite number.
constexpr double smallest = 1e-15;

std::string described(const TargetEncoding& targets) {
  std::vector<std::string> names = targets.names;
  if (targets.task == Task::yes_no) {
    for (std::size_t t = 0; t < names.size(); ++t) names[t] += fmt::format(" ({})", targets.answers[t][1]);
  }
  const char* what = targets.task == Task::classification ? "the classes"
                     : targets.task == Task::yes_no       ? "the questions"
                                                          : "the numbers";
  return fmt::format("{} {}", what, fmt::join(names, ", "));
}

Error another_task(const TargetEncoding& first, const TargetEncoding& other) {
  return usage_error(
      "[model] models answer together only if they predict the same, and with the same answer asked for: one predicts "
      "{}; another {}",
      described(first), described(other));
}

/// A row of outputs as probabilities, or as targets in their own units; NaN where there is no finite number.
std::vector<double> meant(const TargetEncoding& targets, std::span<const float> outputs) {
  const Prediction prediction = decode(targets, outputs);
  if (targets.task == Task::regression) return prediction.targets;
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  return prediction.finite ? prediction.probabilities : std::vector<double>(outputs.size(), nothing);
}

/// The output that means this.
float output_for(const TargetEncoding& targets, double value, std::size_t t) {
  switch (targets.task) {
    case Task::classification:
      return static_cast<float>(std::log(std::max(value, smallest)));
    case Task::yes_no: {
      const double p = std::isnan(value) ? value : std::clamp(value, smallest, 1 - smallest);
      return static_cast<float>(std::log(p / (1 - p)));
    }
    case Task::regression:
      break;
  }
  return static_cast<float>((value - targets.mean[t]) / targets.scale[t]);
}

}  // namespace

std::vector<std::size_t> places_of_outputs(const TargetEncoding& first, const TargetEncoding& other) {
  if (first.task != other.task || first.names.size() != other.names.size()) throw another_task(first, other);
  std::vector<std::size_t> places;
  for (std::size_t t = 0; t < first.names.size(); ++t) {
    const bool same_place = other.names[t] == first.names[t];
    const auto found = same_place ? other.names.begin() + static_cast<std::ptrdiff_t>(t)
                                  : std::find(other.names.begin(), other.names.end(), first.names[t]);
    if (found == other.names.end()) throw another_task(first, other);
    const auto place = static_cast<std::size_t>(found - other.names.begin());
    if (first.task == Task::yes_no && first.answers[t] != other.answers[place]) throw another_task(first, other);
    places.push_back(place);
  }
  return places;
}

CombinedResults combine(std::span<const MemberResults> members) {
  const TargetEncoding& targets = members.front().targets;
  const auto columns = static_cast<std::size_t>(targets.outputs());
  const std::size_t rows = members.front().results.outputs.size() / columns;
  CombinedResults combined;
  std::set<std::int64_t> cut;
  std::vector<std::vector<std::size_t>> places;
  for (const MemberResults& member : members) {
    places.push_back(places_of_outputs(targets, member.targets));
    cut.insert(member.results.cut_graphs.begin(), member.results.cut_graphs.end());
    if (combined.results.order_matters_because.empty()) {
      combined.results.order_matters_because = member.results.order_matters_because;
    }
  }
  combined.results.cut_graphs.assign(cut.begin(), cut.end());
  std::vector<std::vector<double>> values(columns);  // of each output, over the models
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto& of_output : values) of_output.clear();
    for (std::size_t m = 0; m < members.size(); ++m) {
      const MemberResults& member = members[m];
      const std::vector<double> one =
          meant(member.targets, std::span(member.results.outputs).subspan(row * columns, columns));
      for (std::size_t t = 0; t < columns; ++t) values[t].push_back(one[places[m][t]]);
    }
    for (std::size_t t = 0; t < columns; ++t) {
      const Summary summary = summarize(values[t]);
      combined.results.outputs.push_back(output_for(targets, summary.mean, t));
      combined.deviations.push_back(summary.std);
    }
  }
  return combined;
}

}  // namespace gnnir
