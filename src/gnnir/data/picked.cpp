#include "gnnir/data/picked.h"

#include "gnnir/data/check_dataset.h"

namespace gnnir {
namespace {

template <typename T>
std::vector<T> rows_of(const std::vector<T>& table, std::int64_t columns, std::span<const std::int64_t> rows) {
  std::vector<T> result;
  if (table.empty()) return result;
  for (const std::int64_t row : rows) {
    const auto begin = table.begin() + row * columns;
    result.insert(result.end(), begin, begin + columns);
  }
  return result;
}

}  // namespace

Dataset picked(const Dataset& dataset, std::span<const std::int64_t> graphs) {
  check_graph_numbers(graphs, dataset);
  Dataset result = without_graphs(dataset);
  for (const std::int64_t graph : graphs) result.examples.push_back(dataset.examples[static_cast<std::size_t>(graph)]);
  result.lines = rows_of(dataset.lines, 1, graphs);
  result.classes = rows_of(dataset.classes, 1, graphs);
  result.class_names = dataset.class_names;
  result.class_column = dataset.class_column;
  result.targets = rows_of(dataset.targets, dataset.num_targets, graphs);
  result.num_targets = dataset.num_targets;
  result.target_names = dataset.target_names;
  result.answers = dataset.answers;
  for (const KeptColumn& column : dataset.kept) result.kept.push_back({column.name, rows_of(column.values, 1, graphs)});
  result.smiles_kept = dataset.smiles_kept;
  return result;
}

}  // namespace gnnir
