#include <map>

#include "gnnir/base/text.h"
#include "gnnir/data/split/columns.h"
#include "gnnir/data/split/deal.h"
#include "gnnir/data/split/entries.h"

namespace gnnir {
namespace {

/// 0 train, 1 validation, 2 test.
std::size_t part_named(const SplitColumn& column, std::int64_t graph) {
  static const std::map<std::string, std::size_t> part_of = {
      {"TRAIN", 0}, {"VALIDATION", 1}, {"VALID", 1}, {"VAL", 1}, {"TEST", 2}};
  const std::string word = column.value(graph);
  const auto found = part_of.find(upper_case(word));
  if (found == part_of.end()) {
    throw column.error(graph, "expected train, validation (or valid, val) or test, found {}", in_quotes(word));
  }
  return found->second;
}

Split split_as_column_says(const Dataset& dataset, const DataOptions& data) {
  const SplitColumn column(dataset, data.split_column);
  std::vector<GraphList> parts(3);
  for (const std::int64_t graph : every_graph(dataset)) parts[part_named(column, graph)].push_back(graph);
  constexpr const char* names[] = {"train", "validation", "test"};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (!parts[part].empty()) continue;
    throw data_error("[split] {}: column {}: expected graphs of train, validation and test, found none of {}",
                     dataset.name, in_quotes(data.split_column), names[part]);
  }
  return {.train = std::move(parts[0]), .validation = std::move(parts[1]), .test = std::move(parts[2])};
}

/// By value: numbers as numbers, where all are, else in the order of letters.
std::vector<GraphList> graphs_by_value(const SplitColumn& column) {
  const std::vector<std::string> values = column.values();
  std::map<std::pair<long long, std::string>, GraphList> graphs_of;
  const bool numbers =
      std::all_of(values.begin(), values.end(), [](const std::string& v) { return parse_integer(v).has_value(); });
  for (std::size_t graph = 0; graph < values.size(); ++graph) {
    const long long number = numbers ? parse_integer(values[graph]).value_or(0) : 0;
    graphs_of[{number, values[graph]}].push_back(static_cast<std::int64_t>(graph));
  }
  std::vector<GraphList> lists;
  for (auto& [value, graphs] : graphs_of) lists.push_back(std::move(graphs));
  return lists;
}

std::vector<Split> folds_as_column_says(const Dataset& dataset, const DataOptions& data) {
  constexpr std::size_t most = 100;
  const std::vector<GraphList> folds = graphs_by_value(SplitColumn(dataset, data.split_column));
  if (folds.size() < 2 || folds.size() > most) {
    throw data_error(
        "[split] {}: column {}: every value is a fold: expected 2 to {} different ones, found {}; data.split=group "
        "makes fewer folds of more values",
        dataset.name, in_quotes(data.split_column), most, folds.size());
  }
  const FoldOptions options = data.fold_options();
  return splits_of_folds(dataset, folds, options.inner, divided_by_fraction(dataset, options));
}

}  // namespace

const SplitMethod& column_split_method() {
  static const SplitMethod method{.name = "column",
                                  .summary = "a column says train, validation or test; cv: each value is a fold",
                                  .column = true,
                                  .fractions = false,
                                  .folds = false,
                                  .split = split_as_column_says,
                                  .make_folds = folds_as_column_says};
  return method;
}

}  // namespace gnnir
