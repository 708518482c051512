#include "gnnir/ir/branches.h"

#include <ATen/Functions.h>

#include <algorithm>

namespace gnnir {

Branches lay_out_branches(const BatchTensors& graphs, const TargetCell& target) {
  const Batch& original = graphs.host;
  std::vector<std::int64_t> copies;
  for (std::size_t g = 0; g + 1 < target.ptr.size(); ++g) copies.push_back(target.ptr[g + 1] - target.ptr[g]);
  const std::int64_t slots = copies.empty() ? 0 : *std::max_element(copies.begin(), copies.end());
  Batch layout = repeated(original, copies);

  std::vector<std::int64_t> source_row;
  std::vector<std::int64_t> source_edge;
  std::vector<std::int64_t> individualized;
  std::vector<std::int64_t> row_of(static_cast<std::size_t>(slots * original.num_nodes()));
  std::vector<std::int64_t> exists(row_of.size());
  source_row.reserve(static_cast<std::size_t>(layout.num_nodes()));
  individualized.reserve(target.rows.size());
  for (std::size_t g = 0; g < copies.size(); ++g) {
    const std::int64_t first_branch = target.ptr[g];
    for (std::int64_t copy = 0; copy < copies[g]; ++copy) {
      const auto branch = static_cast<std::size_t>(first_branch + copy);
      for (std::int64_t row = original.ptr[g]; row < original.ptr[g + 1]; ++row) source_row.push_back(row);
      for (std::int64_t e = original.edge_ptr[g]; e < original.edge_ptr[g + 1]; ++e) source_edge.push_back(e);
      individualized.push_back(layout.ptr[branch] + target.rows[branch] - original.ptr[g]);
    }
    for (std::int64_t slot = 0; slot < slots && copies[g] > 0; ++slot) {
      const bool present = slot < copies[g];
      const auto branch = static_cast<std::size_t>(first_branch + (present ? slot : 0));
      for (std::int64_t row = original.ptr[g]; row < original.ptr[g + 1]; ++row) {
        const auto place = static_cast<std::size_t>(slot * original.num_nodes() + row);
        row_of[place] = layout.ptr[branch] + row - original.ptr[g];
        exists[place] = present ? 1 : 0;
      }
    }
  }

  const at::Device device = graphs.device();
  Branches branches;
  branches.graphs = BatchTensors::from(std::move(layout), device);
  branches.source_row = index_tensor(source_row, device);
  branches.source_edge = index_tensor(source_edge, device);
  branches.individualized = index_tensor(individualized, device);
  branches.target_row = index_tensor(target.rows, device);
  branches.row_of = index_tensor(row_of, device).view({slots, original.num_nodes()});
  branches.exists = index_tensor(exists, device).view({slots, original.num_nodes()}).to(at::kBool);
  return branches;
}

}  // namespace gnnir
