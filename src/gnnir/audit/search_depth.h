#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/audit/options.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// What search trees tell apart, depth by depth.
struct SearchDepth {
  /// By depth, from 0 on (1-WL): for each graph a number, equal ones where trees of that depth look the same. Where
  /// pairs are consecutive, only the numbers of a pair are to be compared.
  std::vector<std::vector<std::int64_t>> classes;
  std::int64_t copies = 0;            ///< relabelled copies that were searched like their graphs
  std::int64_t copies_separated = 0;  ///< of these, in another class than their graph at the end
  std::int64_t undecided = 0;         ///< graphs that share their class although a deeper tree might tell them apart
};

/// Compares graphs by their search trees (PrunedTree), which grow while graphs that are to be compared look the same,
/// up to the depth that the options say or until all partitions are discrete: then what looks the same is isomorphic.
/// The budget is spent on small groups of graphs that look the same first; a group that it does not last for stays as
/// it is, whole, so that what is found depends on the graphs alone, never on time or on the number of threads.
SearchDepth search_depth(const Dataset& dataset, const TreeOptions& options, ComparedPairs pairs, ThreadPool& pool);

}  // namespace gnnir
