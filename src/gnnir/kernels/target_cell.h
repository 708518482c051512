#pragma once

#include <cstdint>
#include <span>

#include "gnnir/base/rng.h"
#include "gnnir/graph/choice.h"
#include "gnnir/settings/ir_options.h"

namespace gnnir {

/// What is known of the nodes of one graph when its target cell is chosen; each [n].
struct NodeKeys {
  std::span<const double> score;   ///< h_v·p/‖p‖; tanh would only squeeze different nodes together
  std::span<const double> second;  ///< h_v·u for a fixed direction u: tells nodes apart whose scores meet by accident
  std::span<const double> length;  ///< ‖h_v‖
};

/// Takes the min(k, n) nodes with the largest scores, cell by cell. Nodes are of one cell if both keys agree; where
/// only the scores do, the second key decides the order. Keys agree if neighbours in their order differ by no more than
/// tie_tolerance times the longer embedding: sums taken in another order differ in the last bits, so equality is never
/// bitwise. Where so many lie close together that the first and the last of them differ by more, they are no cell: they
/// are looked at again with a tenth of the tolerance. Where the k-th place falls inside a cell, `ties` decides; a cell
/// is taken whole if `room` nodes in all, or k of them, are enough for it. The choice is of this one graph, its rows
/// are node numbers: best cell first, ascending within a cell.
Choice choose_target_cell(const NodeKeys& nodes, const IrOptions& options, std::int64_t room, Rng& rng);

/// The ablation: min(k, n) nodes drawn uniformly without replacement.
Choice choose_random_nodes(std::int64_t num_nodes, std::int64_t width, Rng& rng);

}  // namespace gnnir
