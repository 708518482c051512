#pragma once

#include <cstdint>
#include <span>

#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/features.h"

namespace gnnir {

/// How far the training graphs reach; kept in the model file. What is far beyond, a model has never seen.
struct TrainingRange {
  std::int64_t most_nodes = 0;
  double largest_deviation = 0;  ///< of an attribute of a node or an edge from its mean, in its deviations

  static TrainingRange of(const Dataset& dataset, std::span<const std::int64_t> training, const FeatureEncoding& nodes,
                          const FeatureEncoding& edges);
  /// `from_json` throws an Error of kind data that begins with `where`.
  [[nodiscard]] Json to_json() const;
  static TrainingRange from_json(const Json& json, const std::string& where);
  bool operator==(const TrainingRange&) const = default;
};

/// The largest of the standardised attributes of a graph's nodes or edges, by size; 0 if the encoding has none.
struct Deviation {
  double size = 0;
  std::int64_t column = 0;
};
Deviation largest_deviation(const FeatureEncoding& encoding, const FeatureRows& rows);

}  // namespace gnnir
