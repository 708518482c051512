#include "gnnir/ir/merge.h"

#include <ATen/Functions.h>

#include <tuple>

namespace gnnir {

at::Tensor merge(const Branches& branches, MergeKind kind) {
  const std::int64_t slots = branches.row_of.size(0);
  const std::int64_t nodes = branches.row_of.size(1);
  if (nodes == 0) return branches.h;  // nothing but empty graphs
  // [slots, nodes, d]; an absent branch repeats the first one, which a maximum does not notice.
  const at::Tensor side_by_side =
      branches.h.index_select(0, branches.row_of.flatten()).view({slots, nodes, branches.h.size(1)});
  if (kind == MergeKind::max) return std::get<0>(side_by_side.max(0));
  const at::Tensor present = branches.exists.unsqueeze(2).to(branches.h.scalar_type());
  const at::Tensor total = (side_by_side * present).sum(0);
  return kind == MergeKind::sum ? total : total / present.sum(0);
}

}  // namespace gnnir
