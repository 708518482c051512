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

void require_same_task(const TargetEncoding& first, const TargetEncoding& other) {
  if (first.task == other.task && first.names == other.names && first.answers == other.answers) return;
  throw usage_error(
      "[model] models answer together only if they predict the same, in the same order and with the same answer "
      "asked for: one predicts {}, another {}",
      fmt::join(first.names, ", "), fmt::join(other.names, ", "));
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

CombinedResults combine(std::span<const MemberResults> members) {
  const TargetEncoding& targets = members.front().targets;
  const auto columns = static_cast<std::size_t>(targets.outputs());
  const std::size_t rows = members.front().results.outputs.size() / columns;
  CombinedResults combined;
  std::set<std::int64_t> cut;
  for (const MemberResults& member : members) {
    require_same_task(targets, member.targets);
    cut.insert(member.results.cut_graphs.begin(), member.results.cut_graphs.end());
    if (combined.results.order_matters_because.empty()) {
      combined.results.order_matters_because = member.results.order_matters_because;
    }
  }
  combined.results.cut_graphs.assign(cut.begin(), cut.end());
  std::vector<std::vector<double>> values(columns);  // of each output, over the models
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto& of_output : values) of_output.clear();
    for (const MemberResults& member : members) {
      const std::vector<double> one =
          meant(member.targets, std::span(member.results.outputs).subspan(row * columns, columns));
      for (std::size_t t = 0; t < columns; ++t) values[t].push_back(one[t]);
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
