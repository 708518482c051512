#include "gnnir/kernels/branch_limit.h"

#include <algorithm>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

constexpr std::int64_t countless = std::numeric_limits<std::int64_t>::max();

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  for (std::int64_t i = 0; i < exponent; ++i) {
    if (base > 0 && result > countless / base) return countless;
    result *= base;
  }
  return result;
}

}  // namespace

std::int64_t num_branches(std::int64_t num_nodes, const IrOptions& options) {
  return power(std::min(num_nodes, options.width), options.merge == MergeKind::tree ? options.layers : 1);
}

double most_rows(std::int64_t num_nodes, const IrOptions& options) {
  const auto n = static_cast<double>(num_nodes);
  if (options.layers == 0) return n;
  IrOptions most = options;
  if (most.ties == TiePolicy::cell) most.width = all_nodes;  // a cell may be the whole graph
  const std::int64_t branches = num_branches(num_nodes, most);
  return n * static_cast<double>(most.ties == TiePolicy::cell ? std::min(branches, most.max_branches) : branches);
}

void require_branches(std::int64_t num_nodes, const IrOptions& options) {
  if (options.layers == 0 || (!unmerged(options.merge) && options.width != all_nodes)) return;
  const std::int64_t needed = num_branches(num_nodes, options);
  if (needed <= options.max_branches) return;
  throw usage_error(
      "[ir] a graph of {} nodes has {} branches with L = {}, k = {}, merge = {}: model.max_branches would have to be "
      "{}, it is {}",
      num_nodes, needed == countless ? "countless" : fmt::format("{}", needed), options.layers,
      width_name(options.width), name_of(options.merge),
      needed == countless ? "more than there are numbers" : fmt::format("at least {}", needed), options.max_branches);
}

std::int64_t room_for_selection(std::int64_t num_nodes, std::int64_t branches, std::int64_t layer,
                                const IrOptions& options) {
  if (!unmerged(options.merge)) return options.max_branches;
  const bool paths = options.merge == MergeKind::paths;
  const std::int64_t later = paths ? 1 : power(std::min(num_nodes, options.width), options.layers - layer);
  return options.max_branches / std::max<std::int64_t>(1, branches) / std::max<std::int64_t>(1, later);
}

}  // namespace gnnir
