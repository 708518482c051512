#pragma once

#include <span>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/features.h"
#include "gnnir/models/graph_model.h"

namespace gnnir {

/// The node features of every graph of a data set, encoded once.
std::vector<FeatureRows> encode_nodes(const Dataset& dataset, const FeatureEncoding& encoding);

/// Some graphs of a data set as one model input; their random numbers are named by their numbers in the data set.
/// nodes: as encode_nodes gives them.
ModelInput collate(const Dataset& dataset, const FeatureEncoding& encoding, std::span<const FeatureRows> nodes,
                   std::span<const std::int64_t> graphs, at::ScalarType dtype = at::kFloat);

}  // namespace gnnir
