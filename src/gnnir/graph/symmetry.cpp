#include "gnnir/graph/symmetry.h"

// nauty's header is C11 and keeps its work space in each thread.
#define _Thread_local thread_local  // NOLINT(bugprone-reserved-identifier)
#include <nauty/nausparse.h>
#include <nauty/nautinv.h>
#include <nauty/nauty.h>
#include <nauty/traces.h>
#undef _Thread_local

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <tuple>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

template <typename Index>
std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

/// A graph that nauty can take: without loops and without colours of edges, and with the same symmetries. A loop is a
/// colour of its node. With c > 1 colours of edges there are ⌈log2(c + 1)⌉ copies of the nodes, layers, joined by a
/// path through the copies of each node; an edge of colour i is in the layers of i's binary digits, counted from 1.
struct PlainGraph {
  int num_nodes = 0;  ///< of all layers; those of the first are the graph's own
  bool directed = false;
  std::vector<int> colours;  ///< [num_nodes], from 0
  std::vector<Edge> edges;   ///< of all layers; both directions of an undirected edge
};

/// [num_nodes]: ranks of the nodes' colours, where a loop, and its colour, counts too.
std::vector<std::int64_t> colours_with_loops(const Graph& graph, const Colours& colours) {
  using LoopKey = std::tuple<std::int64_t, bool, std::int64_t>;
  std::vector<LoopKey> keys(at(graph.num_nodes()));
  std::size_t edge = 0;
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    auto& [colour, loop, loop_colour] = keys[at(v)];
    if (!colours.nodes.empty()) colour = colours.nodes[at(v)];
    for (const NodeId u : graph.neighbours(v)) {
      if (u == v) {
        loop = true;
        if (!colours.edges.empty()) loop_colour = colours.edges[edge];
      }
      ++edge;
    }
  }
  return ranks_of(std::span<const LoopKey>(keys));
}

/// Whether some edge lacks a reverse of the same colour.
bool has_directions(const Graph& graph, std::span<const std::int64_t> edge_colours) {
  const auto colour = [&](NodeId from, NodeId to) -> std::int64_t {
    const auto sources = graph.neighbours(to);
    const auto found = std::lower_bound(sources.begin(), sources.end(), from);
    if (found == sources.end() || *found != from) return -1;
    const auto edge = graph.edge_offsets()[at(to)] + (found - sources.begin());
    return edge_colours.empty() ? 0 : edge_colours[at(edge)];
  };
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      if (colour(u, v) != colour(v, u)) return true;
    }
  }
  return false;
}

PlainGraph without_edge_colours(const Graph& graph, const Colours& colours) {
  const std::vector<std::int64_t> edge_rank = ranks_of(colours.edges);
  const std::int64_t num_colours = edge_rank.empty() ? 1 : 1 + *std::max_element(edge_rank.begin(), edge_rank.end());
  const int layers = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(num_colours)));
  const std::int64_t total = std::int64_t{layers} * graph.num_nodes();
  if (total > NAUTY_INFINITY - 2) {
    throw data_error("[symmetry] {} nodes in {} layers, one per binary digit of the colours of edges, are more than {}",
                     graph.num_nodes(), layers, NAUTY_INFINITY - 2);
  }
  PlainGraph plain;
  plain.num_nodes = static_cast<int>(total);
  plain.directed = has_directions(graph, edge_rank);
  const std::vector<std::int64_t> node_rank = colours_with_loops(graph, colours);
  const std::int64_t node_colours = node_rank.empty() ? 0 : 1 + *std::max_element(node_rank.begin(), node_rank.end());
  for (int layer = 0; layer < layers; ++layer) {
    const NodeId first = static_cast<NodeId>(layer) * graph.num_nodes();
    for (NodeId v = 0; v < graph.num_nodes(); ++v) {
      plain.colours.push_back(static_cast<int>(layer * node_colours + node_rank[at(v)]));
      if (layer > 0) plain.edges.push_back({first + v - graph.num_nodes(), first + v});
      if (layer + 1 < layers) plain.edges.push_back({first + v + graph.num_nodes(), first + v});
    }
    std::size_t edge = 0;
    for (NodeId v = 0; v < graph.num_nodes(); ++v) {
      for (const NodeId u : graph.neighbours(v)) {
        const std::uint64_t number = edge_rank.empty() ? 1 : static_cast<std::uint64_t>(edge_rank[edge]) + 1;
        if (u != v && ((number >> layer) & 1U) != 0) plain.edges.push_back({first + u, first + v});
        ++edge;
      }
    }
  }
  return plain;
}

/// nauty's order of nodes: by colour, with a 0 in `ends` at the last of each colour.
struct OrderedCells {
  std::vector<int> nodes;
  std::vector<int> ends;
};

OrderedCells cells_of(const PlainGraph& graph) {
  OrderedCells cells{std::vector<int>(at(graph.num_nodes)), std::vector<int>(at(graph.num_nodes), 1)};
  std::iota(cells.nodes.begin(), cells.nodes.end(), 0);
  std::stable_sort(cells.nodes.begin(), cells.nodes.end(),
                   [&](int a, int b) { return graph.colours[at(a)] < graph.colours[at(b)]; });
  for (std::size_t i = 0; i < cells.nodes.size(); ++i) {
    const bool last =
        i + 1 == cells.nodes.size() || graph.colours[at(cells.nodes[i])] != graph.colours[at(cells.nodes[i + 1])];
    if (last) cells.ends[i] = 0;
  }
  return cells;
}

/// What nauty finds: orbits of all layers' nodes, and the nodes in canonical order.
struct NautyResult {
  std::vector<int> orbits;
  std::vector<int> canonical_order;
  GroupSize group_size;
  std::vector<std::vector<int>> generators = {};
};

/// Whether canonical names, or generators, are wanted beside orbits; they cost more.
enum class Wanted { orbits, names, generators };

/// nauty tells of each generator that it finds through a function that knows nothing but it.
thread_local std::vector<std::vector<int>>* found_generators = nullptr;
void keep_generator(const int* image, int n) { found_generators->emplace_back(image, image + n); }
void keep_of_nauty(int /*count*/, int* image, int* /*orbits*/, int /*num_orbits*/, int /*fixed*/, int n) {
  keep_generator(image, n);
}
void keep_of_traces(int /*count*/, int* image, int n) { keep_generator(image, n); }

NautyResult run_dense(const PlainGraph& plain, Wanted wanted) {
  OrderedCells cells = cells_of(plain);
  const int words = SETWORDSNEEDED(plain.num_nodes);
  const std::size_t length = at(words) * at(plain.num_nodes);
  std::vector<graph> adjacency(length, 0);
  std::vector<graph> canonical(wanted == Wanted::names ? length : 0, 0);
  for (const Edge& edge : plain.edges) ADDONEARC(adjacency.data(), edge.source, edge.target, words);
  NautyResult result{.orbits = std::vector<int>(at(plain.num_nodes)), .canonical_order = {}, .group_size = {}};
  DEFAULTOPTIONS_GRAPH(undirected_options);
  DEFAULTOPTIONS_DIGRAPH(directed_options);
  optionblk options = plain.directed ? directed_options : undirected_options;
  options.getcanon = wanted == Wanted::names ? TRUE : FALSE;
  options.defaultptn = FALSE;
  if (wanted == Wanted::generators) options.userautomproc = keep_of_nauty;
  statsblk stats;
  densenauty(adjacency.data(), cells.nodes.data(), cells.ends.data(), result.orbits.data(), &options, &stats, words,
             plain.num_nodes, wanted == Wanted::names ? canonical.data() : nullptr);
  if (stats.errstatus != 0) throw internal_error("[symmetry] nauty failed with status {}", stats.errstatus);
  result.canonical_order = std::move(cells.nodes);
  result.group_size = {stats.grpsize1, stats.grpsize2};
  return result;
}

/// nauty's lists of neighbours over vectors of ours.
struct SparseGraph {
  explicit SparseGraph(const PlainGraph& plain)
      : offsets(at(plain.num_nodes), 0), degrees(at(plain.num_nodes), 0), targets(plain.edges.size()) {
    for (const Edge& edge : plain.edges) ++degrees[at(edge.source)];
    std::exclusive_scan(degrees.begin(), degrees.end(), offsets.begin(), std::size_t{0});
    std::vector<std::size_t> next = offsets;
    for (const Edge& edge : plain.edges) targets[next[at(edge.source)]++] = edge.target;
  }
  [[nodiscard]] sparsegraph view() {
    return {.nde = targets.size(),
            .v = offsets.data(),
            .nv = static_cast<int>(offsets.size()),
            .d = degrees.data(),
            .e = targets.data(),
            .w = nullptr,
            .vlen = offsets.size(),
            .dlen = degrees.size(),
            .elen = targets.size(),
            .wlen = 0};
  }
  std::vector<std::size_t> offsets;
  std::vector<int> degrees;
  std::vector<int> targets;
};

NautyResult run_sparse(const PlainGraph& plain, Wanted wanted) {
  OrderedCells cells = cells_of(plain);
  SparseGraph lists(plain);
  sparsegraph input = lists.view();
  SG_DECL(canonical);
  sparsegraph* const canonical_graph = wanted == Wanted::names ? &canonical : nullptr;
  NautyResult result{.orbits = std::vector<int>(at(plain.num_nodes)), .canonical_order = {}, .group_size = {}};
  int status = 0;
  if (plain.directed) {
    DEFAULTOPTIONS_SPARSEDIGRAPH(options);
    options.getcanon = wanted == Wanted::names ? TRUE : FALSE;
    options.defaultptn = FALSE;
    if (wanted == Wanted::generators) options.userautomproc = keep_of_nauty;
    statsblk stats;
    sparsenauty(&input, cells.nodes.data(), cells.ends.data(), result.orbits.data(), &options, &stats, canonical_graph);
    result.group_size = {stats.grpsize1, stats.grpsize2};
    status = stats.errstatus;
  } else {
    DEFAULTOPTIONS_TRACES(options);
    options.getcanon = wanted == Wanted::names ? TRUE : FALSE;
    options.defaultptn = FALSE;
    if (wanted == Wanted::generators) options.userautomproc = keep_of_traces;
    TracesStats stats;
    Traces(&input, cells.nodes.data(), cells.ends.data(), result.orbits.data(), &options, &stats, canonical_graph);
    result.group_size = {stats.grpsize1, stats.grpsize2};
    status = stats.errstatus;
  }
  SG_FREE(canonical);
  if (status != 0) throw internal_error("[symmetry] nauty failed with status {}", status);
  result.canonical_order = std::move(cells.nodes);
  return result;
}

/// Bit matrices are faster while they are small. The choice may depend only on what isomorphic graphs share.
NautyResult run_nauty(const PlainGraph& plain, Wanted wanted) {
  constexpr int small = 256;
  std::vector<std::vector<int>> generators;
  found_generators = &generators;
  NautyResult result = plain.num_nodes <= small ? run_dense(plain, wanted) : run_sparse(plain, wanted);
  found_generators = nullptr;
  result.generators = std::move(generators);
  return result;
}

}  // namespace

Symmetry find_symmetry(const Graph& graph, Colours colours) {
  Symmetry symmetry;
  const NodeId n = graph.num_nodes();
  if (n == 0) return symmetry;
  const NautyResult found = run_nauty(without_edge_colours(graph, colours), Wanted::names);
  symmetry.group_size = found.group_size;
  symmetry.orbit.assign(found.orbits.begin(), found.orbits.begin() + n);
  for (NodeId v = 0; v < n; ++v) symmetry.num_orbits += symmetry.orbit[at(v)] == v ? 1 : 0;
  // The first layer's colours come first, so its nodes stand first in the canonical order.
  symmetry.canonical_name.resize(at(n));
  for (NodeId name = 0; name < n; ++name) symmetry.canonical_name[at(found.canonical_order[at(name)])] = name;
  return symmetry;
}

std::vector<NodeId> find_orbits(const Graph& graph, Colours colours) {
  if (graph.num_nodes() == 0) return {};
  const std::vector<int> all = run_nauty(without_edge_colours(graph, colours), Wanted::orbits).orbits;
  return {all.begin(), all.begin() + graph.num_nodes()};
}

Generators find_generators(const Graph& graph, Colours colours) {
  Generators result;
  const NodeId n = graph.num_nodes();
  if (n == 0) return result;
  const NautyResult found = run_nauty(without_edge_colours(graph, colours), Wanted::generators);
  result.orbit.assign(found.orbits.begin(), found.orbits.begin() + n);
  // The first layer is the graph itself, and its nodes stay in it.
  for (const std::vector<int>& image : found.generators) result.images.emplace_back(image.begin(), image.begin() + n);
  return result;
}

CanonicalForm canonical_form(const Graph& graph, Colours colours) {
  const std::vector<NodeId> name = find_symmetry(graph, colours).canonical_name;
  CanonicalForm form{.graph = relabelled(graph, name), .node_colours = {}, .edge_colours = {}};
  if (!colours.nodes.empty()) {
    form.node_colours.resize(name.size());
    for (std::size_t v = 0; v < name.size(); ++v) form.node_colours[at(name[v])] = colours.nodes[v];
  }
  if (!colours.edges.empty()) {
    std::map<std::pair<NodeId, NodeId>, std::int64_t> by_ends;  // in the order of Graph::edges(): target, then source
    std::size_t edge = 0;
    for (const Edge& e : graph.edges()) by_ends[{name[at(e.target)], name[at(e.source)]}] = colours.edges[edge++];
    for (const auto& [ends, colour] : by_ends) form.edge_colours.push_back(colour);
  }
  return form;
}

bool are_isomorphic(const Graph& a, const Graph& b, Colours colours_a, Colours colours_b) {
  if (a.num_nodes() != b.num_nodes() || a.num_edges() != b.num_edges()) return false;
  return canonical_form(a, colours_a) == canonical_form(b, colours_b);
}

}  // namespace gnnir
