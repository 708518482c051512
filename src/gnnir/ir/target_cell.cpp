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

/// One past the last of the nodes from `begin` on, sorted by the key, whose keys agree.
std::size_t end_of_run(std::span<const std::int64_t> nodes, std::size_t begin, std::span<const double> key,
                       std::span<const double> length, double tolerance, bool& close_call) {
  std::size_t end = begin + 1;
  while (end < nodes.size()) {
    const auto a = static_cast<std::size_t>(nodes[end - 1]);
    const auto b = static_cast<std::size_t>(nodes[end]);
    const double limit = tolerance * std::max(length[a], length[b]);
    const double difference = key[a] - key[b];
    if (difference > limit / close_factor && difference < limit * close_factor) close_call = true;
    // Written so that a key that is no number agrees with nothing.
    if (!(difference <= limit)) break;
    ++end;
  }
  return end;
}

/// The nodes in cells, best first, each cell ascending: as many cells as `wanted` nodes need.
std::vector<Nodes> best_cells(const NodeKeys& nodes, std::size_t wanted, double tolerance, bool& close_call) {
  Nodes order(nodes.score.size());
  std::iota(order.begin(), order.end(), 0);
  sort_descending(order, nodes.score);
  std::vector<Nodes> cells;
  std::size_t covered = 0;
  for (std::size_t begin = 0; covered < wanted;) {
    const std::size_t end = end_of_run(order, begin, nodes.score, nodes.length, tolerance, close_call);
    const std::span<std::int64_t> tied = std::span(order).subspan(begin, end - begin);
    sort_descending(tied, nodes.second);
    for (std::size_t first = 0; first < tied.size() && covered < wanted;) {
      const std::size_t last = end_of_run(tied, first, nodes.second, nodes.length, tolerance, close_call);
      Nodes cell(tied.begin() + static_cast<std::ptrdiff_t>(first), tied.begin() + static_cast<std::ptrdiff_t>(last));
      std::sort(cell.begin(), cell.end());
      covered += cell.size();
      cells.push_back(std::move(cell));
      first = last;
    }
    begin = end;
  }
  return cells;
}

}  // namespace

CellChoice choose_target_cell(const NodeKeys& nodes, const IrOptions& options, std::int64_t room, Rng& rng) {
  const std::size_t wanted = std::min(nodes.score.size(), static_cast<std::size_t>(options.width));
  const std::size_t most = options.ties == TiePolicy::cell ? std::max(wanted, static_cast<std::size_t>(room)) : wanted;
  CellChoice choice;
  for (Nodes& cell : best_cells(nodes, wanted, options.tie_tolerance, choice.close_call)) {
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
