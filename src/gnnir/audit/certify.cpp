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

  [[nodiscard]] NodeId num_nodes() const { return graph_->num_nodes(); }
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

  /// Whether all of them, which are some, are equivalent.
  [[nodiscard]] bool in_one_orbit(std::span<const NodeId> nodes) {
    const std::vector<NodeId>& orbit = symmetry().orbit;
    return std::all_of(nodes.begin(), nodes.end(), [&](NodeId v) { return orbit[at(v)] == orbit[at(nodes.front())]; });
  }

  /// Whether they are whole orbits: with each node all that are equivalent to it.
  [[nodiscard]] bool are_whole_orbits(std::span<const NodeId> nodes) {
    const std::vector<NodeId>& orbit = symmetry().orbit;
    std::set<NodeId> touched;
    for (const NodeId v : nodes) touched.insert(orbit[at(v)]);
    const auto members = std::count_if(orbit.begin(), orbit.end(), [&](NodeId o) { return touched.contains(o); });
    return members == std::ssize(nodes);
  }

  /// Whether any two of them may change places without changing anything.
  [[nodiscard]] bool are_exchangeable(std::span<const NodeId> cell) const {
    const std::vector<Links> links = links_by_node();
    const NodeId first = cell.front();
    return std::all_of(cell.begin() + 1, cell.end(), [&](NodeId v) {
      return nodes_[at(v)] == nodes_[at(first)] && links[at(v)] == with_changed_places(links[at(first)], first, v);
    });
  }

 private:
  /// The edges of a node: the other end, the direction, the colour; in order.
  using Links = std::vector<std::tuple<NodeId, bool, std::int64_t>>;

  [[nodiscard]] std::vector<Links> links_by_node() const {
    std::vector<Links> links(nodes_.size());
    std::size_t edge = 0;
    for (const Edge& e : graph_->edges()) {
      const std::int64_t colour = edges_.empty() ? 0 : edges_[edge++];
      links[at(e.target)].emplace_back(e.source, true, colour);
      links[at(e.source)].emplace_back(e.target, false, colour);
    }
    for (Links& of_node : links) std::sort(of_node.begin(), of_node.end());
    return links;
  }

  static Links with_changed_places(Links links, NodeId u, NodeId v) {
    for (auto& [end, incoming, colour] : links) end = end == u ? v : end == v ? u : end;
    std::sort(links.begin(), links.end());
    return links;
  }

  const Graph* graph_;
  std::vector<std::int64_t> nodes_;
  std::span<const std::int64_t> edges_;
  std::optional<Symmetry> symmetry_;
};

/// What was chosen in one branch, as nodes of the graph.
struct Selection {
  std::vector<NodeId> chosen;
  std::vector<NodeId> cut_cell;
  bool close_call = false;
};

Selection selection_in(const Choice& choice, std::int64_t branch, NodeId num_nodes) {
  const auto nodes = [&](std::span<const std::int32_t> rows) {
    std::vector<NodeId> result;
    for (const std::int32_t row : rows) result.push_back(row - static_cast<NodeId>(branch) * num_nodes);
    return result;
  };
  return {nodes(choice.chosen(branch)), nodes(choice.cut_cell(branch)), choice.is_close_call(branch)};
}

/// The members of the cut cell that were chosen.
std::vector<NodeId> chosen_of_cut_cell(const Selection& selection) {
  const std::set<NodeId> chosen(selection.chosen.begin(), selection.chosen.end());
  std::vector<NodeId> taken;
  for (const NodeId v : selection.cut_cell) {
    if (chosen.contains(v)) taken.push_back(v);
  }
  return taken;
}

/// The chosen nodes that come from cells taken whole.
std::vector<NodeId> chosen_in_whole_cells(const Selection& selection) {
  const std::set<NodeId> cut(selection.cut_cell.begin(), selection.cut_cell.end());
  std::vector<NodeId> whole;
  for (const NodeId v : selection.chosen) {
    if (!cut.contains(v)) whole.push_back(v);
  }
  return whole;
}

/// Adds what a selection means for the certificate; `choices` are those before it.
void judge(const Selection& selection, ChoicesSoFar& choices, std::size_t layer, bool tree, Certificate& certificate) {
  LayerFinding& finding = certificate.layers[layer];
  const auto refuse = [&](const std::string& because) {
    if (certificate.certified) certificate.because = fmt::format("layer {}: {}", layer + 1, because);
    certificate.certified = false;
  };
  if (selection.close_call) {
    finding.close_call = true;
    refuse("scores differ by about the tolerance");
  }
  // Equivalent nodes have equal embeddings. If some were told apart, rounding did it, and nothing can be proved.
  const bool all = std::ssize(selection.chosen) == choices.num_nodes();
  if (!all && !choices.are_whole_orbits(chosen_in_whole_cells(selection))) {
    refuse("rounding told equivalent nodes apart");
  }
  if (selection.cut_cell.empty()) return;
  finding.cut = true;
  const bool orbit = choices.in_one_orbit(selection.cut_cell);
  finding.cut_cell_is_orbit = finding.cut_cell_is_orbit && orbit;
  const std::size_t taken = chosen_of_cut_cell(selection).size();
  // A tree adds up what its branches find, and equivalent nodes find the same.
  const bool any_will_do = tree || taken == 1 || taken + 1 == selection.cut_cell.size();
  if (!orbit) {
    refuse("a cell was cut that is not an orbit");
  } else if (!choices.are_whole_orbits(selection.cut_cell)) {
    refuse("rounding told equivalent nodes apart");
  } else if (!any_will_do && !choices.are_exchangeable(selection.cut_cell)) {
    refuse(fmt::format("{} of {} equivalent nodes were taken", taken, selection.cut_cell.size()));
  }
}

}  // namespace

Certificate certify(const Graph& graph, Colours colours, const std::vector<Choice>& layers, bool tree) {
  Certificate certificate;
  certificate.layers.resize(layers.size());
  certificate.num_cells = ColourRefinement(graph, colours).coarsest().num_cells();
  std::vector<ChoicesSoFar> branches = {ChoicesSoFar(graph, colours)};
  certificate.num_orbits = branches.front().symmetry().num_orbits;
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    std::vector<ChoicesSoFar> next;
    for (std::int64_t b = 0; b < layers[layer].num_graphs(); ++b) {
      const Selection selection = selection_in(layers[layer], b, graph.num_nodes());
      ChoicesSoFar& branch = branches[static_cast<std::size_t>(b)];
      judge(selection, branch, layer, tree, certificate);
      if (!tree) {
        const std::vector<NodeId> taken = chosen_of_cut_cell(selection);
        if (!taken.empty()) branch.mark(taken);
        continue;
      }
      // A branch knows its own node, not its siblings'.
      for (const NodeId v : selection.chosen) {
        next.push_back(branch);
        next.back().mark(std::span(&v, 1));
      }
    }
    if (tree) branches = std::move(next);
  }
  return certificate;
}

std::vector<NodeId> chosen_nodes(const Choice& choice, NodeId num_nodes) {
  std::set<NodeId> nodes;
  for (std::int64_t b = 0; b < choice.num_graphs(); ++b) {
    const Selection selection = selection_in(choice, b, num_nodes);
    nodes.insert(selection.chosen.begin(), selection.chosen.end());
  }
  return {nodes.begin(), nodes.end()};
}

}  // namespace gnnir
