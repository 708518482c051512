#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/report/data_examples.h"

namespace gnnir {

/// A graph of a data set, drawn for a page: nodes that colour refinement cannot tell apart in one colour, and a second
/// picture where the graph has fewer symmetries than that; beneath it what is known of it.
std::string example_figure(const Dataset& dataset, const ChosenGraph& chosen);

}  // namespace gnnir
