#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gnnir/draw/layout.h"

namespace gnnir {

/// Neighbours of each node, in both directions, without itself.
using Adjacency = std::vector<std::vector<NodeId>>;

/// The lengths of shortest paths in a connected graph.
class Distances {
 public:
  explicit Distances(const Adjacency& adjacency);
  [[nodiscard]] std::size_t num_nodes() const { return num_nodes_; }
  /// [num_nodes]
  [[nodiscard]] std::span<const float> from(std::size_t v) const {
    return std::span(lengths_).subspan(v * num_nodes_, num_nodes_);
  }

 private:
  std::size_t num_nodes_;
  std::vector<float> lengths_;
};

/// How far distances in the picture are from those in the graph, by pair: the mean of (picture / graph - 1)².
double stress_of(const Distances& distances, std::span<const Point> places);

/// One step of majorization: every node to the mean of where each other node wants it, near ones counting more.
/// Symmetries of a placement stay.
std::vector<Point> majorized(const Distances& distances, std::span<const Point> places);

/// Steps until stress hardly falls any more. `tidy` sees every step and may change it; empty: none.
template <typename Tidy>
std::vector<Point> least_stress(const Distances& distances, std::vector<Point> places, int most_steps,
                                const Tidy& tidy) {
  double before = stress_of(distances, places);
  constexpr int stride = 5;  // stress costs as much as a step
  for (int step = 1; step <= most_steps; ++step) {
    places = majorized(distances, places);
    tidy(places);
    if (step % stride != 0) continue;
    const double now = stress_of(distances, places);
    if (before - now < 2e-4 * now || now < 1e-9) break;
    before = now;
  }
  return places;
}

/// The first two coordinates of classical scaling, from distances to some pivots far from each other.
std::vector<Point> classical_scaling(const Distances& distances);

}  // namespace gnnir
