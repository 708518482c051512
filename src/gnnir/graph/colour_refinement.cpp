#include "gnnir/graph/colour_refinement.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gnnir {
namespace {

template <typename Index>
std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

/// Ascending. Linear for long lists, so that putting cells in order costs no more than finding them.
template <typename Index>
void sort_indices(std::vector<Index>& items) {
  constexpr std::size_t short_list = 1024;
  if (items.size() <= short_list) {
    std::sort(items.begin(), items.end());
    return;
  }
  const auto largest = static_cast<std::uint32_t>(*std::max_element(items.begin(), items.end()));
  std::vector<Index> sorted(items.size());
  for (unsigned shift = 0; shift < 32 && (largest >> shift) != 0; shift += 8) {
    const auto digit = [shift](Index item) { return (static_cast<std::uint32_t>(item) >> shift) & 0xffU; };
    std::array<std::size_t, 257> next{};
    for (const Index item : items) ++next[digit(item) + 1];
    for (std::size_t d = 1; d < next.size(); ++d) next[d] += next[d - 1];
    for (const Index item : items) sorted[next[digit(item)]++] = item;
    items.swap(sorted);
  }
}

}  // namespace

ColourRefinement::ColourRefinement(const Graph& graph, Colours colours)
    : graph_(graph),
      colours_(colours),
      offsets_(at(graph.num_nodes()) + 1, 0),
      messages_(at(graph.num_edges())),
      count_(at(graph.num_nodes()), 0),
      reached_in_(at(graph.num_nodes()), 0),
      queued_(at(graph.num_nodes()), false) {
  const std::vector<std::int64_t> rank = ranks_of(colours_.edges);
  group_end_.assign(rank.empty() ? 1 : at(*std::max_element(rank.begin(), rank.end())) + 1, 0);

  for (const NodeId u : graph_.sources()) ++offsets_[at(u) + 1];
  for (std::size_t u = 1; u < offsets_.size(); ++u) offsets_[u] += offsets_[u - 1];
  std::vector<std::int64_t> next(offsets_.begin(), offsets_.end());
  std::size_t edge = 0;
  for (NodeId v = 0; v < graph_.num_nodes(); ++v) {
    for (const NodeId u : graph_.neighbours(v)) {
      messages_[at(next[at(u)]++)] = {v, rank.empty() ? 0 : static_cast<std::int32_t>(rank[edge])};
      ++edge;
    }
  }
}

std::span<const ColourRefinement::Message> ColourRefinement::messages_from(NodeId u) const {
  return std::span(messages_).subspan(at(offsets_[at(u)]), at(offsets_[at(u) + 1] - offsets_[at(u)]));
}

Partition ColourRefinement::coarsest() {
  Partition partition = colours_.nodes.empty() ? Partition(graph_.num_nodes()) : Partition(colours_.nodes);
  std::vector<NodeId> cells;
  for (NodeId cell = Partition::first_cell(); cell < partition.num_nodes(); cell = partition.next_cell(cell)) {
    cells.push_back(cell);
  }
  refine(partition, cells);
  return partition;
}

void ColourRefinement::individualize(Partition& partition, NodeId v) {
  // One of the two new cells is enough: what reaches a node from the other is the rest of what reached it before.
  partition.individualize(v);
  const NodeId splitter = partition.cell_of(v);
  refine(partition, std::span(&splitter, 1));
}

void ColourRefinement::refine(Partition& partition, std::span<const NodeId> splitters) {
  for (const NodeId cell : splitters) enqueue(cell);
  for (std::size_t head = 0; head < queue_.size() && !partition.is_discrete(); ++head) {
    const NodeId cell = queue_[head];
    queued_[at(cell)] = false;
    group_messages(partition.members(cell));
    std::int64_t begin = 0;
    for (const std::int32_t colour : groups_) {
      const std::int64_t end = std::exchange(group_end_[at(colour)], 0);
      split_by_messages(partition, std::span(grouped_).subspan(at(begin), at(end - begin)));
      begin = end;
    }
  }
  for (const NodeId cell : queue_) queued_[at(cell)] = false;
  queue_.clear();
}

void ColourRefinement::group_messages(std::span<const NodeId> splitter) {
  groups_.clear();
  std::int64_t total = 0;
  for (const NodeId u : splitter) {
    for (const Message& message : messages_from(u)) {
      if (group_end_[at(message.colour)]++ == 0) groups_.push_back(message.colour);
      ++total;
    }
  }
  sort_indices(groups_);
  // Each group's end becomes its begin, and moves to its end again as it is filled.
  std::int64_t begin = 0;
  for (const std::int32_t colour : groups_) begin += std::exchange(group_end_[at(colour)], begin);
  grouped_.resize(at(total));
  for (const NodeId u : splitter) {
    for (const Message& message : messages_from(u)) grouped_[at(group_end_[at(message.colour)]++)] = message.target;
  }
}

void ColourRefinement::split_by_messages(Partition& partition, std::span<const NodeId> targets) {
  for (const NodeId target : targets) count_message(partition, target);
  sort_indices(reached_cells_);
  for (const NodeId cell : reached_cells_) split_cell(partition, cell);
  reached_cells_.clear();
}

void ColourRefinement::count_message(Partition& partition, NodeId target) {
  const NodeId cell = partition.cell_of(target);
  if (partition.size_of(cell) == 1) return;
  if (count_[at(target)]++ > 0) return;
  if (reached_in_[at(cell)] == 0) reached_cells_.push_back(cell);
  ++reached_in_[at(cell)];
  partition.swap_places(target, partition.next_cell(cell) - reached_in_[at(cell)]);
}

void ColourRefinement::split_cell(Partition& partition, NodeId cell) {
  const NodeId end = partition.next_cell(cell);
  const NodeId begin = end - std::exchange(reached_in_[at(cell)], 0);
  sort_by_count(partition, begin, end);
  // From behind, so that each split touches only its own nodes.
  for (NodeId place = end - 1; place > begin; --place) {
    if (count_[at(partition.at_place(place))] != count_[at(partition.at_place(place - 1))])
      partition.split(cell, place);
  }
  if (begin > cell) partition.split(cell, begin);
  for (NodeId place = begin; place < end; ++place) count_[at(partition.at_place(place))] = 0;
  enqueue_fragments(partition, cell, end);
}

/// Sorts the nodes at begin..end-1, all of which have a message, by how many they have. The counts add up to the
/// messages, so buckets cost no more than those.
void ColourRefinement::sort_by_count(Partition& partition, NodeId begin, NodeId end) {
  NodeId least = count_[at(partition.at_place(begin))];
  NodeId most = least;
  for (NodeId place = begin; place < end; ++place) {
    const NodeId count = count_[at(partition.at_place(place))];
    least = std::min(least, count);
    most = std::max(most, count);
  }
  if (least == most) return;
  bucket_.assign(at(most - least) + 2, 0);
  for (NodeId place = begin; place < end; ++place) ++bucket_[at(count_[at(partition.at_place(place))] - least) + 1];
  for (std::size_t b = 1; b < bucket_.size(); ++b) bucket_[b] += bucket_[b - 1];
  sorted_.resize(at(end - begin));
  for (NodeId place = begin; place < end; ++place) {
    const NodeId v = partition.at_place(place);
    sorted_[at(bucket_[at(count_[at(v)] - least)]++)] = v;
  }
  partition.reorder(begin, sorted_);
}

void ColourRefinement::enqueue(NodeId cell) {
  if (queued_[at(cell)]) return;
  queued_[at(cell)] = true;
  queue_.push_back(cell);
}

/// The cells that a cell has become. All are splitters if it was to be one; otherwise others have been split by it
/// already, and the largest of its fragments would tell them nothing that the rest do not (Hopcroft).
void ColourRefinement::enqueue_fragments(const Partition& partition, NodeId cell, NodeId end) {
  NodeId largest = cell;
  for (NodeId fragment = cell; fragment < end; fragment = partition.next_cell(fragment)) {
    if (partition.size_of(fragment) > partition.size_of(largest)) largest = fragment;
  }
  const bool whole = queued_[at(cell)];
  for (NodeId fragment = cell; fragment < end; fragment = partition.next_cell(fragment)) {
    if (whole || fragment != largest) enqueue(fragment);
  }
}

std::vector<std::int64_t> ColourRefinement::quotient(const Partition& partition) const {
  const std::vector<NodeId> number = partition.cell_numbers();
  std::vector<std::int64_t> quotient{partition.num_nodes()};
  std::vector<std::pair<std::int64_t, std::int64_t>> incoming;  // cell and colour of each edge
  for (NodeId cell = Partition::first_cell(); cell < partition.num_nodes(); cell = partition.next_cell(cell)) {
    const NodeId v = partition.members(cell).front();
    incoming.clear();
    std::size_t edge = at(graph_.edge_offsets()[at(v)]);
    for (const NodeId u : graph_.neighbours(v)) {
      incoming.emplace_back(number[at(u)], colours_.edges.empty() ? 0 : colours_.edges[edge]);
      ++edge;
    }
    std::sort(incoming.begin(), incoming.end());
    quotient.insert(quotient.end(), {partition.size_of(cell), colours_.nodes.empty() ? 0 : colours_.nodes[at(v)],
                                     static_cast<std::int64_t>(incoming.size())});
    for (const auto& [from, colour] : incoming) quotient.insert(quotient.end(), {from, colour});
  }
  return quotient;
}

}  // namespace gnnir
