#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir::testing {

/// An undirected graph from pairs.
inline Graph graph_of(NodeId num_nodes, const std::vector<Edge>& edges) { return Graph::from_edges(num_nodes, edges); }

/// As many single nodes as there are classes given, class i called "i".
inline Dataset dataset_with_classes(const std::vector<std::int64_t>& classes) {
  Dataset dataset;
  dataset.name = "SMALL";
  dataset.classes = classes;
  for (const std::int64_t number : classes) {
    dataset.examples.push_back({.graph = graph_of(1, {})});
    while (static_cast<std::int64_t>(dataset.class_names.size()) <= number) {
      dataset.class_names.push_back(std::to_string(dataset.class_names.size()));
    }
  }
  return dataset;
}

/// Equal in all that a TU folder can hold; missing targets (NaN) are equal to each other.
inline void expect_same(const Dataset& found, const Dataset& expected) {
  EXPECT_EQ(found.name, expected.name);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t g = 0; g < expected.examples.size(); ++g) {
    ASSERT_EQ(found.examples[g], expected.examples[g]) << "graph " << g;
  }
  EXPECT_EQ(found.num_attributes, expected.num_attributes);
  EXPECT_EQ(found.num_edge_attributes, expected.num_edge_attributes);
  EXPECT_EQ(found.classes, expected.classes);
  EXPECT_EQ(found.class_names, expected.class_names);
  EXPECT_EQ(found.num_targets, expected.num_targets);
  EXPECT_EQ(found.target_names, expected.target_names);
  ASSERT_EQ(found.targets.size(), expected.targets.size());
  for (std::size_t i = 0; i < expected.targets.size(); ++i) {
    const bool both_missing = std::isnan(found.targets[i]) && std::isnan(expected.targets[i]);
    EXPECT_TRUE(both_missing || found.targets[i] == expected.targets[i]) << "target " << i;
  }
}

}  // namespace gnnir::testing
