#include "gnnir/data/encode/encoded_features.h"

namespace gnnir {

EncodedFeatures encode_features(const Dataset& dataset, const FeatureEncoding& node_encoding,
                                const FeatureEncoding& edge_encoding) {
  EncodedFeatures features;
  features.nodes.reserve(dataset.examples.size());
  const bool edges = edge_encoding.kind != FeatureKind::none;
  for (std::int64_t graph = 0; graph < dataset.size(); ++graph) {
    features.nodes.push_back(node_encoding.apply(dataset, graph));
    if (edges) features.edges.push_back(edge_encoding.apply(dataset, graph, FeatureOf::edges));
  }
  return features;
}

}  // namespace gnnir
