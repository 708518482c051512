#include "gnnir/ir/branches.h"

#include <ATen/Functions.h>

#include <algorithm>

namespace gnnir {
namespace {

/// Where row v of the b-th branch of its graph stands, for all b that some graph has; and whether the branch is there.
struct Places {
  std::vector<std::int32_t> row_of;
  std::vector<std::int32_t> exists;
};

Places places_of(const Batch& original, const Batch& layout, const Choice& choice, std::int32_t slots) {
  Places places;
  places.row_of.resize(static_cast<std::size_t>(slots * original.num_nodes()));
  places.exists.resize(places.row_of.size());
  for (std::int64_t g = 0; g < original.num_graphs(); ++g) {
    const std::int64_t copies = choice.count(g);
    for (std::int64_t slot = 0; slot < slots && copies > 0; ++slot) {
      const bool present = slot < copies;
      const std::int64_t branch = choice.ptr[static_cast<std::size_t>(g)] + (present ? slot : 0);
      for (std::int32_t row = original.first_row(g); row < original.first_row(g + 1); ++row) {
        const auto place = static_cast<std::size_t>(slot * original.num_nodes() + row);
        places.row_of[place] = layout.first_row(branch) + row - original.first_row(g);
        places.exists[place] = present ? 1 : 0;
      }
    }
  }
  return places;
}

}  // namespace

Branches lay_out_branches(const BatchTensors& graphs, const Choice& choice) {
  const Batch& original = graphs.host();
  BranchLayout layout = lay_out(original, choice);
  std::int64_t most = 0;
  for (std::int64_t g = 0; g < choice.num_graphs(); ++g) most = std::max(most, choice.count(g));
  const auto slots = static_cast<std::int32_t>(most);
  const Places places = places_of(original, layout.branches, choice, slots);

  const at::Device device = graphs.device();
  Branches branches;
  branches.graphs = BatchTensors(std::move(layout.branches), device);
  branches.source_row = index_tensor(layout.source_row, device);
  branches.source_edge = index_tensor(layout.source_edge, device);
  branches.individualized = index_tensor(layout.individualized, device);
  branches.target_row = index_tensor(choice.rows, device);
  branches.row_of = index_tensor(places.row_of, device).view({slots, original.num_nodes()});
  branches.exists = index_tensor(places.exists, device).view({slots, original.num_nodes()}).to(at::kBool);
  return branches;
}

}  // namespace gnnir
