#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/graph/batch.h"
#include "gnnir/graph/choice.h"

namespace gnnir {

/// Every graph of a batch once per chosen node, the copies of one graph standing together.
struct BranchLayout {
  Batch branches;
  std::vector<std::int32_t> source_row;      ///< [branch rows]: the row of the batch that each copies
  std::vector<std::int32_t> source_edge;     ///< [branch edges]: likewise
  std::vector<std::int32_t> individualized;  ///< [branches]: the row of each branch that was chosen
};
BranchLayout lay_out(const Batch& batch, const Choice& choice);

/// The branches in which nothing is marked, by number.
std::vector<std::int64_t> unmarked_branches(const Choice& choice);

}  // namespace gnnir
