#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "gnnir/explain/individualization.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/orbits.h"
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

/// What one layer did; of a tree in its first branch, or where it is the first layer.
struct ToldLayer {
  std::int64_t layer = 1;
  std::int64_t branches = 1;  ///< that it began with
  std::vector<ChosenNode> chosen;
  std::vector<double> scores;  ///< [num_nodes], or none
  NodeId cells_before = 0, cells_after = 0;
  std::optional<NodeId> next = {};  ///< the best node that was not chosen
  std::optional<double> margin = {}, with_next = {};

  [[nodiscard]] Json to_json() const {
    Json json = {
        {"layer", layer}, {"branches", branches}, {"cells_before", cells_before}, {"cells_after", cells_after}};
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

/// Colours by what refinement tells apart once some nodes are marked alike.
class Knowledge {
 public:
  Knowledge(const Graph& graph, const ExampleColours& colours) : graph_(graph), colours_(colours) {}

  [[nodiscard]] Partition cells() const { return ColourRefinement(graph_, colours_.view()).coarsest(); }
  void mark(const std::vector<NodeId>& nodes) {
    colours_.nodes = doubled(cells());
    for (const NodeId v : nodes) ++colours_.nodes[static_cast<std::size_t>(v)];
  }
  void describe(ChosenNode& one, const Partition& cells, const std::vector<NodeId>& orbit) const {
    one.cell = cells.size_of(cells.cell_of(one.node));
    one.orbit = static_cast<NodeId>(std::count(orbit.begin(), orbit.end(), orbit[static_cast<std::size_t>(one.node)]));
    Knowledge branch = *this;
    branch.mark({one.node});
    one.cells_after = branch.cells().num_cells();
  }
  [[nodiscard]] std::vector<NodeId> orbits(const Partition& cells) const {
    return orbits_of_partition(graph_, colours_.view(), cells);
  }

 private:
  static std::vector<std::int64_t> doubled(const Partition& cells) {
    std::vector<std::int64_t> colours;
    for (const NodeId cell : cells.cell_numbers()) colours.push_back(2 * static_cast<std::int64_t>(cell));
    return colours;
  }
  const Graph& graph_;
  ExampleColours colours_;
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

ToldLayer told_layer(const Trace::Layer& layer, std::int64_t number, NodeId nodes, Knowledge& known) {
  ToldLayer told{.layer = number, .branches = layer.choice.num_graphs(), .chosen = {}, .scores = {}};
  if (!layer.scores.empty()) told.scores.assign(layer.scores.begin(), layer.scores.begin() + nodes);
  const Partition cells = known.cells();
  const std::vector<NodeId> orbit = known.orbits(cells);
  told.cells_before = cells.num_cells();
  std::int64_t all_wins = 0;
  for (const std::int64_t wins : layer.wins) all_wins += wins;
  for (std::size_t b = 0; b < layer.choice.chosen(0).size(); ++b) {
    ChosenNode one{.node = layer.choice.chosen(0)[b]};
    if (!told.scores.empty()) one.score = told.scores[static_cast<std::size_t>(one.node)];
    known.describe(one, cells, orbit);
    if (all_wins > 0) one.won = static_cast<double>(layer.wins[b]) / static_cast<double>(all_wins);
    told.chosen.push_back(one);
  }
  if (!told.scores.empty()) find_next(told);
  known.mark(told.nodes());
  told.cells_after = known.cells().num_cells();
  return told;
}

/// The layer chooses these nodes, in its only branch.
Intervention choosing(const ToldLayer& told, std::vector<NodeId> nodes) {
  Intervention intervention;
  intervention.choices.resize(static_cast<std::size_t>(told.layer));
  intervention.choices.back() = {std::move(nodes)};
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

std::string told(const ToldLayer& layer, double value) {
  const ChosenNode& first = layer.chosen.front();
  const auto alike = [&](const auto& figure) {
    return std::all_of(layer.chosen.begin(), layer.chosen.end(),
                       [&](const ChosenNode& one) { return figure(one) == figure(first); });
  };
  std::string text = fmt::format("Layer {} individualized {}", layer.layer, nodes_text(layer.nodes()));
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
  if (layer.branches > 1) text += fmt::format("; so in the first of {} branches", layer.branches);
  if (layer.margin && layer.next) {
    text += fmt::format(". The next, node {}, was {} behind", *layer.next, in_words(*layer.margin));
    if (layer.with_next) {
      text += fmt::format("; with it in the place of node {} the model would say {} in the place of {}",
                          layer.chosen.back().node, in_words(*layer.with_next), in_words(value));
    }
  }
  return text;
}

std::string told(const ChosenNode& one, std::int64_t layer) {
  if (!one.without || !one.alone) return "";
  std::string text = fmt::format("Layer {}, the branch of node {}: {} without it, {} alone", layer, one.node,
                                 in_words(*one.without), in_words(*one.alone));
  if (one.won) text += fmt::format("; it gave {:.0f} % of the merged numbers", 100 * *one.won);
  return text;
}

}  // namespace

void explain_choices(const ExplainedGraph& graph, Explanation& into) {
  const Trace trace = trace_of(graph);
  Knowledge known(graph.example.graph, graph.model.colours_of(graph.graph));
  std::vector<ToldLayer> layers;
  for (const Trace::Layer& layer : trace.layers) {
    if (layer.choice.num_graphs() == 0 || layer.choice.count(0) == 0) break;
    layers.push_back(told_layer(layer, std::ssize(layers) + 1, static_cast<NodeId>(into.nodes.size()), known));
  }
  Questions questions;
  std::optional<double> unmarked;
  questions.ask({.unmarked = true}, unmarked);
  for (ToldLayer& layer : layers) {
    if (layer.branches == 1) ask_about(layer, questions);  // others choose in many branches at once
  }
  questions.settle(graph, into);
  const double plain = unmarked.value_or(NAN);

  into.story = {{"unmarked", json_of(plain)}, {"layers", Json::array()}};
  for (const ToldLayer& layer : layers) {
    into.story["layers"].push_back(layer.to_json());
    into.sentences.push_back(told(layer, graph.value));
    for (const ChosenNode& one : layer.chosen) {
      // Of a layer's only node it is what marking does, a share for each layer.
      const double worth =
          one.without ? graph.value - *one.without : (graph.value - plain) / static_cast<double>(layers.size());
      if (layer.branches == 1) into.nodes[static_cast<std::size_t>(one.node)] += worth;
      if (one.without && one.alone && layer.chosen.size() <= 8) into.sentences.push_back(told(one, layer.layer));
    }
  }
  into.sentences.push_back(fmt::format("If no node were marked, the model would say {} in the place of {}",
                                       in_words(plain), in_words(graph.value)));
}

}  // namespace gnnir
