#include "gnnir/record/epoch_table.h"

#include <fmt/format.h>

#include <map>

#include "gnnir/base/text.h"

namespace gnnir {
namespace {

constexpr std::string_view first_columns = "epoch,lr,best";
constexpr std::string_view train_prefix = "train_";
constexpr std::string_view validation_prefix = "validation_";

using CsvRow = std::map<std::string, double>;

constexpr double most_epochs = 9e15;  // more are no whole numbers any more

bool has_epoch(const CsvRow& row) {
  const auto epoch = row.find("epoch");
  return epoch != row.end() && epoch->second >= 0 && epoch->second <= most_epochs;
}

/// The complete rows of a CSV file of numbers that have an epoch; fields that are no number are absent.
std::vector<CsvRow> parse_rows(std::string_view text) {
  std::vector<std::string_view> names;
  std::vector<CsvRow> rows;
  const std::string_view complete = text.substr(0, text.rfind('\n') + 1);
  for (const std::string_view line : split_text(complete, '\n')) {
    const std::vector<std::string_view> fields = split_text(line, ',');
    if (names.empty()) {
      names = fields;
      continue;
    }
    if (fields.size() != names.size()) continue;
    CsvRow row;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (const auto number = parse_number(fields[i])) row[std::string(names[i])] = *number;
    }
    if (has_epoch(row)) rows.push_back(std::move(row));
  }
  return rows;
}

double value_of(const CsvRow& row, const char* column) {
  const auto found = row.find(column);
  return found == row.end() ? 0 : found->second;
}

}  // namespace

MetricsColumns MetricsColumns::of(const EpochReport& first) {
  MetricsColumns columns;
  for (const auto& [name, value] : first.train) columns.scores_.push_back(std::string(train_prefix) + name);
  for (const auto& [name, value] : first.validation) columns.scores_.push_back(std::string(validation_prefix) + name);
  return columns;
}

MetricsColumns MetricsColumns::in(std::string_view metrics) {
  MetricsColumns columns;
  const std::string_view header = metrics.substr(0, metrics.find('\n'));
  if (!header.starts_with(first_columns)) return columns;
  for (const std::string_view name : split_text(header, ',')) columns.scores_.emplace_back(name);
  columns.scores_.erase(columns.scores_.begin(), columns.scores_.begin() + 3);
  return columns;
}

std::string MetricsColumns::header() const {
  std::string header(first_columns);
  for (const std::string& column : scores_) header += "," + column;
  return header;
}

std::string MetricsColumns::row(const EpochReport& report) const {
  std::string row = fmt::format("{},{},{}", report.epoch, report.lr, report.best ? 1 : 0);
  for (const std::string& column : scores_) {
    const Scores& scores = column.starts_with(train_prefix) ? report.train : report.validation;
    const auto found = scores.find(column.substr(column.find('_') + 1));
    row += "," + (found == scores.end() ? "" : format_exact(found->second));
  }
  return row;
}

std::string timings_header() { return "epoch,seconds,graphs_per_second"; }

std::string timings_row(const EpochReport& report) {
  return fmt::format("{},{:.4f},{:.1f}", report.epoch, report.seconds, report.graphs_per_second);
}

std::vector<EpochReport> parse_metrics(std::string_view text) {
  std::vector<EpochReport> epochs;
  for (const CsvRow& row : parse_rows(text)) {
    EpochReport report;
    report.epoch = static_cast<std::int64_t>(row.at("epoch"));
    report.lr = value_of(row, "lr");
    report.best = value_of(row, "best") == 1;
    for (const auto& [column, value] : row) {
      if (column.starts_with(train_prefix)) report.train[column.substr(train_prefix.size())] = value;
      if (column.starts_with(validation_prefix)) report.validation[column.substr(validation_prefix.size())] = value;
    }
    epochs.push_back(std::move(report));
  }
  return epochs;
}

std::vector<double> parse_epoch_seconds(std::string_view text) {
  std::vector<double> seconds;
  for (const CsvRow& row : parse_rows(text)) {
    if (row.count("seconds") > 0) seconds.push_back(row.at("seconds"));
  }
  return seconds;
}

}  // namespace gnnir
