#include "gnnir/data/split/columns.h"

#include <algorithm>

#include "gnnir/base/text.h"
#include "gnnir/data/source/labels.h"

namespace gnnir {

SplitColumn::SplitColumn(const Dataset& dataset, std::string name) : dataset_(dataset), name_(std::move(name)) {
  const auto found = std::find_if(dataset.kept.begin(), dataset.kept.end(),
                                  [this](const KeptColumn& column) { return column.name == name_; });
  if (found == dataset.kept.end()) {
    std::vector<std::string> known;
    for (const KeptColumn& column : dataset.kept) known.push_back(column.name);
    throw setting_error("data.split_column", "{} has no column {} that could be read beside its graphs.{}",
                        dataset.name, in_quotes(name_), suggestion(name_, known));
  }
  if (std::ssize(found->values) != dataset.size()) {
    throw data_error("[split] {}: column {}: expected a value for each of {} graphs, found {}", dataset.name,
                     in_quotes(name_), dataset.size(), found->values.size());
  }
  values_ = found->values;
}

std::string SplitColumn::value(std::int64_t graph) const {
  const std::string_view value = trimmed(values_[static_cast<std::size_t>(graph)]);
  if (is_missing(value)) throw error(graph, "expected a value, found none");
  return std::string(value);
}

std::vector<std::string> SplitColumn::values() const {
  std::vector<std::string> all;
  for (std::int64_t graph = 0; graph < dataset_.size(); ++graph) all.push_back(value(graph));
  return all;
}

std::string SplitColumn::place_of(std::int64_t graph) const {
  return fmt::format("[split] {}: {}, column {}", dataset_.name, name_of_graph(dataset_, graph), in_quotes(name_));
}

std::string name_of_graph(const Dataset& dataset, std::int64_t graph) {
  if (dataset.lines.empty()) return fmt::format("graph {}", graph);
  return fmt::format("line {}", dataset.lines[static_cast<std::size_t>(graph)]);
}

std::span<const std::string> smiles_of(const Dataset& dataset) {
  const std::int64_t column = dataset.smiles_kept;
  if (column < 0 || column >= std::ssize(dataset.kept)) {
    throw usage_error("[split] {}: scaffolds and clusters are of molecules: expected SMILES or SDF", dataset.name);
  }
  const std::vector<std::string>& smiles = dataset.kept[static_cast<std::size_t>(column)].values;
  if (std::ssize(smiles) != dataset.size()) {
    throw data_error("[split] {}: expected a SMILES for each of {} graphs, found {}", dataset.name, dataset.size(),
                     smiles.size());
  }
  return smiles;
}

}  // namespace gnnir
