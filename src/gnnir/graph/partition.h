#pragma once

#include <span>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// Nodes 0..n-1 in an order of cells. A cell is named by the place where it begins, so splitting a cell renames no
/// other.
class Partition {
 public:
  /// All nodes in one cell.
  explicit Partition(NodeId num_nodes);
  /// Cells by colour, ascending; [num_nodes].
  explicit Partition(std::span<const std::int64_t> colours);

  [[nodiscard]] NodeId num_nodes() const { return static_cast<NodeId>(nodes_.size()); }
  [[nodiscard]] NodeId num_cells() const { return num_cells_; }
  /// Every node is alone in its cell.
  [[nodiscard]] bool is_discrete() const { return num_cells_ == num_nodes(); }

  /// The cell of a node.
  [[nodiscard]] NodeId cell_of(NodeId v) const { return cell_of_[static_cast<std::size_t>(v)]; }
  [[nodiscard]] NodeId size_of(NodeId cell) const { return size_[static_cast<std::size_t>(cell)]; }
  [[nodiscard]] std::span<const NodeId> members(NodeId cell) const {
    return std::span(nodes_).subspan(static_cast<std::size_t>(cell), static_cast<std::size_t>(size_of(cell)));
  }
  /// Where v stands. In a discrete partition this is a labelling of the nodes.
  [[nodiscard]] NodeId place_of(NodeId v) const { return place_[static_cast<std::size_t>(v)]; }
  [[nodiscard]] NodeId at_place(NodeId place) const { return nodes_[static_cast<std::size_t>(place)]; }
  /// The first cell, and the one behind a cell; num_nodes() is behind the last.
  [[nodiscard]] static NodeId first_cell() { return 0; }
  [[nodiscard]] NodeId next_cell(NodeId cell) const { return cell + size_of(cell); }
  /// [num_nodes]: the number of each node's cell, counted from 0 in the order of cells.
  [[nodiscard]] std::vector<NodeId> cell_numbers() const;

  /// Puts v, which is not alone in its cell, into a cell of its own in front of the others'. → the others' new cell
  NodeId individualize(NodeId v);

  /// Makes the members of a cell from `begin` on, a place within it, a cell of their own.
  void split(NodeId cell, NodeId begin);
  /// Changes places with another node of the same cell.
  void swap_places(NodeId v, NodeId place);
  /// Puts nodes that hold the places from `begin` on, within one cell, there in another order.
  void reorder(NodeId begin, std::span<const NodeId> nodes);

 private:
  std::vector<NodeId> nodes_;    // cell by cell
  std::vector<NodeId> place_;    // the inverse of nodes_
  std::vector<NodeId> cell_of_;  // by node
  std::vector<NodeId> size_;     // by cell; only valid where a cell begins
  NodeId num_cells_ = 0;
};

}  // namespace gnnir
