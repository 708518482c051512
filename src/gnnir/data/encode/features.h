#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/base/enum_names.h"
#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// Where features come from. `automatic` is the first that the data set has, in the order of the paper's protocols:
/// labels and attributes, labels, attributes, else degree (nodes) or none (edges).
enum class FeatureKind { automatic, none, constant, degree, degree_scalar, labels, attributes, labels_attributes };

template <>
struct EnumNames<FeatureKind> {
  static constexpr std::array table = {
      std::pair{"auto", FeatureKind::automatic},
      std::pair{"none", FeatureKind::none},
      std::pair{"constant", FeatureKind::constant},
      std::pair{"degree", FeatureKind::degree},
      std::pair{"degree-scalar", FeatureKind::degree_scalar},
      std::pair{"labels", FeatureKind::labels},
      std::pair{"attributes", FeatureKind::attributes},
      std::pair{"labels+attributes", FeatureKind::labels_attributes},
  };
};

/// By the names above; an Error of kind usage for any other.
FeatureKind parse_feature_kind(const std::string& name);
std::string to_string(FeatureKind kind);

/// Features of the nodes or edges of one graph, ready for an encoder: categories go through embedding tables, reals
/// through a linear map.
struct FeatureRows {
  std::vector<std::int64_t> categories;  ///< [rows] (empty if the encoding has none)
  std::vector<float> reals;              ///< [rows, num_reals] row by row
};

/// Whose features they are.
enum class FeatureOf { nodes, edges };

/// How nodes or edges become numbers: fitted on the training graphs, kept in the model file, applied to any graph.
struct FeatureEncoding {
  FeatureKind kind = FeatureKind::none;
  std::int64_t num_categories = 0;  ///< rows of the embedding table; 0: no categorical feature
  std::int64_t num_reals = 0;       ///< columns of reals
  std::int64_t max_degree = 0;      ///< degree: larger ones are clamped to this; categories 0..max_degree
  /// labels: ascending; a label not listed here becomes the last category ("unknown")
  std::vector<std::int64_t> label_values;
  std::vector<std::string> attribute_names;  ///< [num_reals] of attributes, or empty where the data did not name them
  std::vector<float> mean, scale;            ///< attributes: (a - mean) / scale; a constant column has scale 1

  /// kind automatic is resolved; `max_degree` 0 means the largest degree of the training graphs.
  /// An Error of kind usage if the data set lacks what the kind needs. degree_scalar: one real = degree.
  /// constant: one real = 1. Nodes have features; edges have no degree.
  static FeatureEncoding fit(const Dataset& dataset, std::span<const std::int64_t> training, FeatureKind kind,
                             std::int64_t max_degree = 0);
  static FeatureEncoding fit_edges(const Dataset& dataset, std::span<const std::int64_t> training, FeatureKind kind);

  /// Attributes are matched by name where both the encoding and the data set have names, else by position.
  /// An Error of kind data that names the graph if it lacks what the encoding needs, or an attribute is not finite.
  [[nodiscard]] FeatureRows apply(const Dataset& dataset, std::int64_t graph, FeatureOf of = FeatureOf::nodes) const;

  /// Numbers are kept exactly; `from_json` throws an Error of kind data that begins with `where`.
  [[nodiscard]] Json to_json() const;
  static FeatureEncoding from_json(const Json& json, const std::string& where);

  bool operator==(const FeatureEncoding&) const = default;
};

}  // namespace gnnir
