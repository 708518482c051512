#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gnnir/infer/calibrator.h"
#include "gnnir/infer/coverage.h"
#include "gnnir/infer/held_out_folds.h"

namespace gnnir {

/// What is said beside answers, as models were right or wrong about held-out graphs: intervals or sets, and
/// probabilities that are calibrated. Intervals and sets come from what the models say before that.
class Doubt {
 public:
  /// An Error of kind usage if that cannot be known of the models. They may be none if nothing is asked.
  Doubt(std::span<const ModelHeader* const> models, std::optional<double> confidence, Calibration kind);

  [[nodiscard]] bool bounds() const { return confidence_.has_value(); }
  /// Of each graph. models: what each says of them.
  [[nodiscard]] std::vector<Bounds> bounds_of(std::span<const MemberResults> models) const;
  /// Labels that each promise rests on: of each target or question, or of the classes.
  [[nodiscard]] std::vector<std::size_t> held_out() const;

  [[nodiscard]] bool calibrates() const { return calibrator_.has_value(); }
  void calibrate(std::span<float> outputs) const;
  /// See Calibrator.
  [[nodiscard]] std::vector<double> temperatures() const;

  /// What a person should know of what there is: promises that cannot be given.
  [[nodiscard]] std::vector<std::string> remarks() const;
  /// What it holds for, in sentences without an end.
  [[nodiscard]] std::vector<std::string> assumptions() const;

 private:
  void learn_scores();
  [[nodiscard]] Bounds bounds_in(std::span<const std::vector<float>> outputs, std::size_t row) const;
  [[nodiscard]] std::string graphs_text() const;

  std::optional<double> confidence_;
  std::vector<HeldOutFold> folds_;
  std::vector<ConformalScores> scores_;  // of each target or question, or of the classes
  std::optional<Calibrator> calibrator_;
};

}  // namespace gnnir
