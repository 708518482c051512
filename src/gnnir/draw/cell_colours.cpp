#include "gnnir/draw/cell_colours.h"

#include <algorithm>
#include <map>

namespace gnnir {

std::vector<NodeId> shared_cells(const std::vector<NodeId>& cells) {
  std::map<NodeId, NodeId> sizes;
  for (const NodeId cell : cells) ++sizes[cell];
  std::vector<NodeId> shared;
  for (const auto& [cell, size] : sizes) {
    if (size > 1) shared.push_back(cell);
  }
  std::stable_sort(shared.begin(), shared.end(), [&](NodeId a, NodeId b) { return sizes[a] > sizes[b]; });
  std::vector<NodeId> numbers;
  for (const NodeId cell : cells) {
    const auto found = std::find(shared.begin(), shared.end(), cell);
    numbers.push_back(found == shared.end() ? -1 : static_cast<NodeId>(found - shared.begin()));
  }
  return numbers;
}

}  // namespace gnnir
