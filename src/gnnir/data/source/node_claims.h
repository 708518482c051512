#pragma once

#include <cstddef>

#include "gnnir/data/source/place.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// How many nodes a text of so many bytes may claim to have. Nodes that nothing is said about cost memory all the same:
/// a short text must not fill it.
std::size_t most_nodes_in(std::size_t bytes);

/// The nodes that all graphs of a data set claim together, against what all their bytes allow: many short texts must
/// not fill the memory either.
class NodeClaims {
 public:
  /// One more graph. An Error of kind data if there are more nodes than the bytes so far allow.
  void add(const Place& place, NodeId nodes, std::size_t bytes);

 private:
  std::size_t nodes_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace gnnir
