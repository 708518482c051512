#include "gnnir/record/epoch_table.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "gnnir/base/text.h"
#include "gnnir/data/source/csv.h"

namespace gnnir {
namespace {

constexpr std::string_view first_columns = "epoch,lr,best";
constexpr std::string_view train_prefix = "train_";
constexpr std::string_view validation_prefix = "validation_";

/// A line's fields, some of them in quotes.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool quote = line[i] == '"';
    if (quote && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (quote && (quoted || fields.back().empty())) {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

using CsvRow = std::map<std::string, double>;

constexpr double most_epochs = 9e15;  // more are no whole numbers any more

bool has_epoch(const CsvRow& row) {
  const auto epoch = row.find("epoch");
  return epoch != row.end() && epoch->second >= 0 && epoch->second <= most_epochs;
}

/// The complete rows of a CSV file of numbers that have an epoch; fields that are no number are absent.
std::vector<CsvRow> parse_rows(std::string_view text) {
  std::vector<std::string> names;
  std::vector<CsvRow> rows;
  const std::string_view complete = text.substr(0, text.rfind('\n') + 1);
  for (const std::string_view line : split_text(complete, '\n')) {
    if (names.empty()) {
      names = fields_of(line);
      continue;
    }
    const std::vector<std::string_view> fields = split_text(line, ',');  // of numbers
    if (fields.size() != names.size()) continue;
    CsvRow row;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (const auto number = parse_number(fields[i])) row[names[i]] = *number;
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
  const auto add = [&](std::string_view prefix, const Scores& scores, const Reasons& lacks) {
    std::set<std::string> names;
    for (const auto& [name, value] : scores) names.insert(name);
    for (const auto& [name, why] : lacks) names.insert(name);
    for (const std::string& name : names) columns.scores_.push_back(std::string(prefix) + name);
  };
  add(train_prefix, first.train, first.train_lacks);
  add(validation_prefix, first.validation, first.validation_lacks);
  return columns;
}

MetricsColumns MetricsColumns::in(std::string_view metrics) {
  MetricsColumns columns;
  const std::string_view header = metrics.substr(0, metrics.find('\n'));
  if (!header.starts_with(first_columns)) return columns;
  columns.scores_ = fields_of(header);
  columns.scores_.erase(columns.scores_.begin(), columns.scores_.begin() + 3);
  return columns;
}

std::string MetricsColumns::header() const {
  std::string header(first_columns);
  for (const std::string& column : scores_) header += "," + csv_field(column);
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
