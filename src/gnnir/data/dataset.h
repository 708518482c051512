#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// One graph with what is known about its nodes.
struct Example {
  Graph graph;
  std::vector<std::int64_t> node_labels = {};  ///< [num_nodes] as in the file, or empty
  std::vector<float> node_attributes = {};     ///< [num_nodes, Dataset::num_attributes] row by row, or empty
  bool operator==(const Example&) const = default;
};

enum class Task { classification, regression };

/// Graphs and what is to be learned about them. Classes and targets may both be absent: enough to predict on.
struct Dataset {
  std::string name;
  std::vector<Example> examples;
  std::int64_t num_attributes = 0;  ///< columns of node_attributes

  /// Class of each graph, an index into class_names; -1 where the label is missing. Empty if no graph has a class.
  std::vector<std::int64_t> classes;
  std::vector<std::string> class_names;  ///< labels as in the file, in ascending order

  /// Real targets, [size, num_targets] row by row; NaN where missing. Empty if there are none.
  std::vector<float> targets;
  std::int64_t num_targets = 0;
  std::vector<std::string> target_names;  ///< [num_targets]

  /// What the readers had to mend: shown by `gnnir data inspect`.
  struct Repairs {
    std::int64_t duplicate_edges = 0;      ///< directed lines beyond the first of each (source, target)
    std::int64_t reverse_edges_added = 0;  ///< directed edges whose reverse the file lacks, if asked to add it
    std::int64_t self_loops = 0;           ///< different ones in the file, whether kept or dropped
    bool operator==(const Repairs&) const = default;
  } repairs;

  /// Parts of a fixed published split by size, in file order (TRIANGLES: train, validation, test, test-large).
  struct Part {
    std::string name;
    std::int64_t size;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(examples.size()); }
  [[nodiscard]] bool has_classes() const { return !classes.empty(); }
  [[nodiscard]] bool has_targets() const { return !targets.empty(); }
  [[nodiscard]] bool has_node_labels() const;
  [[nodiscard]] bool has_node_attributes() const { return num_attributes > 0; }
};

/// The same example with node v called new_name[v]: edges, labels and attributes move together.
Example relabelled(const Example& example, std::int64_t num_attributes, std::span<const NodeId> new_name);

}  // namespace gnnir
