#pragma once

#include <span>
#include <vector>

#include "gnnir/explain/explanation.h"
#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// Which nodes and edges of a graph are the same but for their names: orbits of the symmetries that keep colours.
class EqualParts {
 public:
  EqualParts(const Graph& graph, Colours colours);

  /// [num_nodes]: the smallest node of each one's orbit.
  [[nodiscard]] const std::vector<NodeId>& orbit() const { return orbit_; }
  [[nodiscard]] std::int64_t num_orbits() const { return num_orbits_; }
  /// Pairs that are joined in either direction, ascending; values are 0.
  [[nodiscard]] const std::vector<EdgeValue>& edges() const { return edges_; }

  /// Where an edge, in whichever direction, stands in edges().
  [[nodiscard]] std::size_t place_of(Edge edge) const;

  /// Every value becomes the mean over its orbit. → the largest difference there was within one
  double average(std::vector<double>& nodes) const;
  /// edges: as edges() has them
  double average(std::vector<EdgeValue>& edges) const;

 private:
  std::vector<NodeId> orbit_;
  std::int64_t num_orbits_ = 0;
  std::vector<EdgeValue> edges_;
  std::vector<NodeId> edge_orbit_;  // [edges_]: the first edge of each one's orbit
};

}  // namespace gnnir
