#pragma once

#include <cstdint>
#include <string>

#include "gnnir/settings/ir_options.h"

namespace gnnir {

/// The branches that a graph of n nodes has behind the last layer, where no cell of equal nodes makes them more; the
/// largest number there is if they are more than can be counted.
std::int64_t num_branches(std::int64_t num_nodes, const IrOptions& options);

/// Nodes of all branches of such a graph behind the last layer, at most: what memory and time grow with.
double most_rows(std::int64_t num_nodes, const IrOptions& options);

/// width = all and unmerged branches are refused, by an Error of kind usage that says what max_branches would have to
/// be, where a graph would have more branches than that. A k that is a number stands for itself.
void require_branches(std::int64_t num_nodes, const IrOptions& options);

/// How many nodes one selection in layer l = 1…L may take where cells of equal nodes are taken whole, so that
/// max_branches lasts for all branches of the graph and for all layers; `branches`: how many the graph has now.
std::int64_t room_for_selection(std::int64_t num_nodes, std::int64_t branches, std::int64_t layer,
                                const IrOptions& options);

}  // namespace gnnir
