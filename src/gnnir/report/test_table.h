#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/metrics/class_rows.h"
#include "gnnir/metrics/regression.h"

namespace gnnir {

/// One thing that a run learned, the classes, a question or a target, over the test graphs that have a label.
struct TestColumn {
  std::string name;                  ///< of the question or target; empty: the classes
  std::vector<std::string> classes;  ///< their names; of a question what no and yes are called
  std::vector<std::size_t> rows;     ///< places in TestTable of the graphs below, in their order
  ClassRows answers;                 ///< of classes and questions
  NumberRows numbers;                ///< of a target, in its own unit
};

/// What a run's test_predictions.csv says. Of several seeds only what they say together, so that each graph counts
/// once for each split that tests it.
struct TestTable {
  Task task = Task::classification;
  std::vector<std::string> name_columns;        ///< what graphs are called by
  std::vector<std::int64_t> graphs;             ///< their numbers in the data set
  std::vector<std::string> trainings;           ///< who predicts; "" in runs of one training
  std::vector<std::vector<std::string>> names;  ///< [graphs, name_columns]
  std::vector<TestColumn> columns;
  std::size_t left_out = 0;  ///< rows beyond most_rows

  [[nodiscard]] bool empty() const { return graphs.empty(); }
  /// Rows that are read; a page of more would be slow.
  static constexpr std::size_t most_rows = 1'000'000;
};

/// `where` begins the message of an Error of kind data if it is no such table.
TestTable parse_test_table(std::string text, const std::string& where);

}  // namespace gnnir
