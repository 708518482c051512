#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/metrics/calibration.h"
#include "gnnir/metrics/metrics.h"
#include "gnnir/report/promises.h"
#include "gnnir/report/test_table.h"

namespace gnnir {

/// One class taken for another, and how often.
struct Mistake {
  std::size_t true_class = 0, predicted = 0;
  std::int64_t graphs = 0;
};

/// Prediction minus truth, of one target in its own unit.
struct Residuals {
  std::int64_t graphs = 0;      ///< with a finite prediction
  std::int64_t unanswered = 0;  ///< without
  double mean = 0, deviation = 0;
  double median_error = 0, ninety_percent = 0, largest = 0;  ///< of absolute errors; 90 % are at most the second
  struct Bin {
    double from = 0, to = 0;
    std::int64_t graphs = 0;
  };
  std::vector<Bin> bins;  ///< of residuals, of equal width; the outermost 1 % at both ends share the first and the last
};

/// What the page of a run shows of one thing that was learned, beside scores.
struct ColumnFigures {
  std::string name;                                  ///< of the question or target; empty: the classes
  std::vector<std::string> classes;                  ///< or the two answers
  std::vector<std::int64_t> counts;                  ///< [true, predicted] of at most most_classes; of more empty
  std::vector<std::int64_t> unanswered = {};         ///< [true], where some graph has no finite output; else empty
  std::vector<Mistake> mistakes;                     ///< of more classes the most frequent ones
  std::vector<ReliabilityBin> reliability;           ///< of classes and questions
  std::optional<double> roc_auc, average_precision;  ///< of two classes or answers, all test graphs together
  std::optional<Residuals> residuals;                ///< of targets
  static constexpr std::size_t most_classes = 20;
};

struct TestFigures {
  std::vector<ColumnFigures> columns;  ///< of the first most_columns
  std::vector<KeptPromise> promises;
  static constexpr std::size_t most_columns = 100;

  /// As result.json keeps them under "figures".
  [[nodiscard]] Json to_json() const;
};

TestFigures test_figures(const TestTable& table, std::vector<KeptPromise> promises);

Residuals residuals_of(const NumberRows& rows);

/// Of two classes, over all graphs with a finite output: how likely the second is, and whether it is true.
struct SecondClass {
  std::vector<double> score;
  std::vector<bool> positive;
};
SecondClass of_second_class(const ClassRows& rows);

}  // namespace gnnir
