#include "gnnir/kernels/target_cell.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gnnir {
namespace {

using Nodes = std::vector<std::int32_t>;

/// Sorts nodes by a key, largest first, equal ones as they stand; a key that is no number comes last.
void sort_descending(std::span<std::int32_t> nodes, std::span<const double> key) {
  const auto value = [&](std::int32_t v) {
    const double x = key[static_cast<std::size_t>(v)];
    return std::isnan(x) ? -std::numeric_limits<double>::infinity() : x;
  };
  std::stable_sort(nodes.begin(), nodes.end(), [&](std::int32_t a, std::int32_t b) { return value(a) > value(b); });
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
  void split(std::span<std::int32_t> nodes, Key which, double tolerance) {
    const std::span<const double> key = which == Key::score ? nodes_.score : nodes_.second;
    for (std::size_t begin = 0; begin < nodes.size() && covered_ < wanted_;) {
      const std::size_t end = end_of_run(nodes, begin, key, tolerance);
      const std::span<std::int32_t> run = nodes.subspan(begin, end - begin);
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
  std::size_t end_of_run(std::span<const std::int32_t> nodes, std::size_t begin, std::span<const double> key,
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
  [[nodiscard]] bool is_crowd(std::span<const std::int32_t> run, std::span<const double> key, double tolerance) const {
    if (tolerance < finest_tolerance) return false;
    double longest = 0;
    for (const std::int32_t v : run) longest = std::max(longest, nodes_.length[static_cast<std::size_t>(v)]);
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

Choice of_one_graph(Nodes chosen, Nodes cut, bool close_call) {
  Choice choice;
  choice.ptr.push_back(static_cast<std::int32_t>(chosen.size()));
  choice.cut_ptr.push_back(static_cast<std::int32_t>(cut.size()));
  choice.rows = std::move(chosen);
  choice.cut_rows = std::move(cut);
  choice.close_call = {close_call};
  return choice;
}

}  // namespace

Choice choose_target_cell(const NodeKeys& nodes, const IrOptions& options, std::int64_t room, Rng& rng) {
  const std::size_t wanted = std::min(nodes.score.size(), static_cast<std::size_t>(options.width));
  const std::size_t most = options.ties == TiePolicy::cell ? std::max(wanted, static_cast<std::size_t>(room)) : wanted;
  CellSearch search(nodes, wanted, options.tie_tolerance);
  Nodes chosen;
  Nodes cut;
  for (Nodes& cell : search.cells()) {
    const std::size_t left = most - chosen.size();
    if (cell.size() > left) {
      cut = cell;
      if (options.ties == TiePolicy::random) rng.shuffle(std::span(cell));
      cell.resize(left);
      std::sort(cell.begin(), cell.end());
    }
    chosen.insert(chosen.end(), cell.begin(), cell.end());
  }
  const auto all_numbers = [](std::span<const double> keys) {
    return std::all_of(keys.begin(), keys.end(), [](double key) { return std::isfinite(key); });
  };
  const bool close = search.close_call() || !all_numbers(nodes.score) || !all_numbers(nodes.second);
  const bool decided = chosen.size() < nodes.score.size();  // otherwise there was nothing to decide
  return of_one_graph(std::move(chosen), std::move(cut), close && decided);
}

Choice choose_random_nodes(std::int64_t num_nodes, std::int64_t width, Rng& rng) {
  Nodes chosen(static_cast<std::size_t>(num_nodes));
  std::iota(chosen.begin(), chosen.end(), 0);
  Nodes cut = num_nodes > width ? chosen : Nodes();
  rng.shuffle(std::span(chosen));
  chosen.resize(static_cast<std::size_t>(std::min(num_nodes, width)));
  std::sort(chosen.begin(), chosen.end());
  return of_one_graph(std::move(chosen), std::move(cut), false);
}

}  // namespace gnnir
