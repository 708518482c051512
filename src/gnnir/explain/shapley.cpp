#include "gnnir/explain/shapley.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"

namespace gnnir {
namespace {

using Mask = std::uint32_t;

/// Neighbours whichever way edges point, as lists.
std::vector<std::vector<NodeId>> neighbours_of(const Graph& graph) {
  std::vector<std::vector<NodeId>> neighbours(static_cast<std::size_t>(graph.num_nodes()));
  for (const Edge& edge : graph.edges()) {
    neighbours[static_cast<std::size_t>(edge.source)].push_back(edge.target);
    neighbours[static_cast<std::size_t>(edge.target)].push_back(edge.source);
  }
  return neighbours;
}

/// [part]: the neighbours of each within the part.
std::vector<Mask> masks_of(const Graph& graph, const std::vector<NodeId>& part) {
  const auto neighbours = neighbours_of(graph);
  std::vector<Mask> masks(part.size(), 0);
  for (std::size_t i = 0; i < part.size(); ++i) {
    for (const NodeId w : neighbours[static_cast<std::size_t>(part[i])]) {
      const auto at = std::lower_bound(part.begin(), part.end(), w);
      masks[i] |= Mask{1} << static_cast<unsigned>(at - part.begin());
    }
  }
  return masks;
}

/// The piece of a coalition that hangs together with its first node.
Mask first_piece(Mask coalition, const std::vector<Mask>& neighbours) {
  Mask piece = coalition & (~coalition + 1);
  for (Mask fresh = piece; fresh != 0;) {
    const auto at = static_cast<std::size_t>(std::countr_zero(fresh));
    fresh &= fresh - 1;
    const Mask more = neighbours[at] & coalition & ~piece;
    piece |= more;
    fresh |= more;
  }
  return piece;
}

NodeSet nodes_in(Mask coalition, const std::vector<NodeId>& part, NodeId num_nodes) {
  NodeSet set(num_nodes);
  for (; coalition != 0; coalition &= coalition - 1) {
    set.add(part[static_cast<std::size_t>(std::countr_zero(coalition))]);
  }
  return set;
}

}  // namespace

MyersonValues exact_myerson(const Graph& graph, const std::vector<NodeId>& part, const Worths& worths) {
  constexpr std::size_t most = 20;
  if (part.size() > most) throw internal_error("[explain] exact Myerson values of {} nodes", part.size());
  const std::vector<Mask> neighbours = masks_of(graph, part);
  const Mask coalitions = Mask{1} << part.size();
  std::vector<NodeSet> connected;
  std::vector<Mask> piece(coalitions, 0);
  for (Mask coalition = 1; coalition < coalitions; ++coalition) {
    piece[coalition] = first_piece(coalition, neighbours);
    if (piece[coalition] == coalition) connected.push_back(nodes_in(coalition, part, graph.num_nodes()));
  }
  const std::vector<double> found = worths(connected);
  std::vector<double> worth(coalitions, 0);
  std::size_t next = 0;
  for (Mask coalition = 1; coalition < coalitions; ++coalition) {
    const bool whole = piece[coalition] == coalition;
    worth[coalition] = whole ? found[next++] : worth[piece[coalition]] + worth[coalition & ~piece[coalition]];
  }
  // |S|! (n - |S| - 1)! / n! = 1 / (n · (n - 1 over |S|))
  std::vector<double> weight(part.size());
  double choose = 1;
  for (std::size_t size = 0; size < part.size(); ++size) {
    weight[size] = 1 / (static_cast<double>(part.size()) * choose);
    choose = choose * static_cast<double>(part.size() - 1 - size) / static_cast<double>(size + 1);
  }
  MyersonValues result{std::vector<double>(part.size(), 0), {}};
  for (Mask coalition = 0; coalition + 1 < coalitions; ++coalition) {
    const double of_size = weight[static_cast<std::size_t>(std::popcount(coalition))];
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Mask with = coalition | Mask{1} << i;
      if (with != coalition) result.values[i] += of_size * (worth[with] - worth[coalition]);
    }
  }
  return result;
}

namespace {

/// What a node adds when it comes: the piece that it makes, less the pieces that it joins.
struct Arrival {
  std::size_t node = 0;  // place in the part
  std::size_t made = 0;  // numbers of sets
  std::vector<std::size_t> joined;
};

/// Sets that are worth something, each once.
class KnownSets {
 public:
  explicit KnownSets(const Worths& worths) : worths_(worths) {}
  std::size_t number(const NodeSet& set) {
    const auto [found, is_new] = numbers_.emplace(set, numbers_.size());
    if (is_new) unknown_.push_back(set);
    return found->second;
  }
  /// Finds out what the new ones are worth.
  void settle() {
    const std::vector<double> more = worths_(unknown_);
    worth_.insert(worth_.end(), more.begin(), more.end());
    unknown_.clear();
  }
  [[nodiscard]] double worth(std::size_t number) const { return worth_[number]; }

 private:
  const Worths& worths_;
  std::unordered_map<NodeSet, std::size_t, NodeSetHash> numbers_;
  std::vector<NodeSet> unknown_;
  std::vector<double> worth_;
};

class Sampler {
 public:
  Sampler(const Graph& graph, const std::vector<NodeId>& part, const Worths& worths, const MyersonSampling& options)
      : graph_(graph), part_(part), options_(options), neighbours_(neighbours_of(graph)), sets_(worths) {
    by_name_.resize(part.size());
    std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
    if (!options.names.empty()) {
      std::sort(by_name_.begin(), by_name_.end(), [&](std::size_t a, std::size_t b) {
        return options.names[static_cast<std::size_t>(part[a])] < options.names[static_cast<std::size_t>(part[b])];
      });
    }
  }

  MyersonValues sample() {
    const std::int64_t pairs = std::max<std::int64_t>(1, (options_.orders + 1) / 2);
    constexpr std::int64_t at_once = 16;  // pairs whose sets are looked at together
    std::vector<double> sum(part_.size(), 0), mean(part_.size(), 0), squares(part_.size(), 0);
    std::int64_t done = 0;
    for (std::int64_t begin = 0; begin < pairs; begin += at_once) {
      std::vector<std::vector<Arrival>> arrivals;
      for (std::int64_t pair = begin; pair < std::min(pairs, begin + at_once); ++pair) {
        std::vector<std::size_t> order = drawn(pair);
        arrivals.push_back(arrivals_of(order));
        std::reverse(order.begin(), order.end());
        for (Arrival& arrival : arrivals_of(order)) arrivals.back().push_back(std::move(arrival));
      }
      sets_.settle();
      for (const std::vector<Arrival>& both : arrivals) {
        std::vector<double> added = added_by(both);
        for (std::size_t i = 0; i < added.size(); ++i) sum[i] += added[i];
        average(added);
        ++done;
        for (std::size_t i = 0; i < added.size(); ++i) {  // Welford's mean and sum of squares
          const double off = added[i] - mean[i];
          mean[i] += off / static_cast<double>(done);
          squares[i] += off * (added[i] - mean[i]);
        }
      }
    }
    return result(std::move(mean), std::move(sum), squares, done);
  }

 private:
  std::vector<std::size_t> drawn(std::int64_t pair) const {
    std::vector<std::size_t> order = by_name_;
    Rng rng(options_.seed, Purpose::explanation, static_cast<std::uint64_t>(pair));
    rng.shuffle(std::span(order));
    return order;
  }

  std::vector<Arrival> arrivals_of(const std::vector<std::size_t>& order) {
    std::vector<std::int64_t> piece_of(static_cast<std::size_t>(graph_.num_nodes()), -1);
    std::vector<NodeSet> pieces;
    std::vector<std::size_t> numbers;
    std::vector<Arrival> arrivals;
    for (const std::size_t place : order) {
      const NodeId v = part_[place];
      Arrival arrival{.node = place, .joined = {}};
      NodeSet made(graph_.num_nodes());
      made.add(v);
      std::vector<std::int64_t> joined;
      for (const NodeId w : neighbours_[static_cast<std::size_t>(v)]) {
        const std::int64_t piece = piece_of[static_cast<std::size_t>(w)];
        if (piece >= 0 && std::find(joined.begin(), joined.end(), piece) == joined.end()) joined.push_back(piece);
      }
      for (const std::int64_t piece : joined) {
        const auto p = static_cast<std::size_t>(piece);
        made.add(pieces[p]);
        arrival.joined.push_back(numbers[p]);
      }
      arrival.made = sets_.number(made);
      for (const NodeId w : made.nodes()) piece_of[static_cast<std::size_t>(w)] = std::ssize(pieces);
      pieces.push_back(std::move(made));
      numbers.push_back(arrival.made);
      arrivals.push_back(std::move(arrival));
    }
    return arrivals;
  }

  /// [part] mean over an order and its reverse.
  [[nodiscard]] std::vector<double> added_by(const std::vector<Arrival>& both) const {
    std::vector<double> added(part_.size(), 0);
    for (const Arrival& arrival : both) {
      double worth = sets_.worth(arrival.made);
      for (const std::size_t set : arrival.joined) worth -= sets_.worth(set);
      added[arrival.node] += worth / 2;
    }
    return added;
  }

  void average(std::vector<double>& values) const {
    if (options_.orbits.empty()) return;
    std::map<NodeId, std::pair<double, std::int64_t>> sums;
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto& [total, count] = sums[options_.orbits[static_cast<std::size_t>(part_[i])]];
      total += values[i];
      ++count;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto& [total, count] = sums[options_.orbits[static_cast<std::size_t>(part_[i])]];
      values[i] = total / static_cast<double>(count);
    }
  }

  MyersonValues result(std::vector<double> mean, std::vector<double> sum, const std::vector<double>& squares,
                       std::int64_t pairs) const {
    const auto count = static_cast<double>(pairs);
    for (double& x : sum) x /= count;
    if (options_.spread != nullptr) {
      for (std::size_t i = 0; i < sum.size() && !options_.orbits.empty(); ++i) {
        *options_.spread = std::max(*options_.spread, 2 * std::abs(sum[i] - mean[i]));
      }
    }
    MyersonValues values{std::move(mean), {}};
    for (const double square : squares) {
      values.errors.push_back(pairs > 1 ? std::sqrt(square / (count - 1) / count)
                                        : std::numeric_limits<double>::quiet_NaN());
    }
    return values;
  }

  const Graph& graph_;
  const std::vector<NodeId>& part_;
  const MyersonSampling& options_;
  std::vector<std::vector<NodeId>> neighbours_;
  KnownSets sets_;
  std::vector<std::size_t> by_name_;
};

}  // namespace

MyersonValues sampled_myerson(const Graph& graph, const std::vector<NodeId>& part, const Worths& worths,
                              const MyersonSampling& options) {
  return Sampler(graph, part, worths, options).sample();
}

}  // namespace gnnir
