#include "gnnir/graph/partition.h"

#include <algorithm>
#include <numeric>

namespace gnnir {
namespace {

std::size_t at(NodeId v) { return static_cast<std::size_t>(v); }

}  // namespace

Partition::Partition(NodeId num_nodes)
    : nodes_(at(num_nodes)),
      place_(at(num_nodes)),
      cell_of_(at(num_nodes), 0),
      size_(at(num_nodes), 0),
      num_cells_(num_nodes > 0 ? 1 : 0) {
  std::iota(nodes_.begin(), nodes_.end(), 0);
  std::iota(place_.begin(), place_.end(), 0);
  if (num_nodes > 0) size_[0] = num_nodes;
}

Partition::Partition(std::span<const std::int64_t> colours) : Partition(static_cast<NodeId>(colours.size())) {
  std::stable_sort(nodes_.begin(), nodes_.end(), [&](NodeId a, NodeId b) { return colours[at(a)] < colours[at(b)]; });
  for (NodeId place = 0; place < num_nodes(); ++place) place_[at(nodes_[at(place)])] = place;
  // From behind: a split touches only the nodes of the new cell.
  for (NodeId place = num_nodes() - 1; place > 0; --place) {
    if (colours[at(nodes_[at(place)])] != colours[at(nodes_[at(place - 1)])]) split(0, place);
  }
}

std::vector<NodeId> Partition::cell_numbers() const {
  std::vector<NodeId> numbers(nodes_.size());
  NodeId number = 0;
  for (NodeId cell = first_cell(); cell < num_nodes(); cell = next_cell(cell), ++number) {
    for (const NodeId v : members(cell)) numbers[at(v)] = number;
  }
  return numbers;
}

NodeId Partition::individualize(NodeId v) {
  const NodeId cell = cell_of(v);
  swap_places(v, cell);
  split(cell, cell + 1);
  return cell + 1;
}

void Partition::split(NodeId cell, NodeId begin) {
  const NodeId end = next_cell(cell);
  size_[at(cell)] = begin - cell;
  size_[at(begin)] = end - begin;
  for (NodeId place = begin; place < end; ++place) cell_of_[at(nodes_[at(place)])] = begin;
  ++num_cells_;
}

void Partition::swap_places(NodeId v, NodeId place) {
  const NodeId other = nodes_[at(place)];
  std::swap(nodes_[at(place)], nodes_[at(place_of(v))]);
  std::swap(place_[at(v)], place_[at(other)]);
}

void Partition::reorder(NodeId begin, std::span<const NodeId> nodes) {
  for (const NodeId v : nodes) {
    nodes_[at(begin)] = v;
    place_[at(v)] = begin++;
  }
}

}  // namespace gnnir
