#include "gnnir/data/source/node_claims.h"

#include <algorithm>
#include <limits>

namespace gnnir {
namespace {

/// A node costs eight bytes and more: all graphs together may ask for less of a byte than one alone.
std::size_t allowance_of_all(std::size_t bytes) {
  return 100'000 + std::min<std::size_t>(1000 * bytes, 1'000'000 + 100 * bytes);
}

}  // namespace

std::size_t most_nodes_in(std::size_t bytes) {
  return std::min<std::size_t>(100'000 + 1000 * bytes, std::numeric_limits<NodeId>::max());
}

void NodeClaims::add(const Place& place, NodeId nodes, std::size_t bytes) {
  const std::size_t all_nodes = nodes_ + static_cast<std::size_t>(nodes);
  const std::size_t all_bytes = bytes_ + bytes;
  const std::size_t most = std::max(allowance_of_all(all_bytes), most_nodes_in(bytes));
  if (all_nodes > most) {
    throw place.error("expected at most {} nodes in the {} bytes of all graphs so far, found {}", most, all_bytes,
                      all_nodes);
  }
  nodes_ = all_nodes;
  bytes_ = all_bytes;
}

}  // namespace gnnir
