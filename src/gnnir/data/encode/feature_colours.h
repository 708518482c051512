#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/data/encode/features.h"

namespace gnnir {

/// Features as colours: rows of any of the graphs have the same colour if, and only if, their features are equal.
/// → per graph [rows]
std::vector<std::vector<std::int64_t>> feature_colours(const std::vector<FeatureRows>& graphs, std::int64_t num_reals);

/// The labels and attributes that the nodes or edges of a data set have; constant if they have neither.
FeatureKind features_in_file(const Dataset& dataset, FeatureOf of);

/// Colours of all nodes and edges of a data set, from the labels and attributes that it has.
struct DatasetColours {
  std::vector<std::vector<std::int64_t>> nodes;  ///< per graph [num_nodes]
  std::vector<std::vector<std::int64_t>> edges;  ///< per graph [num_edges]; empty if the data set has none
  static DatasetColours of(const Dataset& dataset);
};

}  // namespace gnnir
