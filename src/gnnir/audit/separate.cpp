#include "gnnir/audit/separate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

Colours colours_of(const DatasetColours& colours, std::size_t graph) {
  return {.nodes = colours.nodes[graph],
          .edges = colours.edges.empty() ? std::span<const std::int64_t>() : std::span(colours.edges[graph])};
}

/// Numbers the different keys that `key_of(graph, colours)` gives.
template <typename KeyOf>
std::vector<std::int64_t> classes_by(const Dataset& dataset, const DatasetColours& colours, const KeyOf& key_of) {
  std::map<std::vector<std::int64_t>, std::int64_t> number_of;
  std::vector<std::int64_t> classes;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    auto key = key_of(dataset.examples[g].graph, colours_of(colours, g));
    classes.push_back(number_of.emplace(std::move(key), std::ssize(number_of)).first->second);
  }
  return classes;
}

std::vector<std::int64_t> canonical_key(const Graph& graph, Colours colours) {
  const CanonicalForm form = canonical_form(graph, colours);
  std::vector<std::int64_t> key = {form.graph.num_nodes()};
  key.insert(key.end(), form.graph.edge_offsets().begin(), form.graph.edge_offsets().end());
  key.insert(key.end(), form.graph.sources().begin(), form.graph.sources().end());
  key.insert(key.end(), form.node_colours.begin(), form.node_colours.end());
  key.insert(key.end(), form.edge_colours.begin(), form.edge_colours.end());
  return key;
}

std::int64_t pairs_among(std::int64_t count) { return count * (count - 1) / 2; }

/// Pairs of graphs with equal keys.
template <typename Key>
std::int64_t pairs_with_equal(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  std::int64_t pairs = 0;
  for (auto begin = keys.begin(); begin != keys.end();) {
    const auto end = std::upper_bound(begin, keys.end(), *begin);
    pairs += pairs_among(end - begin);
    begin = end;
  }
  return pairs;
}

/// Calls body(a, b) for the first and second graph, the third and fourth, ….
template <typename Body>
void for_consecutive(std::size_t graphs, const Body& body) {
  for (std::size_t a = 0; a + 1 < graphs; a += 2) body(a, a + 1);
}

/// Whether no network tells two graphs apart.
class Comparison {
 public:
  Comparison(const std::vector<MeasuredGraph>& graphs, double factor, double least)
      : graphs_(graphs), factor_(factor), least_(least) {}

  [[nodiscard]] bool same(std::size_t a, std::size_t b) const {
    for (std::size_t network = 0; network < graphs_[a].spread.size(); ++network) {
      if (difference(a, b, network) > limit(a, b, network)) return false;
    }
    return true;
  }
  /// More than this in the first column of the first network tells a graph from any other with no larger limit.
  [[nodiscard]] double limit_of(std::size_t graph) const {
    return std::max(factor_ * graphs_[graph].spread[0], least_ * scale(graph, 0));
  }

 private:
  [[nodiscard]] std::span<const double> outputs(std::size_t graph, std::size_t network) const {
    const std::size_t columns = graphs_[graph].outputs.size() / graphs_[graph].spread.size();
    return std::span(graphs_[graph].outputs).subspan(network * columns, columns);
  }
  [[nodiscard]] double difference(std::size_t a, std::size_t b, std::size_t network) const {
    const auto x = outputs(a, network);
    const auto y = outputs(b, network);
    double largest = 0;
    for (std::size_t c = 0; c < x.size(); ++c) largest = std::max(largest, std::abs(x[c] - y[c]));
    return largest;
  }
  [[nodiscard]] double scale(std::size_t graph, std::size_t network) const {
    double largest = 0;
    for (const double x : outputs(graph, network)) largest = std::max(largest, std::abs(x));
    return largest;
  }
  [[nodiscard]] double limit(std::size_t a, std::size_t b, std::size_t network) const {
    const double spread = std::max(graphs_[a].spread[network], graphs_[b].spread[network]);
    return std::max(factor_ * spread, least_ * std::max(scale(a, network), scale(b, network)));
  }

  const std::vector<MeasuredGraph>& graphs_;
  double factor_;
  double least_;
};

/// Calls body(a, b) for all pairs that no network tells apart. Graphs are sorted by one number, so only those are
/// compared that are near each other in it.
void for_all_same(const std::vector<MeasuredGraph>& graphs, const Comparison& comparison,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  std::vector<std::size_t> order(graphs.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return graphs[a].outputs[0] < graphs[b].outputs[0]; });
  double widest = 0;
  for (std::size_t g = 0; g < graphs.size(); ++g) widest = std::max(widest, comparison.limit_of(g));
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (graphs[order[j]].outputs[0] - graphs[order[i]].outputs[0] > widest) break;
      if (comparison.same(order[i], order[j])) body(order[i], order[j]);
    }
  }
}

}  // namespace

std::vector<std::int64_t> wl_classes(const Dataset& dataset, const DatasetColours& colours) {
  return classes_by(dataset, colours, [](const Graph& graph, Colours of_graph) {
    ColourRefinement refinement(graph, of_graph);
    return refinement.quotient(refinement.coarsest());
  });
}

std::vector<std::int64_t> isomorphism_classes(const Dataset& dataset, const DatasetColours& colours) {
  return classes_by(dataset, colours, canonical_key);
}

Separation separate(std::span<const std::int64_t> classes, std::span<const std::int64_t> isomorphism,
                    ComparedPairs pairs) {
  Separation result;
  if (pairs == ComparedPairs::consecutive) {
    for_consecutive(classes.size(), [&](std::size_t a, std::size_t b) {
      const bool separated = classes[a] != classes[b];
      const bool isomorphic = isomorphism[a] == isomorphism[b];
      ++result.total;
      result.separated += separated ? 1 : 0;
      result.isomorphic += isomorphic ? 1 : 0;
      result.false_positives += separated && isomorphic ? 1 : 0;
    });
    return result;
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> both;
  for (std::size_t g = 0; g < classes.size(); ++g) both.emplace_back(isomorphism[g], classes[g]);
  result.total = pairs_among(std::ssize(classes));
  result.separated = result.total - pairs_with_equal(std::vector(classes.begin(), classes.end()));
  result.isomorphic = pairs_with_equal(std::vector(isomorphism.begin(), isomorphism.end()));
  result.false_positives = result.isomorphic - pairs_with_equal(both);
  return result;
}

bool MeasuredGraph::is_undecided() const {
  return std::all_of(spread.begin(), spread.end(), [](double s) { return std::isinf(s); });
}

Separation separate(const std::vector<MeasuredGraph>& graphs, std::span<const std::int64_t> isomorphism,
                    ComparedPairs pairs, double factor, double least) {
  const Comparison comparison(graphs, factor, least);
  Separation result = separate(isomorphism, isomorphism, pairs);  // what there is to compare
  std::int64_t same = 0;
  std::int64_t same_and_isomorphic = 0;
  const auto count = [&](std::size_t a, std::size_t b) {
    ++same;
    same_and_isomorphic += isomorphism[a] == isomorphism[b] ? 1 : 0;
  };
  if (pairs == ComparedPairs::consecutive) {
    for_consecutive(graphs.size(), [&](std::size_t a, std::size_t b) {
      if (comparison.same(a, b)) count(a, b);
    });
  } else {
    for_all_same(graphs, comparison, count);
  }
  result.separated = result.total - same;
  result.false_positives = result.isomorphic - same_and_isomorphic;
  return result;
}

}  // namespace gnnir
