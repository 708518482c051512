#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/infer/conformal.h"

namespace gnnir {

/// What is promised of one graph.
struct Bounds {
  std::vector<Interval> intervals = {};  ///< of each target; NaN where the prediction is no finite number
  /// Of the classes, or of each question: the classes that belong to the set, 0 and 1 being no and yes.
  std::vector<std::vector<std::int64_t>> sets = {};
};

/// How often a promise was kept.
struct Coverage {
  std::string name;           ///< of the target or question; empty: the classes
  std::int64_t held_out = 0;  ///< labels that the promise rests on
  std::int64_t graphs = 0;    ///< with a label and a prediction
  std::int64_t covered = 0;   ///< of them those whose interval or set holds the label
  double size = 0;            ///< mean width of their intervals, or mean number in their sets
  [[nodiscard]] double share() const { return static_cast<double>(covered) / static_cast<double>(graphs); }
};

/// Of each target or question, or of the classes. labels: as in a HeldOutPart, of the same graphs; held_out: labels
/// that each promise rests on.
std::vector<Coverage> coverage_of(const TargetEncoding& targets, std::span<const Bounds> bounds,
                                  std::span<const float> labels, std::span<const std::size_t> held_out);

}  // namespace gnnir
