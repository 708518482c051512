#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnnir {

/// The nodes that were chosen to be individualized in every graph of a batch, one branch each.
struct Choice {
  std::vector<std::int32_t> rows;        ///< chosen rows of the batch, graph by graph
  std::vector<std::int32_t> ptr{0};      ///< [num_graphs + 1]: where each graph's choice begins
  std::vector<std::int32_t> cut_rows;    ///< members, chosen or not, of the cells of which only some were taken
  std::vector<std::int32_t> cut_ptr{0};  ///< [num_graphs + 1]: where each graph's begin
  /// [num_graphs]: some keys differ by about the tolerance, so that another order of sums might decide otherwise
  std::vector<bool> close_call;
  /// [num_graphs] nothing tells the chosen nodes from others in their branches; empty: something does in all graphs
  std::vector<bool> unmarked = {};

  [[nodiscard]] std::int64_t num_graphs() const { return static_cast<std::int64_t>(ptr.size()) - 1; }
  /// Branches of all graphs.
  [[nodiscard]] std::int64_t count() const { return ptr.back(); }
  [[nodiscard]] std::int64_t count(std::int64_t g) const { return std::ssize(chosen(g)); }
  [[nodiscard]] std::span<const std::int32_t> chosen(std::int64_t g) const { return part(rows, ptr, g); }
  [[nodiscard]] std::span<const std::int32_t> cut_cell(std::int64_t g) const { return part(cut_rows, cut_ptr, g); }
  [[nodiscard]] bool is_close_call(std::int64_t g) const { return close_call[static_cast<std::size_t>(g)]; }

  [[nodiscard]] bool is_unmarked(std::int64_t g) const {
    return !unmarked.empty() && unmarked[static_cast<std::size_t>(g)];
  }

  /// Appends the choice in another graph, whose rows begin at first_row here and at 0 there.
  void append(const Choice& graph, std::int32_t first_row) {
    for (const std::int32_t row : graph.rows) rows.push_back(first_row + row);
    for (const std::int32_t row : graph.cut_rows) cut_rows.push_back(first_row + row);
    ptr.push_back(static_cast<std::int32_t>(rows.size()));
    cut_ptr.push_back(static_cast<std::int32_t>(cut_rows.size()));
    close_call.insert(close_call.end(), graph.close_call.begin(), graph.close_call.end());
  }

 private:
  static std::span<const std::int32_t> part(const std::vector<std::int32_t>& all, const std::vector<std::int32_t>& ends,
                                            std::int64_t g) {
    const auto begin = static_cast<std::size_t>(ends[static_cast<std::size_t>(g)]);
    const auto end = static_cast<std::size_t>(ends[static_cast<std::size_t>(g) + 1]);
    return std::span(all).subspan(begin, end - begin);
  }
};

}  // namespace gnnir
