#include "gnnir/graph/branch_layout.h"

namespace gnnir {

BranchLayout lay_out(const Batch& batch, const Choice& choice) {
  std::vector<std::int32_t> copies;
  for (std::int64_t g = 0; g < choice.num_graphs(); ++g) copies.push_back(static_cast<std::int32_t>(choice.count(g)));
  BranchLayout layout{.branches = repeated(batch, copies)};
  layout.source_row.reserve(static_cast<std::size_t>(layout.branches.num_nodes()));
  layout.source_edge.reserve(static_cast<std::size_t>(layout.branches.num_edges()));
  layout.individualized.reserve(choice.rows.size());
  for (std::int64_t g = 0; g < choice.num_graphs(); ++g) {
    for (const std::int32_t chosen : choice.chosen(g)) {
      const auto branch = static_cast<std::int64_t>(layout.individualized.size());
      for (std::int32_t row = batch.first_row(g); row < batch.first_row(g + 1); ++row) layout.source_row.push_back(row);
      for (std::int32_t e = batch.first_edge(g); e < batch.first_edge(g + 1); ++e) layout.source_edge.push_back(e);
      layout.individualized.push_back(layout.branches.first_row(branch) + chosen - batch.first_row(g));
    }
  }
  return layout;
}

std::vector<std::int64_t> unmarked_branches(const Choice& choice) {
  std::vector<std::int64_t> branches;
  for (std::int64_t g = 0; g < choice.num_graphs(); ++g) {
    const auto at = static_cast<std::size_t>(g);
    for (std::int64_t b = choice.ptr[at]; choice.is_unmarked(g) && b < choice.ptr[at + 1]; ++b) branches.push_back(b);
  }
  return branches;
}

}  // namespace gnnir
