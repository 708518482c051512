#pragma once

#include "gnnir/metrics/class_rows.h"

namespace gnnir {

// Metrics of the predicted class. A graph without a finite output has none: it is wrong.

/// Share of graphs whose predicted class is the true one.
MetricValue accuracy(const ClassRows& rows);
/// Mean over the classes that some graph has: the share of its graphs that are predicted to be of it.
MetricValue balanced_accuracy(const ClassRows& rows);
/// 2 TP / (2 TP + FP + FN) of one class. Nothing where no graph is of it, nor predicted to be.
MetricValue f1_of(const ClassRows& rows, std::int64_t of_class);
/// Of two classes the second's; of more f1_macro.
MetricValue f1(const ClassRows& rows);
/// Mean over the classes that some graph has or is predicted to be of.
MetricValue f1_macro(const ClassRows& rows);
/// Matthews' correlation coefficient, for any number of classes; 0 where all graphs are predicted to be of one.
MetricValue mcc(const ClassRows& rows);

}  // namespace gnnir
