#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/infer/encoded_dataset.h"

namespace gnnir {

/// In what a graph is far from all that the model was trained on: a prediction for it is a guess, however sure it
/// looks. Empty for most graphs. Looked at: the number of nodes, degrees, attributes of nodes and edges, labels that
/// training did not have.
///   "4000 nodes (at most 28 in training)"
std::vector<std::string> unusual_in(const ModelHeader& model, const EncodedDataset& data, std::int64_t graph);

}  // namespace gnnir
