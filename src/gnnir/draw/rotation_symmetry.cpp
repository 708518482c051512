#include "gnnir/draw/rotation_symmetry.h"

#include <algorithm>
#include <cmath>

namespace gnnir {

Point rotated(Point point, double angle) {
  return {point.x * std::cos(angle) - point.y * std::sin(angle), point.x * std::sin(angle) + point.y * std::cos(angle)};
}

void centre(std::vector<Point>& places) {
  Point mean;
  for (const Point& place : places) {
    mean.x += place.x / static_cast<double>(places.size());
    mean.y += place.y / static_cast<double>(places.size());
  }
  for (Point& place : places) place = {place.x - mean.x, place.y - mean.y};
}

RotationSymmetry::RotationSymmetry(const Rotation& rotation, NodeId turns)
    : order_(rotation.order), angle_(full_turn * turns / rotation.order) {
  std::vector<bool> seen(rotation.image.size(), false);
  for (std::size_t v = 0; v < seen.size(); ++v) {
    if (seen[v]) continue;
    rings_.emplace_back();
    for (std::size_t u = v; !seen[u]; u = static_cast<std::size_t>(rotation.image[u])) {
      seen[u] = true;
      rings_.back().push_back(u);
    }
  }
}

Point RotationSymmetry::best_start(const Distances& distances, const std::vector<Point>& places, const Ring& placed,
                                   std::size_t node, double radius) const {
  Point best;
  double least = HUGE_VAL;
  for (int turn = 0; turn < 2 * order_; ++turn) {
    const Point place = rotated({radius, 0}, full_turn / 2 * turn / order_);
    double cost = 0;
    for (const std::size_t u : placed) {
      const double off = std::hypot(place.x - places[u].x, place.y - places[u].y) / distances.from(node)[u] - 1;
      cost += off * off;
    }
    if (cost < least - 1e-9) {
      least = cost;
      best = place;
    }
  }
  return best;
}

std::vector<Point> RotationSymmetry::start(const Distances& distances, double radius, bool outwards) const {
  std::vector<Point> places(distances.num_nodes());
  Ring placed;
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    const double share = static_cast<double>(outwards ? rings_.size() - 1 - i : i) / static_cast<double>(rings_.size());
    const Ring& ring = rings_[i];
    place_ring(places, ring, best_start(distances, places, placed, ring.front(), radius * (1.2 - 0.8 * share)));
    placed.insert(placed.end(), ring.begin(), ring.end());
  }
  return places;
}

void RotationSymmetry::restore(std::vector<Point>& places) const {
  centre(places);
  for (const Ring& ring : rings_) {
    Point mean;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point back = rotated(places[ring[i]], -angle_ * static_cast<double>(i));
      mean.x += back.x / static_cast<double>(ring.size());
      mean.y += back.y / static_cast<double>(ring.size());
    }
    place_ring(places, ring, mean);
  }
}

void RotationSymmetry::snap(std::vector<Point>& places) const {
  const auto angle_of = [&](const Ring& ring) { return std::atan2(places[ring.front()].y, places[ring.front()].x); };
  const auto ring = std::find_if(rings_.begin(), rings_.end(), [](const Ring& r) { return r.size() > 1; });
  const double first = angle_of(*ring);
  const double half = full_turn / 2 / order_;
  for (const Ring& other : rings_) {
    const Point place = places[other.front()];
    const double angle = first + half * std::round((angle_of(other) - first) / half);
    place_ring(places, other, rotated({std::hypot(place.x, place.y), 0}, angle));
  }
}

void RotationSymmetry::place_ring(std::vector<Point>& places, const Ring& ring, Point first) const {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    places[ring[i]] = ring.size() == 1 ? Point{} : rotated(first, angle_ * static_cast<double>(i));
  }
}

}  // namespace gnnir
