#include "gnnir/draw/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "gnnir/base/rng.h"

namespace gnnir {
namespace {

using Edges = std::vector<Edge>;

Graph cycle(NodeId n) {
  Edges edges;
  for (NodeId v = 0; v < n; ++v) edges.push_back({v, static_cast<NodeId>((v + 1) % n)});
  return Graph::from_edges(n, edges);
}

Graph complete(NodeId n) {
  Edges edges;
  for (NodeId v = 0; v < n; ++v) {
    for (NodeId u = 0; u < v; ++u) edges.push_back({u, v});
  }
  return Graph::from_edges(n, edges);
}

Graph star(NodeId leaves) {
  Edges edges;
  for (NodeId v = 1; v <= leaves; ++v) edges.push_back({0, v});
  return Graph::from_edges(leaves + 1, edges);
}

Graph grid(NodeId rows, NodeId columns) {
  Edges edges;
  for (NodeId v = 0; v < rows * columns; ++v) {
    if ((v + 1) % columns != 0) edges.push_back({v, v + 1});
    if (v + columns < rows * columns) edges.push_back({v, v + columns});
  }
  return Graph::from_edges(rows * columns, edges);
}

Graph petersen() {
  Edges edges;
  for (NodeId i = 0; i < 5; ++i) {
    edges.insert(edges.end(), {{i, (i + 1) % 5}, {i, i + 5}, {i + 5, (i + 2) % 5 + 5}});
  }
  return Graph::from_edges(10, edges);
}

/// A random tree and some edges more.
Graph random_graph(NodeId n, NodeId more) {
  Rng rng(7, Purpose::test);
  Edges edges;
  const auto node = [&](NodeId below) { return static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(below))); };
  for (NodeId v = 1; v < n; ++v) edges.push_back({node(v), v});
  for (NodeId i = 0; i < more; ++i) edges.push_back({node(n), node(n)});
  return Graph::from_edges(n, edges);
}

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

double nearest_pair(const std::vector<Point>& places) {
  double nearest = HUGE_VAL;
  for (std::size_t v = 0; v < places.size(); ++v) {
    for (std::size_t u = 0; u < v; ++u) nearest = std::min(nearest, distance(places[v], places[u]));
  }
  return nearest;
}

/// Nodes from the middle outwards: how many at which distance, in hundredths.
std::vector<long> distances_from_the_middle(const std::vector<Point>& places) {
  Point middle;
  for (const Point& place : places) {
    middle.x += place.x / static_cast<double>(places.size());
    middle.y += place.y / static_cast<double>(places.size());
  }
  std::vector<long> distances;
  for (const Point& place : places) distances.push_back(std::lround(100 * distance(place, middle)));
  std::sort(distances.begin(), distances.end());
  return distances;
}

TEST(Layout, PutsNoTwoNodesInOnePlaceAndAllIntoItsBox) {
  const std::vector<Graph> graphs = {Graph(),
                                     Graph::from_edges(1, Edges{}),
                                     Graph::from_edges(1, Edges{{0, 0}}),
                                     Graph::from_edges(9, Edges{}),
                                     Graph::from_edges(2, Edges{{0, 1}}),
                                     Graph::from_edges(5, Edges{{0, 0}, {0, 1}, {3, 4}}),
                                     complete(3),
                                     complete(40),
                                     star(1),
                                     star(60),
                                     star(400),
                                     cycle(100),
                                     petersen(),
                                     grid(4, 4),
                                     random_graph(300, 300),
                                     Graph::from_edges(2500, Edges{{0, 1}})};
  for (const Graph& graph : graphs) {
    const GraphLayout layout = lay_out(graph);
    ASSERT_EQ(layout.places.size(), static_cast<std::size_t>(graph.num_nodes()));
    for (const Point& place : layout.places) {
      ASSERT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
      EXPECT_GE(std::min(place.x, place.y), -1e-9);
      EXPECT_LE(place.x, layout.width + 1e-9);
      EXPECT_LE(place.y, layout.height + 1e-9);
    }
    EXPECT_GT(nearest_pair(layout.places), 0.01) << graph.num_nodes() << " nodes";
  }
}

TEST(Layout, IsTheSameEachTime) {
  for (const Graph& graph : {petersen(), random_graph(150, 60), star(30)}) {
    EXPECT_EQ(lay_out(graph).places, lay_out(graph).places);
  }
}

TEST(Layout, PutsNeighboursNearEachOther) {
  const Graph graph = random_graph(120, 0);
  const GraphLayout layout = lay_out(graph);
  const auto place = [&](NodeId v) { return layout.places[static_cast<std::size_t>(v)]; };
  for (const Edge& edge : graph.edges()) EXPECT_LT(distance(place(edge.source), place(edge.target)), 2.2);
  EXPECT_GT(std::max(layout.width, layout.height), 6);  // and others far away
}

TEST(Layout, ShowsACycleAsARegularPolygon) {
  for (const NodeId n : {3, 4, 5, 12, 41}) {
    const std::vector<Point> places = lay_out(cycle(n)).places;
    const double side = distance(places[0], places[1]);
    for (std::size_t v = 0; v < places.size(); ++v) {
      EXPECT_NEAR(distance(places[v], places[(v + 1) % places.size()]), side, 1e-6);
      EXPECT_NEAR(distance(places[v], places[(v + 2) % places.size()]), distance(places[0], places[2]), 1e-6);
    }
  }
}

TEST(Layout, ShowsACompleteGraphAndTheLeavesOfAStarAsOneRing) {
  const std::vector<long> complete_ring = distances_from_the_middle(lay_out(complete(30)).places);
  EXPECT_EQ(complete_ring.front(), complete_ring.back());
  const std::vector<long> star_ring = distances_from_the_middle(lay_out(star(30)).places);
  EXPECT_EQ(star_ring[0], 0);
  EXPECT_EQ(star_ring[1], star_ring.back());
}

TEST(Layout, ShowsThePetersenGraphAsTwoRingsOfFive) {
  const std::vector<long> rings = distances_from_the_middle(lay_out(petersen()).places);
  EXPECT_EQ(rings[0], rings[4]);
  EXPECT_EQ(rings[5], rings[9]);
  EXPECT_LT(rings[4] * 3, rings[5] * 2);
}

TEST(Layout, ShowsAGridUpright) {
  const GraphLayout layout = lay_out(grid(3, 8));
  EXPECT_GT(layout.width, 2 * layout.height);
  for (std::size_t row = 0; row < 3; ++row) {
    const double y = layout.places[row * 8].y;
    for (std::size_t column = 1; column < 8; ++column) EXPECT_NEAR(layout.places[row * 8 + column].y, y, 0.25);
  }
}

TEST(Layout, PutsComponentsBesideEachOther) {
  // Two triangles and an isolated node: no box around one meets another.
  const std::vector<Point> places =
      lay_out(Graph::from_edges(7, Edges{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}})).places;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 3; b < 7; ++b) EXPECT_GT(distance(places[a], places[b]), 0.8);
  }
}

TEST(Layout, OfFiveHundredNodesIsAMatterOfAMoment) {
  const Graph graph = random_graph(500, 500);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(lay_out(graph).places.size(), 500);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 3.0);  // 0.15 s alone
}

}  // namespace
}  // namespace gnnir
