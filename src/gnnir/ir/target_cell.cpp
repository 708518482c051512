#include "gnnir/ir/target_cell.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gnnir {
namespace {

using Nodes = std::vector<std::int64_t>;

/// Sorts nodes by a key, largest first, equal ones as they stand; a key that is no number comes last.
void sort_descending(std::span<std::int64_t> nodes, std::span<const double> key) {
  const auto value = [&](std::int64_t v) {
    const double x = key[static_cast<std::size_t>(v)];
    return std::isnan(x) ? -std::numeric_limits<double>::infinity() : x;
  };
  std::stable_sort(nodes.begin(), nodes.end(), [&](std::int64_t a, std::int64_t b) { return value(a) > value(b); });
}

/// A difference within this factor of the tolerance, on either side, is a close call.
constexpr double close_factor = 3;

/// A tolerance below this is not refined any more: single precision is about as coarse.
constexpr double finest_tolerance = 5e-7;

/// Finds the cells, best first, until they hold enough nodes.
class CellSearch {
 public:
  CellSearch(const NodeKeys& nodes, std::size_t wanted, double tolerance) : nodes_(nodes), wanted_(wanted) {
    Nodes order(nodes.score.size());
    std::iota(order.begin(), order.end(), 0);
    sort_descending(order, nodes.score);
    split(order, Key::score, tolerance);
  }

  [[nodiscard]] std::vector<Nodes>& cells() { return cells_; }
  [[nodiscard]] bool close_call() const { return close_call_; }

 private:
  enum class Key { score, second };

  /// Parts nodes that are sorted by the key. Those that agree in the score are sorted and parted by the second key,
  /// those that agree in that too are a cell.
  void split(std::span<std::int64_t> nodes, Key which, double tolerance) {
    const std::span<const double> key = which == Key::score ? nodes_.score : nodes_.second;
    for (std::size_t begin = 0; begin < nodes.size() && covered_ < wanted_;) {
      const std::size_t end = end_of_run(nodes, begin, key, tolerance);
      const std::span<std::int64_t> run = nodes.subspan(begin, end - begin);
      if (is_crowd(run, key, tolerance)) {
        split(run, which, tolerance / 10);
      } else if (which == Key::score) {
        sort_descending(run, nodes_.second);
        split(run, Key::second, tolerance);
      } else {
        Nodes& cell = cells_.emplace_back(run.begin(), run.end());
        std::sort(cell.begin(), cell.end());
        covered_ += cell.size();
      }
      begin = end;
    }
  }

  /// One past the last of the nodes from `begin` on in which neighbours agree.
  std::size_t end_of_run(std::span<const std::int64_t> nodes, std::size_t begin, std::span<const double> key,
                         double tolerance) {
    std::size_t end = begin + 1;
    while (end < nodes.size()) {
      const auto a = static_cast<std::size_t>(nodes[end - 1]);
      const auto b = static_cast<std::size_t>(nodes[end]);
      const double limit = tolerance * std::max(nodes_.length[a], nodes_.length[b]);
      const double difference = key[a] - key[b];
      if (difference > limit / close_factor && difference < limit * close_factor) close_call_ = true;
      // Written so that a key that is no number agrees with nothing.
      if (!(difference <= limit)) break;
      ++end;
    }
    return end;
  }

  /// Whether neighbours agree and the first and the last do not: different nodes that lie close together.
  [[nodiscard]] bool is_crowd(std::span<const std::int64_t> run, std::span<const double> key, double tolerance) const {
    if (tolerance < finest_tolerance) return false;
    double longest = 0;
    for (const std::int64_t v : run) longest = std::max(longest, nodes_.length[static_cast<std::size_t>(v)]);
    const auto first = static_cast<std::size_t>(run.front());
    const auto last = static_cast<std::size_t>(run.back());
    return key[first] - key[last] > tolerance * longest;
  }

  const NodeKeys& nodes_;
  std::size_t wanted_;
  std::vector<Nodes> cells_;
  std::size_t covered_ = 0;
  bool close_call_ = false;
};

}  // namespace

CellChoice choose_target_cell(const NodeKeys& nodes, const IrOptions& options, std::int64_t room, Rng& rng) {
  const std::size_t wanted = std::min(nodes.score.size(), static_cast<std::size_t>(options.width));
  const std::size_t most = options.ties == TiePolicy::cell ? std::max(wanted, static_cast<std::size_t>(room)) : wanted;
  CellSearch search(nodes, wanted, options.tie_tolerance);
  CellChoice choice;
  choice.close_call = search.close_call();
  for (Nodes& cell : search.cells()) {
    const std::size_t left = most - choice.nodes.size();
    if (cell.size() > left) {
      choice.cut_cell = cell;
      if (options.ties == TiePolicy::random) rng.shuffle(std::span(cell));
      cell.resize(left);
      std::sort(cell.begin(), cell.end());
    }
    choice.nodes.insert(choice.nodes.end(), cell.begin(), cell.end());
  }
  const auto is_number = [](double key) { return std::isfinite(key); };
  if (!std::all_of(nodes.score.begin(), nodes.score.end(), is_number) ||
      !std::all_of(nodes.second.begin(), nodes.second.end(), is_number)) {
    choice.close_call = true;
  }
  if (choice.nodes.size() == nodes.score.size()) choice.close_call = false;  // there was nothing to decide
  return choice;
}

CellChoice choose_random_nodes(std::int64_t num_nodes, std::int64_t width, Rng& rng) {
  CellChoice choice;
  choice.nodes.resize(static_cast<std::size_t>(num_nodes));
  std::iota(choice.nodes.begin(), choice.nodes.end(), 0);
  if (num_nodes > width) choice.cut_cell = choice.nodes;
  rng.shuffle(std::span(choice.nodes));
  choice.nodes.resize(static_cast<std::size_t>(std::min(num_nodes, width)));
  std::sort(choice.nodes.begin(), choice.nodes.end());
  return choice;
}

}  // namespace gnnir
