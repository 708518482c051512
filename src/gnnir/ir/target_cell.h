#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/ir/options.h"

namespace gnnir {

/// The nodes of one graph that are individualized, one branch each.
struct CellChoice {
  std::vector<std::int64_t> nodes;  ///< node numbers within the graph, best cell first, ascending within a cell
  bool cut_a_cell = false;          ///< some but not all members of a cell were taken
};

/// Takes the min(k, n) nodes with the largest scores, cell by cell. Nodes are of one cell if neighbours in the order of
/// scores differ by no more than tie_tolerance times the longer of their embeddings: sums taken in another order differ
/// in the last bits, so equality is never bitwise. Where the k-th place falls inside a cell, `ties` decides. score: [n]
/// (h_v·p/‖p‖; tanh would only squeeze different nodes together), length: [n] (‖h_v‖).
CellChoice choose_target_cell(std::span<const double> score, std::span<const double> length, const IrOptions& options,
                              Rng& rng);

/// The ablation: min(k, n) nodes drawn uniformly without replacement.
CellChoice choose_random_nodes(std::int64_t num_nodes, std::int64_t width, Rng& rng);

}  // namespace gnnir
