#include "gnnir/data/split/same_graphs.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "gnnir/base/checksum.h"
#include "gnnir/data/encode/feature_colours.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

constexpr NodeId most_nodes = 1000;  // canonical forms of symmetric graphs may take time with more than their square

/// One bijective mix of 64 bits (the finaliser of splitmix64).
std::uint64_t scattered(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

Colours colours_of_graph(const DatasetColours& colours, std::size_t graph) {
  return {.nodes = colours.nodes[graph],
          .edges = colours.edges.empty() ? std::span<const std::int64_t>() : std::span(colours.edges[graph])};
}

/// The same for isomorphic graphs: three rounds of message passing in which sums forget the order.
std::uint64_t unordered_hash(const Graph& graph, const Colours& colours) {
  const auto n = static_cast<std::size_t>(graph.num_nodes());
  std::vector<std::uint64_t> now(n);
  std::vector<std::uint64_t> next(n);
  for (std::size_t v = 0; v < n; ++v) now[v] = scattered(static_cast<std::uint64_t>(colours.nodes[v]));
  for (int round = 0; round < 3; ++round) {
    std::size_t edge = 0;
    for (std::size_t v = 0; v < n; ++v) {
      std::uint64_t sum = 0;
      for (const NodeId u : graph.neighbours(static_cast<NodeId>(v))) {
        const std::uint64_t colour = colours.edges.empty() ? 0 : static_cast<std::uint64_t>(colours.edges[edge]);
        sum += scattered(now[static_cast<std::size_t>(u)] ^ scattered(colour + 1));
        ++edge;
      }
      next[v] = scattered(now[v] + scattered(sum));
    }
    std::swap(now, next);
  }
  std::uint64_t hash = 0;
  for (const std::uint64_t h : now) hash += scattered(h);
  return hash;
}

void append(std::vector<std::int64_t>& all, std::span<const std::int64_t> numbers) {
  all.push_back(std::ssize(numbers));
  all.insert(all.end(), numbers.begin(), numbers.end());
}

/// Of a graph with its colours, as its nodes are numbered.
Digest digest_of_graph(const Graph& graph, std::span<const std::int64_t> nodes, std::span<const std::int64_t> edges) {
  std::vector<std::int64_t> numbers;
  append(numbers, {graph.edge_offsets().begin(), graph.edge_offsets().end()});
  numbers.insert(numbers.end(), graph.sources().begin(), graph.sources().end());
  append(numbers, nodes);
  append(numbers, edges);
  return digest_of(numbers);
}

/// Tells graphs with equal hashes apart.
class Comparison {
 public:
  Comparison(const Dataset& dataset, const DatasetColours& colours, std::int64_t budget)
      : dataset_(dataset), colours_(colours), budget_(budget) {}

  /// Which graphs are the same as which, as digests: of the canonical form, or, where that is too much to ask, of the
  /// graph as it stands.
  std::vector<Digest> digests(const std::vector<std::size_t>& graphs) {
    std::vector<Digest> digests;
    for (const std::size_t g : graphs) digests.push_back(as_it_stands(g));
    if (std::all_of(digests.begin(), digests.end(), [&](const Digest& d) { return d == digests[0]; })) return digests;
    if (!affordable(graphs)) {
      not_compared_ += std::ssize(graphs);
      return digests;
    }
    std::map<Digest, Digest> canonical_of;
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const auto [known, is_new] = canonical_of.try_emplace(digests[i]);
      if (is_new) known->second = canonical(graphs[i]);
      digests[i] = known->second;
    }
    return digests;
  }

  [[nodiscard]] std::int64_t not_compared() const { return not_compared_; }

 private:
  /// All of them or none: one that is compared as it stands would not be found by the others.
  bool affordable(const std::vector<std::size_t>& graphs) {
    const Graph& graph = dataset_.examples[graphs[0]].graph;  // the others are as large
    const std::int64_t cost = (graph.num_nodes() + graph.num_edges()) * std::ssize(graphs);
    if (graph.num_nodes() > most_nodes || cost > budget_) return false;
    budget_ -= cost;
    return true;
  }

  [[nodiscard]] Digest as_it_stands(std::size_t g) const {
    const Colours colours = colours_of_graph(colours_, g);
    return digest_of_graph(dataset_.examples[g].graph, colours.nodes, colours.edges);
  }
  [[nodiscard]] Digest canonical(std::size_t g) const {
    const CanonicalForm form = canonical_form(dataset_.examples[g].graph, colours_of_graph(colours_, g));
    return digest_of_graph(form.graph, form.node_colours, form.edge_colours);
  }

  const Dataset& dataset_;
  const DatasetColours& colours_;
  std::int64_t budget_;
  std::int64_t not_compared_ = 0;
};

}  // namespace

SameGraphs find_same_graphs(const Dataset& dataset, std::int64_t budget) {
  const DatasetColours colours = DatasetColours::of(dataset);
  std::map<std::tuple<NodeId, std::int64_t, std::uint64_t>, std::vector<std::size_t>> alike;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const Graph& graph = dataset.examples[g].graph;
    if (graph.num_nodes() == 0) continue;
    const std::uint64_t hash = unordered_hash(graph, colours_of_graph(colours, g));
    alike[{graph.num_nodes(), graph.num_edges(), hash}].push_back(g);
  }
  SameGraphs same{.number = std::vector<std::int64_t>(dataset.examples.size(), -1)};
  Comparison comparison(dataset, colours, budget);
  std::int64_t next = 0;
  for (const auto& [key, graphs] : alike) {
    std::map<Digest, std::int64_t> number_of;
    const std::vector<Digest> digests = graphs.size() > 1 ? comparison.digests(graphs) : std::vector<Digest>(1);
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const auto [known, is_new] = number_of.emplace(digests[i], next);
      if (is_new) ++next;
      same.number[graphs[i]] = known->second;
    }
  }
  same.not_compared = comparison.not_compared();
  return same;
}

}  // namespace gnnir
