#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "gnnir/explain/individualization.h"
#include "gnnir/explain/knowledge.h"
#include "gnnir/infer/trace.h"

namespace gnnir {
namespace {

/// A node that a layer individualized.
struct ChosenNode {
  NodeId node = 0;
  double score = std::nan("");
  NodeId cell = 1;         ///< how many nodes refinement could not tell from it before
  NodeId orbit = 1;        ///< how many of them really are equal
  NodeId cells_after = 0;  ///< that its branch tells apart
  std::optional<double> alone = {}, without = {}, won = {};

  [[nodiscard]] Json to_json() const {
    Json json = {
        {"node", node}, {"score", json_of(score)}, {"cell", cell}, {"orbit", orbit}, {"cells_after", cells_after}};
    if (alone) json["alone"] = json_of(*alone);
    if (without) json["without"] = json_of(*without);
    if (won) json["won"] = json_of(*won);
    return json;
  }
};

/// What one layer did in one of the branches that it began with: the only one, unless branches are never merged.
struct ToldLayer {
  std::int64_t layer = 1;
  std::int64_t branches = 1;        ///< that it began with
  std::int64_t branch = 0;          ///< this one's place among them
  std::vector<NodeId> before = {};  ///< the nodes that were individualized on the way to it
  std::vector<ChosenNode> chosen;
  std::vector<double> scores;  ///< [num_nodes], or none
  std::vector<NodeId> cells;   ///< [num_nodes]: the cell of each before, by number
  NodeId cells_before = 0, cells_after = 0;
  std::optional<NodeId> next = {};  ///< the best node that was not chosen
  std::optional<double> margin = {}, with_next = {};

  [[nodiscard]] Json to_json() const {
    Json json = {
        {"layer", layer}, {"branches", branches}, {"cells_before", cells_before}, {"cells_after", cells_after}};
    if (branches > 1) json.update({{"branch", branch}, {"before", before}});
    json["cells"] = cells;
    json["chosen"] = Json::array();
    for (const ChosenNode& one : chosen) json["chosen"].push_back(one.to_json());
    if (margin) json["margin"] = json_of(*margin);
    if (next) json["next"] = *next;
    if (with_next) json["with_next"] = json_of(*with_next);
    if (!scores.empty()) {
      json["scores"] = Json::array();
      for (const double score : scores) json["scores"].push_back(json_of(score));
    }
    return json;
  }
  [[nodiscard]] std::vector<NodeId> nodes() const {
    std::vector<NodeId> nodes;
    for (const ChosenNode& one : chosen) nodes.push_back(one.node);
    return nodes;
  }
};

Trace trace_of(const ExplainedGraph& graph) {
  const ExplainedMember& member = graph.model.members().front();
  const std::vector<std::int64_t> one = {graph.graph};
  return member.predictor.network()
      .run({.dataset = graph.model.dataset(), .features = member.data.features, .graphs = one, .scores = true})
      .trace;
}

/// The best node that was not chosen, and how far it is behind the last that was.
void find_next(ToldLayer& told) {
  double last = std::numeric_limits<double>::infinity();
  for (const ChosenNode& one : told.chosen) last = std::min(last, one.score);
  const std::vector<NodeId> nodes = told.nodes();
  for (std::size_t v = 0; v < told.scores.size(); ++v) {
    const auto node = static_cast<NodeId>(v);
    if (std::find(nodes.begin(), nodes.end(), node) != nodes.end()) continue;
    if (!told.next || told.scores[v] > told.scores[static_cast<std::size_t>(*told.next)]) told.next = node;
  }
  if (told.next) told.margin = last - told.scores[static_cast<std::size_t>(*told.next)];
}

/// What is known in one of a layer's branches before it chooses.
struct Branch {
  Knowledge known;
  std::vector<NodeId> before = {};
};

void describe(ChosenNode& one, const Knowledge& known, const Partition& cells, const std::vector<NodeId>& orbit) {
  one.cell = cells.size_of(cells.cell_of(one.node));
  one.orbit = static_cast<NodeId>(std::count(orbit.begin(), orbit.end(), orbit[static_cast<std::size_t>(one.node)]));
  one.cells_after = known.with({one.node}).cells().num_cells();
}

ToldLayer told_layer(const Trace::Layer& layer, std::int64_t number, std::int64_t place, NodeId nodes,
                     const Branch& branch) {
  ToldLayer told{.layer = number, .branches = layer.choice.num_graphs(), .branch = place, .before = branch.before};
  const auto first_row = place * nodes;
  if (!layer.scores.empty()) {
    told.scores.assign(layer.scores.begin() + first_row, layer.scores.begin() + first_row + nodes);
  }
  const Partition cells = branch.known.cells();
  const std::vector<NodeId> orbit = branch.known.orbits(cells);
  told.cells = cells.cell_numbers();
  told.cells_before = cells.num_cells();
  std::int64_t all_wins = 0;
  for (const std::int64_t wins : layer.wins) all_wins += wins;
  const std::span<const std::int32_t> rows = layer.choice.chosen(place);
  for (std::size_t b = 0; b < rows.size(); ++b) {
    ChosenNode one{.node = rows[b] - static_cast<NodeId>(first_row)};
    if (!told.scores.empty()) one.score = told.scores[static_cast<std::size_t>(one.node)];
    describe(one, branch.known, cells, orbit);
    if (all_wins > 0) one.won = static_cast<double>(layer.wins[b]) / static_cast<double>(all_wins);
    told.chosen.push_back(one);
  }
  if (!told.scores.empty()) find_next(told);
  told.cells_after = branch.known.with(told.nodes()).cells().num_cells();
  return told;
}

/// What is known behind a layer: all that was chosen, or in branches of their own one node more in each.
void follow(const ToldLayer& told, bool tree, const Branch& branch, std::vector<Branch>& next) {
  const auto add = [&](const std::vector<NodeId>& nodes) {
    Branch& behind = next.emplace_back(Branch{branch.known.with(nodes), branch.before});
    behind.before.insert(behind.before.end(), nodes.begin(), nodes.end());
  };
  if (!tree) return add(told.nodes());
  for (const ChosenNode& one : told.chosen) add({one.node});
}

/// The story so far as it is told: of each layer at most so many branches.
std::vector<ToldLayer> told_layers(const Trace& trace, NodeId nodes, const Knowledge& known) {
  std::vector<ToldLayer> layers;
  std::vector<Branch> branches = {{known}};
  std::int64_t number = 0;
  for (const Trace::Layer& layer : trace.layers) {
    ++number;
    std::vector<Branch> next;
    const auto told = std::min<std::int64_t>(layer.choice.num_graphs(), std::ssize(branches));
    for (std::int64_t place = 0; place < std::min<std::int64_t>(told, most_branches_told); ++place) {
      if (layer.choice.count(place) == 0) return layers;
      const Branch& branch = branches[static_cast<std::size_t>(place)];
      layers.push_back(told_layer(layer, number, place, nodes, branch));
      follow(layers.back(), trace.tree, branch, next);
    }
    branches = std::move(next);
  }
  return layers;
}

/// The layer chooses these nodes, in this branch.
Intervention choosing(const ToldLayer& told, std::vector<NodeId> nodes) {
  Intervention intervention;
  intervention.choices.resize(static_cast<std::size_t>(told.layer));
  intervention.choices.back().resize(static_cast<std::size_t>(told.branches));
  intervention.choices.back()[static_cast<std::size_t>(told.branch)] = std::move(nodes);
  return intervention;
}

/// What to ask, and where the answers go.
class Questions {
 public:
  void ask(Intervention intervention, std::optional<double>& answer) {
    interventions_.push_back(std::move(intervention));
    answers_.push_back(&answer);
  }
  void settle(const ExplainedGraph& graph, Explanation& into) {
    const std::vector<double> numbers = numbers_under(graph, interventions_, into);
    for (std::size_t i = 0; i < numbers.size(); ++i) *answers_[i] = numbers[i];
  }

 private:
  std::vector<Intervention> interventions_;
  std::vector<std::optional<double>*> answers_;
};

void ask_about(ToldLayer& told, Questions& questions) {
  const std::vector<NodeId> nodes = told.nodes();
  for (std::size_t i = 0; i < nodes.size() && nodes.size() > 1; ++i) {
    questions.ask(choosing(told, {nodes[i]}), told.chosen[i].alone);
    std::vector<NodeId> others = nodes;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    questions.ask(choosing(told, others), told.chosen[i].without);
  }
  if (!told.next) return;
  std::vector<NodeId> other = nodes;
  other.back() = *told.next;  // best first: the last one is the weakest
  questions.ask(choosing(told, other), told.with_next);
}

/// "node 3, then node 5"
std::string path_text(const std::vector<NodeId>& nodes) {
  std::string text;
  for (const NodeId v : nodes) text += fmt::format("{}node {}", text.empty() ? "" : ", then ", v);
  return text;
}

std::string told(const ToldLayer& layer, double value) {
  const ChosenNode& first = layer.chosen.front();
  const auto alike = [&](const auto& figure) {
    return std::all_of(layer.chosen.begin(), layer.chosen.end(),
                       [&](const ChosenNode& one) { return figure(one) == figure(first); });
  };
  std::string text = layer.branches == 1
                         ? fmt::format("Layer {} individualized {}", layer.layer, nodes_text(layer.nodes()))
                         : fmt::format("Layer {}, behind {}, individualized {}", layer.layer, path_text(layer.before),
                                       nodes_text(layer.nodes()));
  const bool one_cell = alike([](const ChosenNode& one) { return one.cell; });
  const bool one_orbit = alike([](const ChosenNode& one) { return one.orbit; });
  if (one_cell) {
    text += first.cell == 1 ? (layer.chosen.size() == 1 ? ", alone in its cell" : ", each alone in its cell")
                            : fmt::format(" of a cell of {}", first.cell);
    if (first.cell > 1 && one_orbit) {
      text += first.orbit == first.cell ? " (all of them equivalent)"
                                        : fmt::format(" ({} of them equivalent)", first.orbit);
    }
  } else {
    text += " of several cells";
  }
  text += fmt::format("; that told apart {} cells ({} before)", layer.cells_after, layer.cells_before);
  if (layer.margin && layer.next) {
    constexpr double rounding = 1e-5;
    text += std::abs(*layer.margin) < rounding
                ? fmt::format(". The next, node {}, had the same score", *layer.next)
                : fmt::format(". The next, node {}, was {} behind", *layer.next, in_words(*layer.margin));
    if (layer.with_next) {
      text += fmt::format("; with it in the place of node {} the model would say {} in the place of {}",
                          layer.chosen.back().node, in_words(*layer.with_next), in_words(value));
    }
  }
  return text;
}

std::string told(const ChosenNode& one, const ToldLayer& layer) {
  if (!one.without || !one.alone) return "";
  const std::string behind = layer.branches == 1 ? "" : fmt::format(" behind {}", path_text(layer.before));
  std::string text = fmt::format("Layer {}, the branch of node {}{}: {} without it, {} alone", layer.layer, one.node,
                                 behind, in_words(*one.without), in_words(*one.alone));
  if (one.won) text += fmt::format("; it gave {:.0f} % of the merged numbers", 100 * *one.won);
  return text;
}

/// What is lost without the branch of a node. Of a layer's only node it is what marking does, a share for each layer;
/// of a path's next node nothing is known apart from the whole path, which the first layer has.
double worth_of(const ChosenNode& one, const ToldLayer& layer, std::size_t layers, double value, double unmarked) {
  if (one.without) return value - *one.without;
  return layer.branches == 1 ? (value - unmarked) / static_cast<double>(layers) : 0;
}

/// Behind all layers, where branches are merged.
Knowledge known_behind(const std::vector<ToldLayer>& layers, Knowledge known) {
  for (const ToldLayer& layer : layers) known = known.with(layer.nodes());
  return known;
}

/// Branches of which nothing is told, because there are too many.
void tell_of_others(const Trace& trace, Explanation& into) {
  for (std::size_t l = 0; l < trace.layers.size(); ++l) {
    const std::int64_t branches = trace.layers[l].choice.num_graphs();
    if (branches <= static_cast<std::int64_t>(most_branches_told)) continue;
    into.sentences.push_back(
        fmt::format("Layer {} began with {} branches; what it did is told of {} at most, and the "
                    "others' nodes have no part of these values",
                    l + 1, branches, most_branches_told));
  }
}

}  // namespace

void explain_choices(const ExplainedGraph& graph, Explanation& into) {
  const Trace trace = trace_of(graph);
  const Knowledge known(graph.example.graph, graph.model.colours_of(graph.graph));
  std::vector<ToldLayer> layers = told_layers(trace, static_cast<NodeId>(into.nodes.size()), known);
  Questions questions;
  std::optional<double> unmarked;
  questions.ask({.unmarked = true}, unmarked);
  for (ToldLayer& layer : layers) ask_about(layer, questions);
  questions.settle(graph, into);
  const double plain = unmarked.value_or(NAN);

  into.story = {{"unmarked", json_of(plain)}, {"layers", Json::array()}};
  if (!layers.empty() && layers.back().branches == 1) {
    into.story["cells_at_the_end"] = known_behind(layers, known).cells().cell_numbers();
  }
  constexpr std::size_t most_told = 12;  // in sentences; the story has all
  for (const ToldLayer& layer : layers) {
    into.story["layers"].push_back(layer.to_json());
    const bool spelled_out = layer.branch < static_cast<std::int64_t>(most_told);
    if (spelled_out) into.sentences.push_back(told(layer, graph.value));
    for (const ChosenNode& one : layer.chosen) {
      into.nodes[static_cast<std::size_t>(one.node)] += worth_of(one, layer, trace.layers.size(), graph.value, plain);
      const bool few = layer.chosen.size() <= 8 && layer.branch < 4;
      if (one.without && one.alone && few) into.sentences.push_back(told(one, layer));
    }
  }
  tell_of_others(trace, into);
  into.sentences.push_back(fmt::format("If no node were marked, the model would say {} in the place of {}",
                                       in_words(plain), in_words(graph.value)));
}

}  // namespace gnnir
