#include "gnnir/ir/target_cell.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gnnir {
namespace {

/// Nodes by descending score, equal ones by number; a score that is no number comes last.
std::vector<std::int64_t> rank(std::span<const double> score) {
  std::vector<std::int64_t> order(score.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](std::int64_t v) {
    const double s = score[static_cast<std::size_t>(v)];
    return std::isnan(s) ? -std::numeric_limits<double>::infinity() : s;
  };
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return key(a) > key(b); });
  return order;
}

/// One past the last member of the cell that begins at `begin` in the ranking.
std::size_t end_of_cell(std::span<const std::int64_t> order, std::size_t begin, std::span<const double> score,
                        std::span<const double> length, double tolerance) {
  std::size_t end = begin + 1;
  while (end < order.size()) {
    const auto a = static_cast<std::size_t>(order[end - 1]);
    const auto b = static_cast<std::size_t>(order[end]);
    // Written so that a score that is no number is a cell of its own.
    if (!(score[a] - score[b] <= tolerance * std::max(length[a], length[b]))) break;
    ++end;
  }
  return end;
}

}  // namespace

CellChoice choose_target_cell(std::span<const double> score, std::span<const double> length, const IrOptions& options,
                              Rng& rng) {
  std::vector<std::int64_t> order = rank(score);
  const std::size_t wanted = std::min(order.size(), static_cast<std::size_t>(options.width));
  const std::size_t cap = std::max(wanted, static_cast<std::size_t>(options.max_branches));
  CellChoice choice;
  for (std::size_t begin = 0; choice.nodes.size() < wanted;) {
    const std::size_t end = end_of_cell(order, begin, score, length, options.tie_tolerance);
    const std::span<std::int64_t> cell = std::span(order).subspan(begin, end - begin);
    const std::size_t room = (options.ties == TiePolicy::cell ? cap : wanted) - choice.nodes.size();
    const std::size_t taken = std::min(cell.size(), room);
    choice.cut_a_cell = taken < cell.size();
    std::sort(cell.begin(), cell.end());
    if (choice.cut_a_cell && options.ties == TiePolicy::random) {
      rng.shuffle(cell);
      std::sort(cell.begin(), cell.begin() + static_cast<std::ptrdiff_t>(taken));
    }
    choice.nodes.insert(choice.nodes.end(), cell.begin(), cell.begin() + static_cast<std::ptrdiff_t>(taken));
    begin = end;
  }
  return choice;
}

CellChoice choose_random_nodes(std::int64_t num_nodes, std::int64_t width, Rng& rng) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(num_nodes));
  std::iota(order.begin(), order.end(), 0);
  rng.shuffle(std::span(order));
  order.resize(static_cast<std::size_t>(std::min(num_nodes, width)));
  std::sort(order.begin(), order.end());
  return {.nodes = order, .cut_a_cell = num_nodes > width};
}

}  // namespace gnnir
