// The published graphs were drawn by a Python script from two Mersenne Twisters: CPython's `random` (which pairs are
// joined) and NumPy's RandomState (everything else), both seeded with 111. Every draw below repeats one of theirs.
#include "gnnir/data/generate/triangles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <span>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

constexpr std::uint32_t published_seed = 111;
constexpr std::size_t num_labels = 10;
constexpr std::size_t max_nodes = 100;

/// A seed sequence that fills the state as init_by_array with a key of one word does (Matsumoto and Nishimura's
/// mt19937ar.c, as used by CPython's random.seed).
class InitByArray {
 public:
  using result_type = std::uint32_t;
  explicit InitByArray(std::uint32_t key) : key_(key) {}

  template <typename Iterator>
  void generate(Iterator begin, Iterator end) const {
    const auto size = static_cast<std::uint32_t>(end - begin);
    begin[0] = 19650218u;
    for (std::uint32_t i = 1; i < size; ++i) begin[i] = 1812433253u * mixed(begin[i - 1]) + i;
    std::uint32_t i = 1;
    const auto advance = [&] {
      if (++i < size) return;
      begin[0] = begin[size - 1];
      i = 1;
    };
    for (std::uint32_t k = 0; k < size; ++k, advance()) begin[i] = (begin[i] ^ (mixed(begin[i - 1]) * 1664525u)) + key_;
    for (std::uint32_t k = 1; k < size; ++k, advance()) {
      begin[i] = (begin[i] ^ (mixed(begin[i - 1]) * 1566083941u)) - i;
    }
    begin[0] = 0x80000000u;
  }

 private:
  static std::uint32_t mixed(std::uint32_t word) { return word ^ (word >> 30); }
  std::uint32_t key_;
};

/// CPython's random. randrange(bound) takes one trial after another until one is below the bound.
class PythonRandom {
 public:
  explicit PythonRandom(std::uint32_t seed) {
    InitByArray sequence(seed);
    engine_.seed(sequence);
  }
  /// As many random bits as the bound has, bound ≥ 1.
  std::uint32_t trial(std::uint32_t bound) { return static_cast<std::uint32_t>(engine_()) >> std::countl_zero(bound); }

 private:
  std::mt19937 engine_;
};

/// NumPy's RandomState.
class NumpyRandom {
 public:
  explicit NumpyRandom(std::uint32_t seed) : engine_(seed) {}

  /// Uniform on 0..largest, both included.
  std::uint32_t up_to(std::uint32_t largest) {
    const std::uint32_t mask = largest == 0 ? 0 : ~std::uint32_t{0} >> std::countl_zero(largest);
    while (true) {
      const std::uint32_t draw = word() & mask;
      if (draw <= largest) return draw;
    }
  }
  /// Uniform on [0, 1) with 53 bits.
  double uniform() {
    const double high = word() >> 5;
    const double low = word() >> 6;
    return (high * 0x1.0p26 + low) * 0x1.0p-53;
  }
  std::vector<std::size_t> permutation(std::size_t size) {
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = size - 1; i > 0; --i) std::swap(order[i], order[up_to(static_cast<std::uint32_t>(i))]);
    return order;
  }

 private:
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }
  std::mt19937 engine_;
};

/// An undirected graph as drawn: pairs u < v in lexicographic order.
struct Draft {
  std::uint8_t nodes;
  std::vector<std::array<std::uint8_t, 2>> pairs;
  auto operator<=>(const Draft&) const = default;
};

/// Walks the pairs u < v in lexicographic order, by their number.
class PairWalk {
 public:
  explicit PairWalk(std::uint8_t nodes) : row_end_(nodes - 1u), row_size_(nodes - 1u), nodes_(nodes) {}
  /// `pair` never goes back.
  std::array<std::uint8_t, 2> operator()(std::uint32_t pair) {
    while (pair >= row_end_) row_end_ += --row_size_;
    return {static_cast<std::uint8_t>(nodes_ - 1 - row_size_), static_cast<std::uint8_t>(nodes_ - row_end_ + pair)};
  }

 private:
  std::uint32_t row_end_;   // the number of the first pair beyond this u
  std::uint32_t row_size_;  // pairs of this u
  std::uint32_t nodes_;
};

/// Selection sampling (Knuth's algorithm S): pair by pair, one is kept if randrange(pairs left) < edges left.
/// Written trial by trial, as a loop within for randrange would branch at random and take a third longer.
Draft draw_graph(PythonRandom& python, std::uint8_t nodes, std::uint32_t edges) {
  const std::uint32_t num_pairs = nodes * (nodes - 1u) / 2;
  const bool complete = edges >= num_pairs;
  Draft draft{.nodes = nodes, .pairs = {}};
  draft.pairs.reserve(std::min(edges, num_pairs));
  PairWalk pair_at(nodes);
  std::uint32_t pairs_left = num_pairs;
  for (std::uint32_t edges_left = std::min(edges, num_pairs); edges_left > 0;) {
    const std::uint32_t draw = complete ? 0 : python.trial(pairs_left);
    if (draw < edges_left) {
      draft.pairs.push_back(pair_at(num_pairs - pairs_left));
      --edges_left;
      --pairs_left;
    } else {
      pairs_left -= draw < pairs_left ? 1 : 0;  // otherwise the trial failed, and the same pair has another
    }
  }
  return draft;
}

int count_triangles(const Draft& draft) {
  std::array<std::array<std::uint64_t, 2>, max_nodes> later{};  // bit v of later[u]: u and v are joined, u < v
  for (const auto& [u, v] : draft.pairs) later[u][v / 64] |= std::uint64_t{1} << v % 64;
  int triangles = 0;
  for (const auto& [u, v] : draft.pairs) {
    for (const std::size_t word : {0, 1}) triangles += std::popcount(later[u][word] & later[v][word]);
  }
  return triangles;
}

struct BatchOptions {
  std::size_t graphs;
  std::uint32_t min_nodes;
  std::uint32_t max_nodes;
};

using DraftsByLabel = std::array<std::vector<Draft>, num_labels>;

/// Draws ten times as many graphs as are wanted and keeps the first different ones of each label.
DraftsByLabel draw_batch(PythonRandom& python, NumpyRandom& numpy, const BatchOptions& options) {
  std::vector<std::uint8_t> sizes(10 * options.graphs);
  for (std::uint8_t& size : sizes) {
    size = static_cast<std::uint8_t>(options.min_nodes + numpy.up_to(options.max_nodes - options.min_nodes));
  }
  const std::size_t wanted = options.graphs / num_labels;
  DraftsByLabel kept;
  std::array<std::set<Draft>, num_labels> seen;
  for (const std::uint8_t nodes : sizes) {
    const auto edges = static_cast<std::uint32_t>(std::floor((numpy.uniform() + 1.0) * nodes));
    Draft draft = draw_graph(python, nodes, edges);
    const int triangles = count_triangles(draft);
    if (triangles < 1 || triangles > static_cast<int>(num_labels)) continue;
    const auto label = static_cast<std::size_t>(triangles - 1);
    if (kept[label].size() < wanted && seen[label].insert(draft).second) kept[label].push_back(std::move(draft));
  }
  for (const auto& drafts : kept) {
    if (drafts.size() != wanted) throw internal_error("[triangles] drew {} graphs of {}", drafts.size(), wanted);
  }
  return kept;
}

struct LabelledDraft {
  const Draft* draft;
  std::size_t label;
};

/// Shuffles each label's graphs and deals them to train, validation and test; each of these is ordered by label.
std::array<std::vector<LabelledDraft>, 3> deal(const DraftsByLabel& drafts, NumpyRandom& numpy) {
  constexpr std::array<std::size_t, 3> ends = {3000, 3500, 4000};
  std::array<std::vector<LabelledDraft>, 3> parts;
  for (std::size_t label = 0; label < num_labels; ++label) {
    const std::vector<std::size_t> order = numpy.permutation(drafts[label].size());
    std::size_t part = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == ends[part]) ++part;
      parts[part].push_back({&drafts[label][order[i]], label});
    }
  }
  return parts;
}

std::vector<LabelledDraft> shuffled(const DraftsByLabel& drafts, NumpyRandom& numpy) {
  std::vector<LabelledDraft> by_label;
  for (std::size_t label = 0; label < num_labels; ++label) {
    for (const Draft& draft : drafts[label]) by_label.push_back({&draft, label});
  }
  std::vector<LabelledDraft> result;
  result.reserve(by_label.size());
  for (const std::size_t i : numpy.permutation(by_label.size())) result.push_back(by_label[i]);
  return result;
}

void append(Dataset& dataset, std::span<const LabelledDraft> drafts) {
  std::vector<Edge> edges;
  for (const auto& [draft, label] : drafts) {
    edges.clear();
    for (const auto& [u, v] : draft->pairs) edges.push_back({u, v});
    dataset.examples.push_back({.graph = Graph::from_edges(draft->nodes, edges)});
    dataset.classes.push_back(static_cast<std::int64_t>(label));
  }
}

}  // namespace

std::vector<Dataset::Part> triangles_parts() {
  return {{"train", 30000}, {"validation", 5000}, {"test", 5000}, {"test-large", 5000}};
}

Dataset generate_triangles() {
  PythonRandom python(published_seed);
  NumpyRandom numpy(published_seed);
  Dataset dataset;
  dataset.name = "TRIANGLES";
  dataset.parts = triangles_parts();
  for (std::size_t label = 1; label <= num_labels; ++label) dataset.class_names.push_back(fmt::format("{}", label));

  const DraftsByLabel main = draw_batch(python, numpy, {.graphs = 40000, .min_nodes = 4, .max_nodes = 25});
  for (const auto& part : deal(main, numpy)) append(dataset, part);
  const DraftsByLabel large = draw_batch(python, numpy, {.graphs = 5000, .min_nodes = 26, .max_nodes = 100});
  append(dataset, shuffled(large, numpy));
  return dataset;
}

}  // namespace gnnir
