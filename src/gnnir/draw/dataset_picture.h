#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/draw/graph_picture.h"

namespace gnnir {

/// A graph of a data set as SVG: a molecule as chemists draw it, where the data set keeps SMILES and the chemistry
/// component is there and agrees with the graph; else draw_graph, with what the data set calls nodes where the picture
/// has no labels. index: from 0
std::string picture_of(const Dataset& dataset, std::int64_t index, GraphPicture picture = {});

/// What stands in nodes: elements of molecules, numbers of labels where there are several; empty: nothing to say.
std::vector<std::string> node_names(const Dataset& dataset, std::int64_t index);

}  // namespace gnnir
