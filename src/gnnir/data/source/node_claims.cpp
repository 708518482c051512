#include "gnnir/data/source/node_claims.h"

#include <algorithm>
#include <limits>

namespace gnnir {
namespace {

std::size_t allowance(std::size_t bytes) { return 100'000 + 1000 * bytes; }

}  // namespace

std::size_t most_nodes_in(std::size_t bytes) {
  return std::min<std::size_t>(allowance(bytes), std::numeric_limits<NodeId>::max());
}

void NodeClaims::add(const Place& place, NodeId nodes, std::size_t bytes) {
  const std::size_t all_nodes = nodes_ + static_cast<std::size_t>(nodes);
  const std::size_t all_bytes = bytes_ + bytes;
  const std::size_t most = allowance(all_bytes);
  if (all_nodes > most) {
    throw place.error("expected at most {} nodes in the {} bytes of all graphs so far, found {}", most, all_bytes,
                      all_nodes);
  }
  nodes_ = all_nodes;
  bytes_ = all_bytes;
}

}  // namespace gnnir
