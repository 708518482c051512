#pragma once

#include <span>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/features.h"
#include "gnnir/models/graph_model.h"

namespace gnnir {

/// The features of every graph of a data set, encoded once.
struct EncodedFeatures {
  std::vector<FeatureRows> nodes;
  std::vector<FeatureRows> edges;  ///< empty if the model does not look at edges
};

/// edge_encoding: of kind none if the model does not look at edges.
EncodedFeatures encode_features(const Dataset& dataset, const FeatureEncoding& node_encoding,
                                const FeatureEncoding& edge_encoding);

/// Some graphs of a data set as one model input; their random numbers are named by their numbers in the data set.
ModelInput collate(const Dataset& dataset, const ModelShape& shape, const EncodedFeatures& features,
                   std::span<const std::int64_t> graphs, at::ScalarType dtype = at::kFloat);

}  // namespace gnnir
