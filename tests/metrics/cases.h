#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"

namespace gnnir::metric_cases {

inline constexpr float missing = std::numeric_limits<float>::quiet_NaN();

inline TargetEncoding classes(std::vector<std::string> names) {
  TargetEncoding encoding;
  encoding.task = Task::classification;
  encoding.names = std::move(names);
  return encoding;
}

inline TargetEncoding questions(std::vector<std::string> names) {
  TargetEncoding encoding = classes(std::move(names));
  encoding.task = Task::yes_no;
  return encoding;
}

/// As they are: not standardised.
inline TargetEncoding targets(std::vector<std::string> names) {
  TargetEncoding encoding = classes(std::move(names));
  encoding.task = Task::regression;
  encoding.mean.assign(encoding.names.size(), 0);
  encoding.scale.assign(encoding.names.size(), 1);
  return encoding;
}

/// What a model must say for this probability.
inline float logit(double probability) { return static_cast<float>(std::log(probability / (1 - probability))); }

}  // namespace gnnir::metric_cases
