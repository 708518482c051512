#pragma once

#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/features.h"

namespace gnnir {

/// The features of every graph of a data set, encoded once.
struct EncodedFeatures {
  std::vector<FeatureRows> nodes;
  std::vector<FeatureRows> edges;  ///< empty if the model does not look at edges
};

/// edge_encoding: of kind none if the model does not look at edges.
EncodedFeatures encode_features(const Dataset& dataset, const FeatureEncoding& node_encoding,
                                const FeatureEncoding& edge_encoding);

}  // namespace gnnir
