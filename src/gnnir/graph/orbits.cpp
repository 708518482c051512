#include "gnnir/graph/orbits.h"

#include <limits>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

std::size_t at(NodeId v) { return static_cast<std::size_t>(v); }

void individualize(ColourRefinement& refinement, Partition& partition, NodeId v) {
  if (partition.size_of(partition.cell_of(v)) > 1) refinement.individualize(partition, v);
}

/// Depth first over the orbits of ever longer sequences.
class SequenceWalk {
 public:
  SequenceWalk(const Graph& graph, Colours colours, std::size_t length, std::int64_t most)
      : graph_(graph), colours_(colours), refinement_(graph, colours), length_(length), most_(most) {}

  std::vector<SequenceOrbit> run() {
    extend({}, refinement_.coarsest());
    return std::move(found_);
  }

 private:
  void extend(const SequenceOrbit& prefix, const Partition& partition) {
    if (prefix.nodes.size() == length_) {
      if (std::ssize(found_) == most_) {
        throw data_error("[orbits] sequences of {} of {} nodes have more than {} orbits", length_, graph_.num_nodes(),
                         most_);
      }
      found_.push_back(prefix);
      return;
    }
    const std::vector<NodeId> orbit = orbits_of_partition(graph_, colours_, partition);
    std::vector<std::int64_t> members(orbit.size(), 0);
    for (const NodeId smallest : orbit) ++members[at(smallest)];
    for (NodeId v = 0; v < graph_.num_nodes(); ++v) {
      if (orbit[at(v)] != v) continue;
      SequenceOrbit longer{.nodes = prefix.nodes, .multiplicity = prefix.multiplicity * members[at(v)]};
      longer.nodes.push_back(v);
      Partition branch = partition;
      if (longer.nodes.size() < length_) individualize(refinement_, branch, v);
      extend(longer, branch);
    }
  }

  const Graph& graph_;
  Colours colours_;
  ColourRefinement refinement_;
  std::size_t length_;
  std::int64_t most_;
  std::vector<SequenceOrbit> found_;
};

std::vector<NodeId> every_node(const Graph& graph) {
  std::vector<NodeId> nodes(at(graph.num_nodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

std::vector<std::int64_t> cells_of_nodes(const Partition& partition) {
  const std::vector<NodeId> cells = partition.cell_numbers();
  return {cells.begin(), cells.end()};
}

void require_countable(NodeId nodes, std::int64_t length) {
  std::int64_t sequences = 1;
  for (std::int64_t i = 0; i < length && nodes > 1; ++i) {
    if (sequences > std::numeric_limits<std::int64_t>::max() / nodes) {
      throw data_error("[orbits] {}^{} sequences are more than an integer holds", nodes, length);
    }
    sequences *= nodes;
  }
}

}  // namespace

std::vector<NodeId> orbits_of_partition(const Graph& graph, Colours colours, const Partition& partition) {
  if (partition.is_discrete()) return every_node(graph);
  const std::vector<std::int64_t> nodes = cells_of_nodes(partition);
  return find_orbits(graph, {.nodes = nodes, .edges = colours.edges});
}

OrbitMaps orbit_maps_of_partition(const Graph& graph, Colours colours, const Partition& partition) {
  const std::vector<std::int64_t> nodes = cells_of_nodes(partition);
  const Generators found =
      partition.is_discrete() ? Generators{every_node(graph), {}} : find_generators(graph, {nodes, colours.edges});
  const std::size_t n = found.orbit.size();
  OrbitMaps maps{found.orbit, std::vector<NodeId>(n * n, -1)};
  std::vector<NodeId> reached;
  for (std::size_t v = 0; v < n; ++v) {
    if (at(found.orbit[v]) != v) continue;
    std::iota(maps.carried.begin() + static_cast<std::ptrdiff_t>(v * n),
              maps.carried.begin() + static_cast<std::ptrdiff_t>((v + 1) * n), 0);
    reached.push_back(static_cast<NodeId>(v));
  }
  // A generator that carries x to y, backwards, and then x's symmetry: y's.
  for (std::size_t head = 0; head < reached.size(); ++head) {
    const std::size_t x = at(reached[head]);
    for (const std::vector<NodeId>& image : found.images) {
      const std::size_t y = at(image[x]);
      if (maps.carried[y * n] >= 0) continue;
      for (std::size_t w = 0; w < n; ++w) maps.carried[y * n + at(image[w])] = maps.carried[x * n + w];
      reached.push_back(static_cast<NodeId>(y));
    }
  }
  if (reached.size() != n) throw internal_error("[orbits] generators reach {} of {} nodes", reached.size(), n);
  return maps;
}

std::vector<NodeId> orbits_of_stabiliser(const Graph& graph, Colours colours, std::span<const NodeId> fixed) {
  ColourRefinement refinement(graph, colours);
  Partition partition = refinement.coarsest();
  for (const NodeId v : fixed) individualize(refinement, partition, v);
  return orbits_of_partition(graph, colours, partition);
}

std::vector<SequenceOrbit> orbits_of_sequences(const Graph& graph, Colours colours, std::int64_t length,
                                               std::int64_t most) {
  require_countable(graph.num_nodes(), length);
  return SequenceWalk(graph, colours, static_cast<std::size_t>(length), most).run();
}

}  // namespace gnnir
