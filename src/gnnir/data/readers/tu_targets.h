#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gnnir/data/dataset.h"
#include "gnnir/data/readers/tu_files.h"

namespace gnnir {

/// The value of a class label, which is an integer however it is written: "1", "+1" and "1.0" are one class.
std::optional<std::int64_t> parse_class_label(std::string_view text);

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
