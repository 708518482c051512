#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// One graph with what is known about its nodes and edges. Edges are in the order of Graph::edges().
struct Example {
  Graph graph;
  std::vector<std::int64_t> node_labels = {};  ///< [num_nodes] as in the file, or empty
  std::vector<float> node_attributes = {};     ///< [num_nodes, Dataset::num_attributes] row by row, or empty
  std::vector<std::int64_t> edge_labels = {};  ///< [num_edges] as in the file, or empty
  std::vector<float> edge_attributes = {};     ///< [num_edges, Dataset::num_edge_attributes] row by row, or empty
  bool operator==(const Example&) const = default;
};

enum class Task {
  classification,  ///< one of several classes
  yes_no,          ///< several questions with two answers each, some of which may be missing
  regression,
};

/// What is known of graphs beside what is learned: their names, and columns by which they are split or weighed.
struct KeptColumn {
  std::string name;
  std::vector<std::string>
      values;  ///< [size] as in the file (kept_text, data/source/kept.h); "" where a graph has none
  bool operator==(const KeptColumn&) const = default;
};

/// A graph that could not be read and was skipped, as asked.
struct SkippedGraph {
  std::int64_t before = 0;        ///< the graph that it stands before in the file, or the number of graphs
  std::int64_t line = 0;          ///< where it begins, from 1
  std::string reason;             ///< why it cannot be read
  std::vector<std::string> kept;  ///< what Dataset::kept has of others, column by column; "" where that is not known
  bool operator==(const SkippedGraph&) const = default;
};

/// Graphs and what is to be learned about them. Classes and targets may both be absent: enough to predict on.
struct Dataset {
  std::string name;
  std::vector<Example> examples;
  std::int64_t num_attributes = 0;                ///< columns of node_attributes
  std::int64_t num_edge_attributes = 0;           ///< columns of edge_attributes
  std::vector<std::string> attribute_names;       ///< [num_attributes], or empty where a file does not name them
  std::vector<std::string> edge_attribute_names;  ///< [num_edge_attributes], or empty likewise
  /// Where each graph stands in a file with one graph to a line, from 1. Empty for other files.
  std::vector<std::int64_t> lines;

  /// Class of each graph, an index into class_names; -1 where the label is missing. Empty if no graph has a class.
  std::vector<std::int64_t> classes;
  std::vector<std::string> class_names;  ///< labels as in the file, in ascending order
  std::string class_column;              ///< where they were taken from, unasked, because it holds texts; else empty

  /// Real targets, [size, num_targets] row by row; NaN where missing. Empty if there are none.
  std::vector<float> targets;
  std::int64_t num_targets = 0;
  std::vector<std::string> target_names;     ///< [num_targets]
  std::vector<std::string> asked_unasked;    ///< columns of 0 and 1 that were taken for questions, not for numbers
  std::vector<std::string> numbers_unasked;  ///< and for numbers, as others beside them are
  /// Targets that are questions with two answers: what 0 and 1 stand for, of each, [num_targets]; one of them may be
  /// "" where no graph has it. Empty: targets are numbers.
  std::vector<std::array<std::string, 2>> answers;
  std::vector<KeptColumn> kept;     ///< columns that were asked for (ReadOptions::keep), those of names first
  std::int64_t smiles_kept = -1;    ///< which of them are SMILES; -1: none
  std::vector<std::string> unread;  ///< columns of a file of molecules that could be learned and were not asked for

  std::vector<std::string> unread_files;  ///< that are called like files of the data set, and mean nothing to us

  /// What the readers had to mend: shown by `gnnir data inspect`.
  struct Repairs {
    std::int64_t duplicate_edges = 0;      ///< directed lines beyond the first of each (source, target)
    std::int64_t conflicting_edges = 0;    ///< those of them with other features than the first
    std::int64_t reverse_edges_added = 0;  ///< directed edges whose reverse the file lacks, if asked to add it
    std::int64_t self_loops = 0;           ///< different ones in the file, whether kept or dropped
    std::int64_t rejected = 0;             ///< graphs that could not be read and were skipped, as asked
    bool operator==(const Repairs&) const = default;
    Repairs& operator+=(const Repairs& other);
  } repairs;
  std::vector<SkippedGraph> skipped;  ///< as they stand in the file
  std::string rejects_file;           ///< where what was skipped has been written; empty if nothing was

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
  [[nodiscard]] bool has_edge_labels() const;
  [[nodiscard]] bool has_edge_attributes() const { return num_edge_attributes > 0; }
};

/// A data set with the same name and the same features of nodes and edges, without graphs and what is known of them.
Dataset without_graphs(const Dataset& dataset);

/// The same example with node v called new_name[v]: edges, labels and attributes move together.
Example relabelled(const Example& example, std::span<const NodeId> new_name);

}  // namespace gnnir
