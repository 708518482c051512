#include "gnnir/draw/place_component.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/draw/rotation_symmetry.h"
#include "gnnir/draw/rotations.h"

namespace gnnir {
namespace {

/// Each node's distance to the nearest other one.
std::vector<double> nearest_distances(std::span<const Point> places) {
  std::vector<double> nearest(places.size(), HUGE_VAL);
  for (std::size_t v = 0; v < places.size(); ++v) {
    for (std::size_t u = 0; u < v; ++u) {
      const double length = std::hypot(places[v].x - places[u].x, places[v].y - places[u].y);
      nearest[v] = std::min(nearest[v], length);
      nearest[u] = std::min(nearest[u], length);
    }
  }
  return nearest;
}

/// How hard it is to read: stress, and nodes that lie on each other or on edges of others.
double unreadability(const Distances& distances, const Adjacency& adjacency, std::span<const Point> places) {
  const std::vector<double> distances_to_nearest = nearest_distances(places);
  const double nearest = *std::min_element(distances_to_nearest.begin(), distances_to_nearest.end());
  const double near = std::min(0.15, 0.45 * nearest);  // about as nodes are drawn
  double hidden = 0;
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (const NodeId target : adjacency[a]) {
      const auto b = static_cast<std::size_t>(target);
      if (b < a) continue;
      const Point along{places[b].x - places[a].x, places[b].y - places[a].y};
      const double square = along.x * along.x + along.y * along.y;
      for (std::size_t v = 0; v < places.size(); ++v) {
        if (v == a || v == b) continue;
        const Point from{places[v].x - places[a].x, places[v].y - places[a].y};
        const double share = square > 0 ? (from.x * along.x + from.y * along.y) / square : 0;
        const double t = std::clamp(share, 0.0, 1.0);
        if (std::hypot(from.x - t * along.x, from.y - t * along.y) < near) hidden += 1;
      }
    }
  }
  return stress_of(distances, places) + 0.2 * hidden / static_cast<double>(places.size());
}

struct Candidate {
  std::vector<Point> places;
  double cost = HUGE_VAL;
  NodeId order = 1;
};

Graph graph_of(const Adjacency& adjacency) {
  std::vector<Edge> edges;
  for (std::size_t v = 0; v < adjacency.size(); ++v) {
    for (const NodeId u : adjacency[v]) edges.push_back({u, static_cast<NodeId>(v)});
  }
  return Graph::from_edges(static_cast<NodeId>(adjacency.size()), edges);
}

/// The most readable placement that shows a rotation, if the graph has one.
Candidate best_rotation(const Distances& distances, const Adjacency& adjacency) {
  constexpr std::size_t most_rotations = 6;
  constexpr int most_steps = 60;
  const std::size_t n = adjacency.size();
  const double mean = std::accumulate(distances.from(0).begin(), distances.from(0).end(), 0.0) / static_cast<double>(n);
  Candidate best;
  int tries = static_cast<int>(3'000'000 / (n * n * most_steps)) + 4;
  for (const Rotation& rotation : find_rotations(graph_of(adjacency), most_rotations)) {
    for (NodeId turns = 1; 2 * turns < rotation.order; ++turns) {
      if (std::gcd(turns, rotation.order) != 1) continue;
      const RotationSymmetry symmetry(rotation, turns);
      const bool one_ring = static_cast<std::size_t>(rotation.order) + 1 >= n;
      for (const bool outwards : {false, true}) {
        if (one_ring && outwards) break;
        if (--tries < 0) return best;
        const auto rated = [&](std::vector<Point> places) {
          const double cost = unreadability(distances, adjacency, places);
          return Candidate{std::move(places), cost, rotation.order};
        };
        Candidate found = rated(least_stress(distances, symmetry.start(distances, std::max(0.5, mean / 2), outwards),
                                             most_steps, [&](auto& places) { symmetry.restore(places); }));
        // Often the least stress is found a little beside the mirror symmetry that readers expect.
        std::vector<Point> mirrored = found.places;
        symmetry.snap(mirrored);
        Candidate snapped = rated(std::move(mirrored));
        if (snapped.cost <= 1.1 * found.cost + 0.005) found = std::move(snapped);
        if (one_ring) found.cost *= static_cast<std::size_t>(rotation.order) == n ? 0.6 : 0.75;  // it says it all
        if (found.cost < best.cost) best = std::move(found);
      }
    }
  }
  return best;
}

/// Turned so that the box around it is smallest, and wider than high.
void turn_to_smallest_box(std::vector<Point>& places) {
  double best_area = HUGE_VAL;
  double best_angle = 0;
  constexpr int angles = 360;
  const auto box = [&](double angle) {
    Point least{HUGE_VAL, HUGE_VAL};
    Point most{-HUGE_VAL, -HUGE_VAL};
    for (const Point& place : places) {
      const Point p = rotated(place, angle);
      least = {std::min(least.x, p.x), std::min(least.y, p.y)};
      most = {std::max(most.x, p.x), std::max(most.y, p.y)};
    }
    return Point{most.x - least.x, most.y - least.y};
  };
  for (int i = 0; i < angles; ++i) {
    const double angle = full_turn / 4 * i / angles;
    const Point size = box(angle);
    const double area = (size.x + 0.5) * (size.y + 0.5);
    if (area >= best_area - 1e-9) continue;
    best_area = area;
    best_angle = size.x >= size.y ? angle : angle + full_turn / 4;
  }
  for (Point& place : places) place = rotated(place, best_angle);
}

/// The outermost node to the top.
void turn_upright(std::vector<Point>& places) {
  Point top;
  for (const Point& place : places) {
    if (std::hypot(place.x, place.y) > std::hypot(top.x, top.y) + 1e-6) top = place;
  }
  const double angle = -full_turn / 4 - std::atan2(top.y, top.x);
  for (Point& place : places) place = rotated(place, angle);
}

/// Nodes much nearer to each other than is usual here are pushed apart: else all would have to be drawn as small.
void separate(std::vector<Point>& places) {
  std::vector<double> nearest = nearest_distances(places);
  const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
  std::nth_element(nearest.begin(), middle, nearest.end());
  const double least = std::max(0.01, 0.5 * *middle);
  constexpr int rounds = 60;
  for (int round = 0; round < rounds; ++round) {
    bool moved = false;
    for (std::size_t v = 0; v < places.size(); ++v) {
      for (std::size_t u = 0; u < v; ++u) {
        Point apart{places[v].x - places[u].x, places[v].y - places[u].y};
        if (std::abs(apart.x) >= least || std::abs(apart.y) >= least) continue;
        const double length = std::hypot(apart.x, apart.y);
        if (length >= least) continue;
        if (length < 1e-9) apart = rotated({1, 0}, static_cast<double>(u + v));
        const double push = (least * 1.02 - length) / 2 / std::hypot(apart.x, apart.y);
        places[v] = {places[v].x + push * apart.x, places[v].y + push * apart.y};
        places[u] = {places[u].x - push * apart.x, places[u].y - push * apart.y};
        moved = true;
      }
    }
    if (!moved) return;
  }
}

std::vector<Point> on_a_circle(std::size_t n, double radius) {
  std::vector<Point> places(n);
  for (std::size_t v = 0; v < n; ++v) {
    places[v] = rotated({radius, 0}, full_turn * static_cast<double>(v) / static_cast<double>(n));
  }
  return places;
}

/// From classical scaling; small graphs from a circle too.
Candidate best_free(const Distances& distances, const Adjacency& adjacency) {
  const std::size_t n = adjacency.size();
  constexpr std::size_t small = 200;
  const int most_steps = std::clamp(static_cast<int>(60'000'000 / (n * n)), 15, 300);
  const auto untouched = [](const std::vector<Point>&) {};
  std::vector<std::vector<Point>> starts{classical_scaling(distances)};
  if (n <= small) starts.push_back(on_a_circle(n, 1));
  Candidate best;
  for (std::vector<Point>& start : starts) {
    std::vector<Point> places = least_stress(distances, std::move(start), most_steps, untouched);
    const double cost = n <= small ? unreadability(distances, adjacency, places) : 0;
    if (cost < best.cost) best = {std::move(places), cost};
  }
  return best;
}

}  // namespace

std::vector<Point> place_component(const Adjacency& adjacency) {
  const std::size_t n = adjacency.size();
  if (n == 1) return {{0, 0}};
  if (n == 2) return {{0, 0}, {1, 0}};
  const Distances distances(adjacency);
  constexpr std::size_t most_for_symmetry = 200;  // finding one costs time, and seeing one needs room
  Candidate best = best_free(distances, adjacency);
  if (n <= most_for_symmetry) {
    // A symmetry that can be seen is worth some stress.
    Candidate symmetric = best_rotation(distances, adjacency);
    const bool one_ring = static_cast<std::size_t>(symmetric.order) + 1 >= n;
    if (symmetric.cost <= (one_ring ? 3 : 1.4) * best.cost + 0.02) best = std::move(symmetric);
  }
  centre(best.places);
  if (best.order % 2 == 1 && best.order > 1) {
    turn_upright(best.places);
  } else {
    turn_to_smallest_box(best.places);
  }
  separate(best.places);
  return std::move(best.places);
}

}  // namespace gnnir
