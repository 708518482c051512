#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/graph/choice.h"

namespace gnnir {

/// Where branches are never merged: who the branches behind a choice are.
struct ChildBranches {
  std::vector<std::int32_t> parents;          ///< [branches]: the branch that each comes from
  std::vector<std::int32_t> graph_of_branch;  ///< [branches]: the graph of the batch that each stands for
  std::vector<std::int64_t> ids;              ///< [branches]: what their random draws are named by (RandomContext)
  std::vector<std::int64_t> siblings;         ///< [branches]: how many stand for the same graph
};

/// choice: in the present branches. graph_of_branch: of these; empty: each is a graph itself. ids: likewise; empty:
/// its place.
ChildBranches children_of(const Choice& choice, std::span<const std::int32_t> graph_of_branch,
                          std::span<const std::int64_t> ids, std::int64_t num_graphs);

}  // namespace gnnir
