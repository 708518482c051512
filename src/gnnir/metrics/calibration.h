#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/metrics/class_rows.h"

namespace gnnir {

// Metrics of probabilities: whether they are as large as they should be. Nothing if an output is no finite number.

/// Mean over the graphs of -log of the true class's probability.
MetricValue log_loss(const ClassRows& rows);
/// Brier (1950): mean over the graphs of the squared error of the probabilities: of the second of two classes (0..1),
/// summed over the classes of more (0..2).
MetricValue brier(const ClassRows& rows);
/// Expected calibration error (Guo et al., 2017): graphs are put into 15 bins of equal width by the probability of
/// their predicted class, of questions with two answers too; mean over the graphs of |mean probability - accuracy| of
/// the bin.
MetricValue ece(const ClassRows& rows);

/// The graphs whose predicted class is about as probable.
struct ReliabilityBin {
  double from = 0, to = 0;  ///< ]from, to]
  std::int64_t graphs = 0;
  double probability = 0;  ///< mean, of the predicted class
  double right = 0;        ///< share of graphs whose predicted class is the true one
};
/// The bins of ece, ascending; those without a graph, and graphs without a finite output, are left out.
std::vector<ReliabilityBin> reliability(const ClassRows& rows);

}  // namespace gnnir
