#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/graph/choice.h"
#include "gnnir/infer/intervention.h"

namespace gnnir {

/// What interventions ask of one layer, for the graphs that it works on: those of the batch, or branches of a tree.
class ForcedCells {
 public:
  ForcedCells() = default;
  /// layer: 1…L. graph_of_branch: [branches] the graph of the batch that each stands for; empty: itself
  ForcedCells(std::span<const Intervention> interventions, std::int64_t layer,
              std::span<const std::int32_t> graph_of_branch)
      : interventions_(interventions), layer_(static_cast<std::size_t>(layer - 1)), graph_of_branch_(graph_of_branch) {}

  /// The nodes to choose; null: whatever the selector likes.
  [[nodiscard]] const std::vector<NodeId>* in(std::int64_t branch) const {
    if (interventions_.empty()) return nullptr;
    const auto& choices = interventions_[graph_of(branch)].choices;
    if (layer_ >= choices.size()) return nullptr;
    const std::size_t place = place_of(branch);
    return place < choices[layer_].size() && !choices[layer_][place].empty() ? &choices[layer_][place] : nullptr;
  }
  /// The choice, with a word on where nothing is to be marked.
  [[nodiscard]] Choice marked(Choice choice) const {
    for (std::int64_t branch = 0; !interventions_.empty() && branch < choice.num_graphs(); ++branch) {
      choice.unmarked.push_back(interventions_[graph_of(branch)].unmarked);
    }
    return choice;
  }

 private:
  [[nodiscard]] std::size_t graph_of(std::int64_t branch) const {
    const auto at = static_cast<std::size_t>(branch);
    return graph_of_branch_.empty() ? at : static_cast<std::size_t>(graph_of_branch_[at]);
  }
  /// Among the branches of its graph, which stand together.
  [[nodiscard]] std::size_t place_of(std::int64_t branch) const {
    std::size_t place = 0;
    for (std::int64_t b = branch; !graph_of_branch_.empty() && b > 0 && graph_of(b - 1) == graph_of(branch); --b) {
      ++place;
    }
    return place;
  }

  std::span<const Intervention> interventions_;
  std::size_t layer_ = 0;
  std::span<const std::int32_t> graph_of_branch_;
};

/// These nodes of a graph, as a choice in it alone.
inline Choice choice_of(const std::vector<NodeId>& nodes) {
  Choice choice;
  choice.rows = nodes;
  choice.ptr.push_back(static_cast<std::int32_t>(nodes.size()));
  choice.cut_ptr.push_back(0);
  choice.close_call.push_back(false);
  return choice;
}

}  // namespace gnnir
