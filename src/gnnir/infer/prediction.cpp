#include "gnnir/infer/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace gnnir {
namespace {

std::vector<double> softmax(std::span<const float> logits) {
  const float best = *std::max_element(logits.begin(), logits.end());
  double total = 0;
  for (const float x : logits) total += std::exp(x - best);
  std::vector<double> probabilities;
  for (const float x : logits) probabilities.push_back(std::exp(x - best) / total);
  return probabilities;
}

}  // namespace

Prediction decode(const TargetEncoding& encoding, std::span<const float> outputs) {
  Prediction prediction;
  prediction.finite = std::all_of(outputs.begin(), outputs.end(), [](float x) { return std::isfinite(x); });
  if (encoding.task == Task::classification) {
    if (!prediction.finite) return prediction;
    prediction.predicted_class = std::max_element(outputs.begin(), outputs.end()) - outputs.begin();
    prediction.probabilities = softmax(outputs);
    return prediction;
  }
  if (encoding.task == Task::yes_no) {
    for (const float logit : outputs) {
      if (prediction.finite) prediction.probabilities.push_back(1 / (1 + std::exp(-static_cast<double>(logit))));
    }
    return prediction;
  }
  for (std::size_t t = 0; t < outputs.size(); ++t) {
    const double value = encoding.decode(outputs[t], static_cast<std::int64_t>(t));
    prediction.targets.push_back(std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN());
  }
  return prediction;
}

std::string remark_on_bad_outputs(std::span<const float> rows, std::span<const std::int64_t> graph_of_row) {
  if (graph_of_row.empty()) return "";
  const std::size_t columns = rows.size() / graph_of_row.size();
  std::set<std::int64_t> bad;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!std::isfinite(rows[i])) bad.insert(graph_of_row[i / columns]);
  }
  if (bad.empty()) return "";
  constexpr std::size_t most = 5;
  std::vector<std::int64_t> shown(bad.begin(), bad.end());
  shown.resize(std::min(shown.size(), most));
  return fmt::format(
      "the model has no finite output for {} graph{} ({}{}), whose features may be far from what it was "
      "trained on",
      bad.size(), bad.size() == 1 ? "" : "s", fmt::join(shown, ", "), bad.size() > most ? ", …" : "");
}

}  // namespace gnnir
