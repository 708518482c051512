#include "gnnir/run/test_predictions.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "gnnir/base/files.h"
#include "gnnir/data/source/csv.h"
#include "gnnir/infer/prediction_rows.h"

namespace gnnir {
namespace {

/// Rows of tables with different columns.
class JoinedTable {
 public:
  void add(const std::string& training, const std::string& name, std::string text) {
    CsvReader csv("[run] " + name, std::move(text), Separator::comma);
    std::vector<std::size_t> places;
    for (const std::string& column : csv.header()) places.push_back(place_of(column));
    const std::size_t graph = csv.require("graph");
    while (csv.next()) {
      const auto fields = csv.fields();
      Row& row = rows_.emplace_back();
      row.graph = csv.place().integer(fields[graph], "graph");
      row.training = training;
      row.fields.resize(columns_.size());
      for (std::size_t c = 0; c < fields.size(); ++c) row.fields[places[c]] = fields[c];
    }
  }

  [[nodiscard]] std::string text() {
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.graph < b.graph; });
    std::string text = "training," + csv_row(columns_);
    for (Row& row : rows_) {
      row.fields.resize(columns_.size());
      text += row.training + "," + csv_row(row.fields);
    }
    return text;
  }

 private:
  struct Row {
    std::int64_t graph = 0;
    std::string training;
    std::vector<std::string> fields;
  };

  std::size_t place_of(const std::string& column) {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    if (found != columns_.end()) return static_cast<std::size_t>(found - columns_.begin());
    columns_.push_back(column);
    return columns_.size() - 1;
  }

  std::vector<std::string> columns_;
  std::vector<Row> rows_;
};

/// With what is true, by the numbers of graphs.
std::string test_predictions_csv(const Dataset& dataset, const TargetEncoding& targets,
                                 const Predictions& predictions) {
  Predictions in_order = predictions;
  std::sort(in_order.graphs.begin(), in_order.graphs.end(),
            [](const Prediction& a, const Prediction& b) { return a.graph < b.graph; });
  return predictions_csv(
      {.dataset = dataset, .targets = targets, .predictions = in_order, .order = {}, .names = true, .labels = true});
}

}  // namespace

void write_test_predictions(const TrainingRecord& record, const Dataset& dataset, const TargetEncoding& targets,
                            const Predictions& predictions) {
  if (predictions.graphs.empty()) return;
  write_file_atomically(record.test_predictions(), test_predictions_csv(dataset, targets, predictions));
}

void join_test_predictions(const RunRecord& record, const std::vector<Job>& jobs, const Dataset& dataset,
                           std::span<const TogetherOnTest> together) {
  if (jobs.size() < 2) return;
  JoinedTable joined;
  for (const TogetherOnTest& seeds : together) {
    joined.add(seeds.name, seeds.name, test_predictions_csv(dataset, seeds.targets, seeds.predictions));
  }
  for (const Job& job : jobs) {
    const std::filesystem::path file = record.training(job.name).test_predictions();
    if (!std::filesystem::exists(file)) return;
    joined.add(job.name, file.string(), read_file(file));
  }
  write_file_atomically(record.test_predictions(), joined.text());
}

}  // namespace gnnir
