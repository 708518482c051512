#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnnir/metrics/metric.h"

namespace gnnir {

/// What metrics of classes look at: the graphs that have a label, in their order, and what a model says of them.
/// A question with two answers is two classes, no and yes.
struct ClassRows {
  std::int64_t num_classes = 0;
  std::vector<std::int64_t> labels;
  std::vector<double> probabilities;    ///< [graphs, num_classes] row by row; NaN where an output is no finite number
  std::vector<std::int64_t> predicted;  ///< the likeliest class, of equal ones the first (of answers: yes); -1 there
  std::vector<double> surprise;         ///< -log of the label's probability; NaN there

  /// outputs: [graphs, num_classes] before the softmax; classes: [graphs], -1 where the label is missing.
  static ClassRows of(std::span<const float> outputs, std::span<const std::int64_t> classes, std::int64_t num_classes);
  /// One column of each, [graphs, columns] row by row. outputs: before the sigmoid; answers: 0, 1, or NaN where
  /// missing.
  static ClassRows of_answers(std::span<const float> outputs, std::span<const float> answers, std::size_t column,
                              std::size_t columns);

  [[nodiscard]] std::size_t size() const { return labels.size(); }
  [[nodiscard]] double probability(std::size_t row, std::int64_t of_class) const {
    return probabilities[row * static_cast<std::size_t>(num_classes) + static_cast<std::size_t>(of_class)];
  }
  [[nodiscard]] bool all_predicted() const;  ///< whether all outputs are finite numbers
  [[nodiscard]] bool one_class_only() const;

 private:
  void add(std::span<const double> outputs, std::int64_t label);
};

/// The last words on rows of which metrics say nothing.
inline constexpr const char* no_labels = "no graph has a label";
inline constexpr const char* one_class = "only one class is there";
inline constexpr const char* not_finite = "a prediction is not a finite number";

}  // namespace gnnir
