#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"
#include "gnnir/graph/partition.h"

namespace gnnir {

/// Colour refinement (1-WL): what message passing can tell apart. Nodes of one cell have, for every cell and every
/// colour of edges, equally many incoming edges of that colour from that cell. Messages go from source to target, so in
/// a directed graph only incoming edges count, as in a GNN.
///
/// The order of cells depends on the graph alone, never on the numbers of its nodes: cell i of a graph corresponds to
/// cell i of every graph that 1-WL cannot tell from it.
///   ColourRefinement refinement(graph, {.nodes = labels});
///   Partition cells = refinement.coarsest();
class ColourRefinement {
 public:
  /// The graph and the colours must outlive this object.
  explicit ColourRefinement(const Graph& graph, Colours colours = {});
  explicit ColourRefinement(const Graph&& graph, Colours colours = {}) = delete;

  /// The coarsest equitable partition. O((n + m) log n).
  [[nodiscard]] Partition coarsest();
  /// Gives v, which is not alone in its cell of an equitable partition, a cell of its own and refines what follows.
  void individualize(Partition& partition, NodeId v);
  /// Refines a partition in which some cells, `splitters`, are new since it was equitable.
  void refine(Partition& partition, std::span<const NodeId> splitters);

  /// What an equitable partition says about its graph: for every cell its size, the colour of its nodes, and the edges
  /// that reach one of them by cell and colour. Two graphs have equal coarsest quotients if, and only if, 1-WL cannot
  /// tell them apart.
  [[nodiscard]] std::vector<std::int64_t> quotient(const Partition& partition) const;

 private:
  struct Message {
    NodeId target;
    std::int32_t colour;  // rank of the edge's colour
  };
  [[nodiscard]] std::span<const Message> messages_from(NodeId u) const;
  void group_messages(std::span<const NodeId> splitter);
  void split_by_messages(Partition& partition, std::span<const NodeId> targets);
  void count_message(Partition& partition, NodeId target);
  void split_cell(Partition& partition, NodeId cell);
  void sort_by_count(Partition& partition, NodeId begin, NodeId end);
  void enqueue(NodeId cell);
  void enqueue_fragments(const Partition& partition, NodeId cell, NodeId end);

  const Graph& graph_;
  Colours colours_;
  std::vector<std::int64_t> offsets_;  // [num_nodes + 1] into messages_
  std::vector<Message> messages_;      // by the node that sends them

  // One splitter's messages: their targets by the edge's colour.
  std::vector<NodeId> grouped_;
  std::vector<std::int64_t> group_end_;  // by colour; 0 between splitters
  std::vector<std::int32_t> groups_;     // the colours that occur, ascending

  // What a group of messages has found; empty or zero between groups.
  std::vector<NodeId> count_;          // messages by target
  std::vector<NodeId> reached_in_;     // by cell: members with a message
  std::vector<NodeId> reached_cells_;  // cells with such members

  // Cells that others are still to be split by.
  std::vector<NodeId> queue_;
  std::vector<bool> queued_;  // by cell

  std::vector<NodeId> sorted_;
  std::vector<NodeId> bucket_;
};

}  // namespace gnnir
