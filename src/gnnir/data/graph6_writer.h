#pragma once

#include <string>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// A data set in nauty's formats, a graph to a line and no header, that read_graph6 reads back to equal graphs. There
/// is a place for nodes and edges and nothing else; graph6 has none for loops either, and only digraph6 has one for
/// directions. An Error of kind usage if there is more.
std::string graph6_text(const Dataset& dataset);
std::string sparse6_text(const Dataset& dataset);
std::string digraph6_text(const Dataset& dataset);

}  // namespace gnnir
