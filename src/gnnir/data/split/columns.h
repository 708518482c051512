#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// A column by which graphs are split, and the graph that a message is about:
/// `[split] assays: line 17, column 'year': …`.
class SplitColumn {
 public:
  /// An Error of kind usage if no column of that name was kept. The data set must outlive this.
  SplitColumn(const Dataset& dataset, std::string name);

  /// Without white space around it. An Error of kind data if the graph has none.
  [[nodiscard]] std::string value(std::int64_t graph) const;
  /// Of all graphs.
  [[nodiscard]] std::vector<std::string> values() const;

  /// An Error of kind data about the graph's value.
  template <typename... Args>
  [[nodiscard]] Error error(std::int64_t graph, fmt::format_string<Args...> format, Args&&... args) const {
    return data_error("{}: {}", place_of(graph), fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  [[nodiscard]] std::string place_of(std::int64_t graph) const;

  const Dataset& dataset_;
  std::string name_;
  std::span<const std::string> values_;
};

/// `line 17`, or `graph 16` where files have no line for it.
std::string name_of_graph(const Dataset& dataset, std::int64_t graph);

/// The SMILES of all graphs as their file has them, in the first word of each. An Error of kind usage if they are no
/// molecules.
std::span<const std::string> smiles_of(const Dataset& dataset);

}  // namespace gnnir
