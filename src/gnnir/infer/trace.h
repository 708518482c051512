#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/graph/choice.h"

namespace gnnir {

/// What a model decided on its way to the outputs for a batch of graphs: all that could make them depend on the order
/// in which nodes are listed. Audits and explanations ask for it. A model that decides nothing leaves it empty.
struct Trace {
  /// What one layer individualized.
  struct Layer {
    Choice choice;  ///< with a tree, in the branches that the layer began with
    /// The graph of the batch that each of these branches stands for; empty: each is the graph itself.
    std::vector<std::int32_t> graph_of_branch = {};
    // If asked for (NetworkInput::scores):
    std::vector<double> scores = {};  ///< of every row of these branches; empty where nodes are drawn by lot
    /// By chosen row: how many numbers of the merged embeddings are this branch's, where merging takes the largest; of
    /// equal ones the first branch has it. Else empty.
    std::vector<std::int64_t> wins = {};
  };
  std::vector<Layer> layers;
  bool tree = false;  ///< branches are never merged
  /// Why the order of nodes may matter apart from these choices, in a word ("pooling"); empty: it does not.
  std::string order_matters_because;
  /// Why it cannot matter in any graph, in a sentence; empty: nothing is said.
  std::string order_never_matters_because;

  /// The graphs, ascending, in which some layer took part of a cell of equal nodes.
  [[nodiscard]] std::vector<std::int64_t> graphs_with_cut_cells(std::int64_t num_graphs) const {
    std::vector<bool> cut(static_cast<std::size_t>(num_graphs), false);
    for (const Layer& layer : layers) {
      for (std::int64_t b = 0; b < layer.choice.num_graphs(); ++b) {
        if (layer.choice.cut_cell(b).empty()) continue;
        const bool own = layer.graph_of_branch.empty();
        cut[static_cast<std::size_t>(own ? b : layer.graph_of_branch[static_cast<std::size_t>(b)])] = true;
      }
    }
    std::vector<std::int64_t> graphs;
    for (std::int64_t g = 0; g < num_graphs; ++g) {
      if (cut[static_cast<std::size_t>(g)]) graphs.push_back(g);
    }
    return graphs;
  }
};

}  // namespace gnnir
