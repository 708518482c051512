#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/histogram.h"

namespace gnnir {

/// Smallest, mean and largest of a quantity.
struct Spread {
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  double total = 0;
  double count = 0;

  void add(double value);
  [[nodiscard]] double mean() const { return total / count; }
};

/// One target over all graphs.
struct TargetStatistics {
  std::string name;
  Spread values;  ///< those that are there
  std::int64_t missing = 0;
  Histogram histogram;
};

/// What can be counted in a data set: `gnnir data inspect` shows it.
struct DatasetStatistics {
  Spread nodes;    ///< per graph
  Spread edges;    ///< undirected ones, per graph
  Spread degrees;  ///< of all nodes
  std::int64_t empty_graphs = 0;
  std::int64_t edgeless_graphs = 0;  ///< with nodes
  std::int64_t isolated_nodes = 0;
  std::int64_t undirected_edges = 0;
  std::int64_t directed_edges = 0;
  std::int64_t different_node_labels = 0;
  std::int64_t different_edge_labels = 0;
  std::vector<std::int64_t> class_counts;              ///< [class_names]
  std::int64_t missing_labels = 0;                     ///< of classes and targets together
  std::vector<TargetStatistics> targets;               ///< [num_targets]
  std::map<std::int64_t, std::int64_t> degree_counts;  ///< nodes by degree
  std::map<std::int64_t, std::int64_t> size_counts;    ///< graphs by number of nodes
};

DatasetStatistics statistics_of(const Dataset& dataset);

/// All of it, with what the data set itself tells: its name, its parts, what had to be mended. As `gnnir data inspect
/// --json` prints it.
Json statistics_json(const Dataset& dataset, const DatasetStatistics& seen);

}  // namespace gnnir
