#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// Weights in the loss: sums of others would be no numbers in single precision.
inline constexpr const char* usable_weights = "0 or a number from 1e-6 to 1e6";
constexpr bool is_usable_weight(double weight) { return weight == 0 || (weight >= 1e-6 && weight <= 1e6); }

/// What labels count for in the loss.
struct LabelWeightRules {
  bool balance_classes = false;
  std::map<std::string, double> of_targets = {};  ///< 1 where a name is not there
};

/// How labels become what a model is trained on, and back: kept in the model file. Statistics come from training graphs
/// only.
struct TargetEncoding {
  Task task = Task::classification;
  std::vector<std::string> names;                        ///< class names, or target names
  std::vector<float> mean, scale;                        ///< regression, per target: trained on (y - mean) / scale
  std::vector<std::array<std::string, 2>> answers = {};  ///< yes_no, per target: what 0 and 1 stand for
  /// What labels count for in the loss: [classes]; yes_no: [targets, 2]; regression: [targets]. Empty: 1.
  std::vector<float> weights = {};
  // Of the training graphs; files of old have neither.
  std::vector<std::int64_t> counts = {};  ///< classification: how many are of each class
  std::vector<float> deviation = {};      ///< regression, per target: 1 where it is the same for all

  /// The number of a model's outputs: a logit for each class, or for each question; or a number for each target.
  [[nodiscard]] std::int64_t outputs() const { return static_cast<std::int64_t>(names.size()); }

  /// Throws an Error of kind data if the data set has no labels of that task, or none in the training graphs.
  /// A target that is constant over the training graphs has scale 1.
  static TargetEncoding fit(const Dataset& dataset, std::span<const std::int64_t> training, Task task, bool standardize,
                            const LabelWeightRules& weights = {});

  /// Classes as the model counts them, -1 where missing: [size]. Throws an Error of kind data if the data set has a
  /// class that the model does not know.
  [[nodiscard]] std::vector<std::int64_t> encode_classes(const Dataset& dataset) const;
  /// Standardised targets, or answers as 0 and 1, NaN where missing: [size, outputs] row by row. Columns are matched by
  /// name or, where the data or the model has none but target_0, target_1 and so on and the names are not the same, by
  /// position. Throws an Error of kind data if the data set has not all of them.
  [[nodiscard]] std::vector<float> encode_targets(const Dataset& dataset) const;
  /// Whether targets are trained on in units of their deviation: false if no one has asked for it.
  [[nodiscard]] bool standardizes() const;
  /// What label y of target t (a class: t = 0) counts for.
  [[nodiscard]] float weight_of(float y, std::size_t t) const;
  /// From the model's output back to the target's own unit.
  [[nodiscard]] float decode(float output, std::int64_t target) const {
    return output * scale[static_cast<std::size_t>(target)] + mean[static_cast<std::size_t>(target)];
  }

  [[nodiscard]] Json to_json() const;
  static TargetEncoding from_json(const Json& json, const std::string& where);
};

}  // namespace gnnir
