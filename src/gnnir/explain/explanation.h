#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// What an edge is worth, in both directions together.
struct EdgeValue {
  NodeId u = 0;  ///< u ≤ v
  NodeId v = 0;
  double value = 0;
  bool operator==(const EdgeValue&) const = default;
};

/// How good an explanation is, by what the model says of parts of the graph (explain/merits.h). NaN: not defined.
struct Merits {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double fidelity_plus = none;   ///< what is lost without the nodes with the largest values
  double fidelity_minus = none;  ///< what is lost with them alone
  double sparsity = none;        ///< the share of nodes that are not among them
  double unfaithfulness = none;  ///< 1 - exp(-KL) between what is said of the graph and of them alone
  double auc = none;             ///< area under the ROC curve of the values, against the truth

  [[nodiscard]] Json to_json() const;
};

/// Why a model says of a graph what it says. Values are in the unit of `value`: how much each node makes it larger.
struct Explanation {
  std::int64_t graph = 0;
  std::string subject = {};           ///< what is explained: "log-odds of class house"
  double value = 0;                   ///< its value for the graph
  std::optional<double> base = {};    ///< what values add up from, where they do: value = base + Σ values + gap
  std::optional<double> gap = {};     ///< what they miss it by
  std::vector<double> nodes = {};     ///< [num_nodes]
  std::vector<double> errors = {};    ///< [num_nodes] standard errors, where something was drawn; else empty
  std::vector<EdgeValue> edges = {};  ///< where the method has them
  /// Before values were made equal: the largest difference between two nodes, or two edges, that a symmetry of the
  /// graph carries to each other.
  double spread = 0;
  std::int64_t orbits = 0;  ///< of nodes: how many different ones there are
  std::int64_t asked = 0;   ///< graphs that the model was asked about
  Merits merits = {};
  std::vector<std::string> sentences = {};  ///< the same in words, or what should be known of it
  Json story = {};                          ///< what the method found beside values; null if it is nothing

  [[nodiscard]] Json to_json() const;
};

}  // namespace gnnir
