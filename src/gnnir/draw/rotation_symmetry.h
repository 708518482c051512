#pragma once

#include <numbers>
#include <vector>

#include "gnnir/draw/rotations.h"
#include "gnnir/draw/stress.h"

namespace gnnir {

constexpr double full_turn = 2 * std::numbers::pi;

/// A point turned around (0, 0).
Point rotated(Point point, double angle);

/// Moves places so that their mean is (0, 0).
void centre(std::vector<Point>& places);

/// Placements that show a rotation of a graph: its cycles are rings around the middle.
class RotationSymmetry {
 public:
  /// turns: how many steps on its ring a node is carried on; coprime to the order
  RotationSymmetry(const Rotation& rotation, NodeId turns);

  /// Rings one in another, each turned by half steps to where it fits those before it.
  [[nodiscard]] std::vector<Point> start(const Distances& distances, double radius, bool outwards) const;

  /// Every ring to the mean of what its nodes say, as rounding would tear them apart.
  void restore(std::vector<Point>& places) const;

  /// The same rings, turned by half steps against the first: as mirror symmetries want them.
  void snap(std::vector<Point>& places) const;

 private:
  using Ring = std::vector<std::size_t>;
  void place_ring(std::vector<Point>& places, const Ring& ring, Point first) const;
  [[nodiscard]] Point best_start(const Distances& distances, const std::vector<Point>& places, const Ring& placed,
                                 std::size_t node, double radius) const;

  NodeId order_;
  double angle_;
  std::vector<Ring> rings_;
};

}  // namespace gnnir
