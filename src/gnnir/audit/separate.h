#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/audit/options.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/feature_colours.h"

namespace gnnir {

/// How many pairs a method tells apart.
struct Separation {
  std::int64_t total = 0;
  std::int64_t separated = 0;
  std::int64_t isomorphic = 0;       ///< pairs that nothing should tell apart
  std::int64_t false_positives = 0;  ///< separated, but isomorphic
};

/// For each graph a number: equal ones, if and only if 1-WL cannot tell the graphs apart.
std::vector<std::int64_t> wl_classes(const Dataset& dataset, const DatasetColours& colours);
/// The same for isomorphism, by canonical forms.
std::vector<std::int64_t> isomorphism_classes(const Dataset& dataset, const DatasetColours& colours);
/// Counts the pairs of graphs with different classes.
Separation separate(std::span<const std::int64_t> classes, std::span<const std::int64_t> isomorphism,
                    ComparedPairs pairs);

/// What random networks make of a graph: outputs of each network, and how far those of relabelled copies are from them.
struct MeasuredGraph {
  std::vector<double> outputs;  ///< [networks, columns] row by row
  std::vector<double> spread;  ///< [networks]: the largest difference between the graph and its copies; infinite if the
                               ///< network had to choose among equal nodes, or its outputs are not finite numbers

  /// Whether that is so for all networks: the graph is told apart from nothing.
  [[nodiscard]] bool is_undecided() const;
};

/// Counts the pairs that some network separates: one whose outputs for the two graphs differ in some column by more
/// than `factor` times what relabelled copies of either differ by, and by more than `least` times the outputs
/// themselves.
Separation separate(const std::vector<MeasuredGraph>& graphs, std::span<const std::int64_t> isomorphism,
                    ComparedPairs pairs, double factor = 1000, double least = 1e-11);

}  // namespace gnnir
