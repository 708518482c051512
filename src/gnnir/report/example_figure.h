#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/report/data_examples.h"

namespace gnnir {

/// A graph of a data set, drawn for a page: nodes that colour refinement cannot tell apart in one colour, and a second
/// picture where the graph has fewer symmetries than that; beneath it what is known of it.
std::string example_figure(const Dataset& dataset, const ChosenGraph& chosen);

/// [num_nodes]: a number for each set of two or more equal cells, from the largest set on; -1: alone in its cell.
std::vector<NodeId> shared_cells(const std::vector<NodeId>& cells);

}  // namespace gnnir
