#include "gnnir/draw/layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/draw/place_component.h"

namespace gnnir {
namespace {

Adjacency adjacency_of(const Graph& graph) {
  Adjacency adjacency(static_cast<std::size_t>(graph.num_nodes()));
  for (const Edge& edge : graph.edges()) {
    if (edge.source == edge.target) continue;
    adjacency[static_cast<std::size_t>(edge.source)].push_back(edge.target);
    adjacency[static_cast<std::size_t>(edge.target)].push_back(edge.source);
  }
  for (std::vector<NodeId>& neighbours : adjacency) {
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  }
  return adjacency;
}

/// Some nodes with places of their own, in a box from (0, 0) on.
struct Piece {
  std::vector<NodeId> nodes;
  std::vector<Point> places;
  double width = 0;
  double height = 0;

  void fit() {
    Point least{HUGE_VAL, HUGE_VAL};
    for (const Point& place : places) least = {std::min(least.x, place.x), std::min(least.y, place.y)};
    for (Point& place : places) {
      place = {place.x - least.x, place.y - least.y};
      width = std::max(width, place.x);
      height = std::max(height, place.y);
    }
  }
};

std::vector<std::vector<NodeId>> components_of(const Adjacency& adjacency) {
  std::vector<std::vector<NodeId>> components;
  std::vector<bool> seen(adjacency.size(), false);
  for (std::size_t start = 0; start < adjacency.size(); ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    std::vector<NodeId> nodes{static_cast<NodeId>(start)};
    for (std::size_t head = 0; head < nodes.size(); ++head) {
      for (const NodeId u : adjacency[static_cast<std::size_t>(nodes[head])]) {
        if (seen[static_cast<std::size_t>(u)]) continue;
        seen[static_cast<std::size_t>(u)] = true;
        nodes.push_back(u);
      }
    }
    std::sort(nodes.begin(), nodes.end());
    components.push_back(std::move(nodes));
  }
  return components;
}

Piece piece_of(const Adjacency& adjacency, std::vector<NodeId> nodes) {
  std::vector<NodeId> number(adjacency.size(), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) number[static_cast<std::size_t>(nodes[i])] = static_cast<NodeId>(i);
  Adjacency own(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const NodeId u : adjacency[static_cast<std::size_t>(nodes[i])])
      own[i].push_back(number[static_cast<std::size_t>(u)]);
  }
  Piece piece{.nodes = std::move(nodes), .places = place_component(own)};
  piece.fit();
  return piece;
}

/// Rows and columns, as near to a square as they come.
Piece grid_of(std::vector<NodeId> nodes, double spacing) {
  Piece piece{.nodes = std::move(nodes)};
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(1.5 * static_cast<double>(piece.nodes.size()))));
  for (std::size_t i = 0; i < piece.nodes.size(); ++i) {
    const std::size_t row = i / columns;
    piece.places.push_back({spacing * static_cast<double>(i % columns), spacing * static_cast<double>(row)});
  }
  piece.fit();
  return piece;
}

/// Pieces in rows, the highest first; rows about one and a half times as wide as they are high together.
GraphLayout packed(std::vector<Piece> pieces, std::size_t num_nodes) {
  constexpr double gap = 0.9;
  std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.height > b.height; });
  double area = 0;
  double widest = 0;
  for (const Piece& piece : pieces) {
    area += (piece.width + gap) * (piece.height + gap);
    widest = std::max(widest, piece.width);
  }
  const double row_width = std::max(widest, 1.2 * std::sqrt(area));
  GraphLayout layout{.places = std::vector<Point>(num_nodes)};
  Point corner;
  double row_height = 0;
  for (const Piece& piece : pieces) {
    if (corner.x > 0 && corner.x + piece.width > row_width + 1e-9) {
      corner = {0, corner.y + row_height + gap};
      row_height = 0;
    }
    for (std::size_t i = 0; i < piece.nodes.size(); ++i) {
      layout.places[static_cast<std::size_t>(piece.nodes[i])] = {corner.x + piece.places[i].x,
                                                                 corner.y + piece.places[i].y};
    }
    row_height = std::max(row_height, piece.height);
    layout.width = std::max(layout.width, corner.x + piece.width);
    layout.height = std::max(layout.height, corner.y + piece.height);
    corner.x += piece.width + gap;
  }
  return layout;
}

}  // namespace

GraphLayout lay_out(const Graph& graph) {
  const auto n = static_cast<std::size_t>(graph.num_nodes());
  if (n == 0) return {};
  if (graph.num_nodes() > most_laid_out) {
    std::vector<NodeId> all(n);
    std::iota(all.begin(), all.end(), 0);
    return packed({grid_of(std::move(all), 1)}, n);
  }
  const Adjacency adjacency = adjacency_of(graph);
  std::vector<Piece> pieces;
  std::vector<NodeId> isolated;
  for (std::vector<NodeId>& nodes : components_of(adjacency)) {
    if (nodes.size() == 1) {
      isolated.push_back(nodes.front());
    } else {
      pieces.push_back(piece_of(adjacency, std::move(nodes)));
    }
  }
  if (!isolated.empty()) pieces.push_back(grid_of(std::move(isolated), 0.6));
  return packed(std::move(pieces), n);
}

}  // namespace gnnir
