#include "gnnir/audit/certify.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

std::size_t at(NodeId v) { return static_cast<std::size_t>(v); }

/// A graph with what has been chosen in it so far.
class ChoicesSoFar {
 public:
  ChoicesSoFar(const Graph& graph, Colours colours) : graph_(&graph), edges_(colours.edges) {
    nodes_.assign(colours.nodes.begin(), colours.nodes.end());
    nodes_.resize(at(graph.num_nodes()), 0);
  }

  [[nodiscard]] Colours colours() const { return {.nodes = nodes_, .edges = edges_}; }
  [[nodiscard]] const Symmetry& symmetry() {
    if (!symmetry_) symmetry_ = find_symmetry(*graph_, colours());
    return *symmetry_;
  }

  /// From now on only symmetries count that keep these nodes together.
  void mark(std::span<const NodeId> chosen) {
    const std::int64_t fresh = nodes_.empty() ? 0 : *std::max_element(nodes_.begin(), nodes_.end()) + 1;
    for (const NodeId v : chosen) nodes_[at(v)] = fresh;
    symmetry_.reset();
  }

  [[nodiscard]] bool is_orbit(std::span<const NodeId> cell) {
    const std::vector<NodeId>& orbit = symmetry().orbit;
    return std::all_of(cell.begin(), cell.end(), [&](NodeId v) { return orbit[at(v)] == orbit[at(cell.front())]; });
  }

  /// Whether any two of them may change places without changing anything.
  [[nodiscard]] bool are_exchangeable(std::span<const NodeId> cell) const {
    std::vector<NodeId> name(at(graph_->num_nodes()));
    std::iota(name.begin(), name.end(), 0);
    return std::all_of(cell.begin() + 1, cell.end(), [&](NodeId v) {
      if (nodes_[at(v)] != nodes_[at(cell.front())]) return false;
      std::swap(name[at(v)], name[at(cell.front())]);
      const bool same = keeps_edges(name);
      std::swap(name[at(v)], name[at(cell.front())]);
      return same;
    });
  }

 private:
  [[nodiscard]] bool keeps_edges(const std::vector<NodeId>& name) const {
    using Row = std::tuple<NodeId, NodeId, std::int64_t>;
    std::vector<Row> before;
    std::vector<Row> after;
    std::size_t edge = 0;
    for (const Edge& e : graph_->edges()) {
      const std::int64_t colour = edges_.empty() ? 0 : edges_[edge++];
      before.emplace_back(e.source, e.target, colour);
      after.emplace_back(name[at(e.source)], name[at(e.target)], colour);
    }
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    return before == after;
  }

  const Graph* graph_;
  std::vector<std::int64_t> nodes_;
  std::span<const std::int64_t> edges_;
  std::optional<Symmetry> symmetry_;
};

/// The members of the cut cell that were chosen.
std::vector<NodeId> chosen_of_cut_cell(const Selection& selection) {
  const std::set<NodeId> chosen(selection.chosen.begin(), selection.chosen.end());
  std::vector<NodeId> taken;
  for (const NodeId v : selection.cut_cell) {
    if (chosen.contains(v)) taken.push_back(v);
  }
  return taken;
}

/// Adds what a selection means for the certificate; `choices` are those before it.
void judge(const Selection& selection, ChoicesSoFar& choices, std::size_t layer, Certificate& certificate) {
  LayerFinding& finding = certificate.layers[layer];
  const auto refuse = [&](const std::string& because) {
    if (certificate.certified) certificate.because = fmt::format("layer {}: {}", layer + 1, because);
    certificate.certified = false;
  };
  if (selection.close_call) {
    finding.close_call = true;
    refuse("scores differ by about the tolerance");
  }
  if (selection.cut_cell.empty()) return;
  finding.cut = true;
  const bool orbit = choices.is_orbit(selection.cut_cell);
  finding.cut_cell_is_orbit = finding.cut_cell_is_orbit && orbit;
  const std::size_t taken = chosen_of_cut_cell(selection).size();
  const bool one_or_all_but_one = taken == 1 || taken + 1 == selection.cut_cell.size();
  if (!orbit) {
    refuse("a cell was cut that is not an orbit");
  } else if (!one_or_all_but_one && !choices.are_exchangeable(selection.cut_cell)) {
    refuse(fmt::format("{} of {} equivalent nodes were taken", taken, selection.cut_cell.size()));
  }
}

}  // namespace

Certificate certify(const Graph& graph, Colours colours, const std::vector<std::vector<Selection>>& layers, bool tree) {
  Certificate certificate;
  certificate.layers.resize(layers.size());
  certificate.num_cells = ColourRefinement(graph, colours).coarsest().num_cells();
  std::vector<ChoicesSoFar> branches = {ChoicesSoFar(graph, colours)};
  certificate.num_orbits = branches.front().symmetry().num_orbits;
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    std::vector<ChoicesSoFar> next;
    for (std::size_t branch = 0; branch < layers[layer].size(); ++branch) {
      const Selection& selection = layers[layer][branch];
      judge(selection, branches[branch], layer, certificate);
      if (!tree) {
        const std::vector<NodeId> taken = chosen_of_cut_cell(selection);
        if (!taken.empty()) branches[branch].mark(taken);
        continue;
      }
      // A branch knows its own node, not its siblings'.
      for (const NodeId v : selection.chosen) {
        next.push_back(branches[branch]);
        next.back().mark(std::span(&v, 1));
      }
    }
    if (tree) branches = std::move(next);
  }
  return certificate;
}

}  // namespace gnnir
