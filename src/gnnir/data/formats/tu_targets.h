#pragma once

#include <cstdint>
#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/formats/tu_files.h"

namespace gnnir {

/// How many graphs the target files speak of.
struct TuGraphCount {
  std::int64_t graphs = 0;
  std::string file;  ///< where that number comes from; empty if there is no target file
};

/// Reads NAME_graph_labels.txt and NAME_graph_attributes.txt into classes and targets, where they are present.
/// largest_graph: the largest number in graph_indicator; an empty line is a missing label only if the file has
/// exactly that many lines.
TuGraphCount read_tu_targets(const TuFiles& files, std::int64_t largest_graph, Dataset& dataset);

}  // namespace gnnir
