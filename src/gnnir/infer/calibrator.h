#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gnnir/base/enum_names.h"
#include "gnnir/data/encode/target_encoding.h"

namespace gnnir {

/// How probabilities are made as large as they are right.
enum class Calibration {
  none,
  temperature,  ///< outputs divided by a number (Guo et al., 2017)
  isotonic,     ///< of two classes and yes/no questions, any increasing function (Zadrozny and Elkan, 2002)
};
template <>
struct EnumNames<Calibration> {
  static constexpr std::array table = {std::pair{"none", Calibration::none},
                                       std::pair{"temperature", Calibration::temperature},
                                       std::pair{"isotonic", Calibration::isotonic}};
};

/// Temperatures that are looked at: of graphs that are all told apart the best would be 0.
inline constexpr double least_temperature = 0.1;
inline constexpr double most_temperature = 10;

/// An increasing function, constant beyond its ends and straight between its points.
struct IncreasingFunction {
  std::vector<double> x, y;
  [[nodiscard]] double operator()(double at) const;
};

/// The increasing function of the probabilities that is nearest to the answers, 0 or 1, by least squares: pool adjacent
/// violators.
IncreasingFunction fit_isotonic(std::span<const double> probabilities, std::span<const double> answers);

/// What makes of a model's outputs others whose probabilities fit held-out graphs.
class Calibrator {
 public:
  /// outputs and labels as in a HeldOutPart. An Error of kind usage if the task has no such calibration.
  Calibrator(Calibration kind, const TargetEncoding& targets, std::span<const float> outputs,
             std::span<const float> labels);

  /// Changes outputs, [graphs, targets.outputs()] row by row.
  void apply(std::span<float> outputs) const;
  /// Of temperature: of all classes, or of each question; 1 where no label is known.
  [[nodiscard]] const std::vector<double>& temperatures() const { return temperatures_; }

 private:
  void apply_isotonic(std::span<float> outputs) const;

  Calibration kind_;
  std::size_t columns_;
  bool of_classes_;
  std::vector<double> temperatures_;
  std::vector<IncreasingFunction> functions_;  // of each question; without points: none
};

}  // namespace gnnir
