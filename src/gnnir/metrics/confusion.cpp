#include "gnnir/metrics/confusion.h"

#include <utility>

#include "gnnir/metrics/class_rows.h"

namespace gnnir {

ConfusionMatrix confusion_matrix(const ClassRows& rows, std::string target, std::vector<std::string> classes) {
  const std::size_t size = classes.size();
  ConfusionMatrix matrix{std::move(target), std::move(classes), std::vector<std::int64_t>(size * size),
                         std::vector<std::int64_t>(size)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto label = static_cast<std::size_t>(rows.labels[i]);
    if (rows.predicted[i] < 0) {
      ++matrix.unanswered[label];
    } else {
      ++matrix.counts[label * size + static_cast<std::size_t>(rows.predicted[i])];
    }
  }
  return matrix;
}

}  // namespace gnnir
