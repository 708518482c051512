#pragma once

#include <cstdint>
#include <vector>

namespace gnnir {

/// Names the random numbers of one forward pass: a draw depends on these and on the graph, never on the batch it came
/// in.
struct RandomContext {
  std::uint64_t seed = 0;
  std::uint64_t epoch = 0;  ///< 0 outside training
  std::vector<std::int64_t>
      graph_ids;  ///< [num_graphs]: each graph's number in its data set; empty: its place in the batch
};

}  // namespace gnnir
