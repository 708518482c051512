#include "gnnir/data/names.h"

#include <algorithm>

namespace gnnir {

NameColumns::NameColumns(const Dataset& dataset, const std::vector<std::string>& taken) : dataset_(&dataset) {
  std::vector<std::string> used = taken;
  for (const KeptColumn& column : dataset.kept) {
    std::string name = column.name;
    while (std::find(used.begin(), used.end(), name) != used.end()) name.insert(0, "data_");
    used.push_back(name);
    header_.push_back(std::move(name));
  }
}

std::vector<std::string> NameColumns::of_graph(std::int64_t graph) const {
  std::vector<std::string> values;
  if (dataset_ == nullptr) return values;
  for (const KeptColumn& column : dataset_->kept) values.push_back(column.values[static_cast<std::size_t>(graph)]);
  return values;
}

std::vector<std::string> NameColumns::of_skipped(const SkippedGraph& graph) const {
  return dataset_ == nullptr ? std::vector<std::string>() : graph.kept;
}

}  // namespace gnnir
