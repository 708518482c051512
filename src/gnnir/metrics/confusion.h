#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gnnir {

struct ClassRows;

/// How often a class was taken for another.
struct ConfusionMatrix {
  std::string target;                    ///< the question with two answers; empty: the classes
  std::vector<std::string> classes;      ///< in the order of rows and columns
  std::vector<std::int64_t> counts;      ///< [true, predicted] row by row
  std::vector<std::int64_t> unanswered;  ///< of each true class, graphs without a finite output

  [[nodiscard]] std::int64_t count(std::size_t true_class, std::size_t predicted) const {
    return counts[true_class * classes.size() + predicted];
  }
};
ConfusionMatrix confusion_matrix(const ClassRows& rows, std::string target, std::vector<std::string> classes);

}  // namespace gnnir
