#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// What graphs are called, as the first columns of a table about them: those of Dataset::kept. One whose name another
/// column of the table has is called data_NAME.
///   NameColumns names(dataset, {"graph", "prediction"});
///   row = names.of_graph(7);
class NameColumns {
 public:
  NameColumns() = default;  ///< none
  /// The data set must outlive it. taken: all other columns of the table
  NameColumns(const Dataset& dataset, const std::vector<std::string>& taken);

  [[nodiscard]] const std::vector<std::string>& header() const { return header_; }
  /// Values of the columns, in their order.
  [[nodiscard]] std::vector<std::string> of_graph(std::int64_t graph) const;
  [[nodiscard]] std::vector<std::string> of_skipped(const SkippedGraph& graph) const;

 private:
  const Dataset* dataset_ = nullptr;
  std::vector<std::string> header_;
};

/// Puts skipped graphs where they stood: calls on_graph(i) for the i-th of some ascending graphs, and on_skipped(graph)
/// between them.
template <typename OnGraph, typename OnSkipped>
void in_order_of_file(const std::vector<std::int64_t>& graphs, const std::vector<SkippedGraph>& skipped,
                      const OnGraph& on_graph, const OnSkipped& on_skipped) {
  auto next = skipped.begin();
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    for (; next != skipped.end() && next->before <= graphs[i]; ++next) on_skipped(*next);
    on_graph(i);
  }
  for (; next != skipped.end(); ++next) on_skipped(*next);
}

}  // namespace gnnir
