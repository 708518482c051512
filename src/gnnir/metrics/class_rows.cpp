#include "gnnir/metrics/class_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gnnir {

void ClassRows::add(std::span<const double> outputs, std::int64_t label) {
  const double top = *std::max_element(outputs.begin(), outputs.end());
  double total = 0;
  for (const double x : outputs) total += std::exp(x - top);
  for (const double x : outputs) probabilities.push_back(std::exp(x - top) / total);
  const bool finite = std::all_of(outputs.begin(), outputs.end(), [](double x) { return std::isfinite(x); });
  if (!finite) std::fill(probabilities.end() - std::ssize(outputs), probabilities.end(), std::nan(""));
  predicted.push_back(finite ? std::max_element(outputs.begin(), outputs.end()) - outputs.begin() : -1);
  surprise.push_back(finite ? top + std::log(total) - outputs[static_cast<std::size_t>(label)] : std::nan(""));
  labels.push_back(label);
}

ClassRows ClassRows::of(std::span<const float> outputs, std::span<const std::int64_t> classes,
                        std::int64_t num_classes) {
  ClassRows rows;
  rows.num_classes = num_classes;
  const auto columns = static_cast<std::size_t>(num_classes);
  std::vector<double> row(columns);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < 0) continue;
    std::copy_n(outputs.begin() + static_cast<std::ptrdiff_t>(i * columns), columns, row.begin());
    rows.add(row, classes[i]);
  }
  return rows;
}

ClassRows ClassRows::of_answers(std::span<const float> outputs, std::span<const float> answers, std::size_t column,
                                std::size_t columns) {
  ClassRows rows;
  rows.num_classes = 2;
  for (std::size_t i = column; i < answers.size(); i += columns) {
    if (std::isnan(answers[i])) continue;
    rows.add(std::array{0.0, static_cast<double>(outputs[i])}, answers[i] > 0.5F ? 1 : 0);
    if (outputs[i] == 0) rows.predicted.back() = 1;  // a half is a yes
  }
  return rows;
}

bool ClassRows::all_predicted() const { return std::find(predicted.begin(), predicted.end(), -1) == predicted.end(); }

bool ClassRows::one_class_only() const {
  return std::adjacent_find(labels.begin(), labels.end(), std::not_equal_to<>()) == labels.end();
}

}  // namespace gnnir
