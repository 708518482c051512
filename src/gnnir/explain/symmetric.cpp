#include "gnnir/explain/symmetric.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

/// Of larger graphs symmetries take too much room: there an edge is alone in its orbit.
constexpr NodeId most_nodes_for_edges = 10'000;

std::vector<EdgeValue> pairs_of(const Graph& graph) {
  std::vector<EdgeValue> pairs;
  for (const Edge& edge : graph.edges()) {
    pairs.push_back({std::min(edge.source, edge.target), std::max(edge.source, edge.target)});
  }
  const auto ends = [](const EdgeValue& edge) { return std::pair(edge.u, edge.v); };
  std::sort(pairs.begin(), pairs.end(), [&](const EdgeValue& a, const EdgeValue& b) { return ends(a) < ends(b); });
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::size_t place_among(const std::vector<EdgeValue>& edges, NodeId u, NodeId v) {
  const std::pair wanted(std::min(u, v), std::max(u, v));
  const auto found = std::lower_bound(edges.begin(), edges.end(), wanted, [](const EdgeValue& edge, const auto& ends) {
    return std::pair(edge.u, edge.v) < ends;
  });
  return static_cast<std::size_t>(found - edges.begin());
}

NodeId root_of(std::vector<NodeId>& up, NodeId e) {
  while (up[static_cast<std::size_t>(e)] != e)
    e = up[static_cast<std::size_t>(e)] = up[static_cast<std::size_t>(up[static_cast<std::size_t>(e)])];
  return e;
}

/// orbit: [values]; value(i) is a reference.
template <typename Value>
double average_over(const std::vector<NodeId>& orbit, const Value& value) {
  struct Sum {
    double total = 0, least = 0, most = 0;
    std::int64_t count = 0;
  };
  std::vector<Sum> sums(orbit.size());
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    Sum& sum = sums[static_cast<std::size_t>(orbit[i])];
    const double x = value(i);
    sum.least = sum.count == 0 ? x : std::min(sum.least, x);
    sum.most = sum.count == 0 ? x : std::max(sum.most, x);
    sum.total += x;
    ++sum.count;
  }
  double spread = 0;
  for (const Sum& sum : sums) {
    if (sum.count > 1) spread = std::max(spread, sum.most - sum.least);
  }
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    const Sum& sum = sums[static_cast<std::size_t>(orbit[i])];
    if (sum.count > 1) value(i) = sum.total / static_cast<double>(sum.count);
  }
  return spread;
}

}  // namespace

EqualParts::EqualParts(const Graph& graph, Colours colours) : edges_(pairs_of(graph)) {
  edge_orbit_.resize(edges_.size());
  std::iota(edge_orbit_.begin(), edge_orbit_.end(), 0);
  if (graph.num_nodes() > most_nodes_for_edges) {
    orbit_ = find_orbits(graph, colours);
  } else {
    Generators generators = find_generators(graph, colours);
    orbit_ = std::move(generators.orbit);
    for (const std::vector<NodeId>& image : generators.images) {
      for (std::size_t e = 0; e < edges_.size(); ++e) {
        const std::size_t to = place_among(edges_, image[static_cast<std::size_t>(edges_[e].u)],
                                           image[static_cast<std::size_t>(edges_[e].v)]);
        const NodeId a = root_of(edge_orbit_, static_cast<NodeId>(e));
        const NodeId b = root_of(edge_orbit_, static_cast<NodeId>(to));
        edge_orbit_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
      }
    }
    for (std::size_t e = 0; e < edges_.size(); ++e) edge_orbit_[e] = root_of(edge_orbit_, static_cast<NodeId>(e));
  }
  for (std::size_t v = 0; v < orbit_.size(); ++v) num_orbits_ += orbit_[v] == static_cast<NodeId>(v) ? 1 : 0;
}

std::size_t EqualParts::place_of(Edge edge) const { return place_among(edges_, edge.source, edge.target); }

double EqualParts::average(std::vector<double>& nodes) const {
  return average_over(orbit_, [&](std::size_t v) -> double& { return nodes[v]; });
}

double EqualParts::average(std::vector<EdgeValue>& edges) const {
  return average_over(edge_orbit_, [&](std::size_t e) -> double& { return edges[e].value; });
}

}  // namespace gnnir
