#pragma once

#include <map>
#include <string>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// A data set as edges.csv, nodes.csv and graphs.csv (content by name) that read_tables reads back to equal examples,
/// classes, class names and targets; every directed edge is written. Graphs and nodes are named by their numbers, from
/// 0. The format has no place for parts and for names of classes that no graph has. An Error of kind usage if the data
/// set cannot be written.
std::map<std::string, std::string> table_files(const Dataset& dataset);

}  // namespace gnnir
