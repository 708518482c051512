#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/base/error.h"
#include "gnnir/explain/gauss_legendre.h"
#include "gnnir/explain/methods.h"

namespace gnnir {
namespace {

/// What the layers of a network chose for a graph, to be chosen however far its gates are open: else the number would
/// jump where a choice changes.
Intervention choices_of(const Trace& trace, NodeId nodes) {
  Intervention intervention;
  for (const Trace::Layer& layer : trace.layers) {
    std::vector<std::vector<NodeId>>& of_branches = intervention.choices.emplace_back();
    for (std::int64_t branch = 0; branch < layer.choice.num_graphs(); ++branch) {
      std::vector<NodeId>& chosen = of_branches.emplace_back();
      const NodeId first = static_cast<NodeId>(branch) * nodes;
      for (const std::int32_t row : layer.choice.chosen(branch)) chosen.push_back(row - first);
    }
  }
  return intervention;
}

/// Sums over some gates of the derivatives there, weighted.
struct GateSums {
  std::vector<double> nodes;  ///< [num_nodes]
  std::vector<double> edges;  ///< [num_edges], or none
  double first = 0;           ///< the number at the first gate
};

void add(std::vector<double>& to, const std::vector<double>& more) {
  to.resize(std::max(to.size(), more.size()), 0);
  for (std::size_t i = 0; i < more.size(); ++i) to[i] += more[i];
}

GateSums sums_of(const ExplainedGraph& graph, const ExplainedMember& member, const Intervention& choices,
                 std::span<const QuadraturePoint> points) {
  std::vector<double> gates;
  for (const QuadraturePoint& point : points) gates.push_back(point.at);
  const std::vector<std::int64_t> copies(points.size(), graph.graph);
  std::vector<Intervention> interventions;
  if (!choices.choices.empty()) interventions.assign(points.size(), choices);
  const auto derivative = [&](std::span<const double> outputs) {
    const std::vector<double> by = graph.subject.derivative(member.targets, member.in_order(outputs));
    std::vector<double> own(by.size());
    for (std::size_t c = 0; c < by.size(); ++c) own[member.places[c]] = by[c];
    return own;
  };
  const auto found = member.predictor.network().by_gates({.dataset = graph.model.dataset(),
                                                          .features = member.data.features,
                                                          .graphs = copies,
                                                          .interventions = interventions},
                                                         {gates, derivative});
  if (!found) throw usage_error("[explain] the network has no derivatives");
  const auto weighted = [&](const std::vector<double>& all) {
    std::vector<double> sums(all.size() / points.size(), 0);
    for (std::size_t i = 0; i < all.size(); ++i) sums[i % sums.size()] += points[i / sums.size()].weight * all[i];
    return sums;
  };
  return {weighted(found->nodes), weighted(found->edges),
          graph.subject.number(member.targets, member.in_order(found->outputs))};
}

/// The integral of the derivatives by each gate, over all gates from 0 to 1; `first` is the number with all closed.
GateSums integral(const ExplainedGraph& graph, const ExplainedMember& member) {
  const Network& network = member.predictor.network();
  Intervention choices;
  if (network.takes_interventions()) {
    const std::vector<std::int64_t> one = {graph.graph};
    const NetworkOutput open = network.run({graph.model.dataset(), member.data.features, one});
    choices = choices_of(open.trace, graph.example.graph.num_nodes());
  }
  std::vector<QuadraturePoint> points = {{0, 0}};
  for (const QuadraturePoint& point : gauss_legendre(graph.options.steps)) points.push_back(point);
  // A pass with derivatives keeps what it computes, and no row stands for another.
  constexpr double rows_with_derivatives = rows_at_once / 4;
  const double rows = std::max(1.0, network.largest_level(graph.example.graph));
  const auto step = static_cast<std::size_t>(std::clamp(rows_with_derivatives / rows, 1.0, 64.0));
  std::vector<GateSums> parts((points.size() + step - 1) / step);
  graph.pool.run(parts.size(), [&](std::size_t part) {
    const std::size_t begin = part * step;
    parts[part] =
        sums_of(graph, member, choices, std::span(points).subspan(begin, std::min(step, points.size() - begin)));
  });
  GateSums all = std::move(parts.front());
  for (std::size_t part = 1; part < parts.size(); ++part) {
    add(all.nodes, parts[part].nodes);
    add(all.edges, parts[part].edges);
  }
  return all;
}

/// Rows of one graph whose embeddings at every step are kept for the way back: about 2 GB with 64 channels.
constexpr double most_rows = 1 << 17;

void require_room(const ExplainedGraph& graph) {
  for (const ExplainedMember& member : graph.model.members()) {
    const double rows = member.predictor.network().largest_level(graph.example.graph);
    if (rows <= most_rows) continue;
    throw setting_error(
        "explain.method",
        "gradient keeps all rows of a graph, and graph {} of {} nodes has {:.3g}, more than {:.3g}: try "
        "occlusion",
        graph.graph, graph.example.graph.num_nodes(), rows, most_rows);
  }
}

void explain(const ExplainedGraph& graph, Explanation& into) {
  if (graph.example.graph.num_nodes() == 0) return;
  require_room(graph);
  GateSums mean;
  const auto models = static_cast<double>(graph.model.members().size());
  for (const ExplainedMember& member : graph.model.members()) {
    const GateSums own = integral(graph, member);
    add(mean.nodes, own.nodes);
    add(mean.edges, own.edges);
    mean.first += own.first;
    into.asked += graph.options.steps + 1;
  }
  for (double& value : mean.nodes) value /= models;
  into.nodes = mean.nodes;
  into.base = mean.first / models;
  double total = std::accumulate(into.nodes.begin(), into.nodes.end(), 0.0);
  if (!mean.edges.empty()) {
    into.edges = graph.equal.edges();
    const std::vector<Edge> edges = graph.example.graph.edges();
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const double value = mean.edges[e] / models;
      into.edges[graph.equal.place_of(edges[e])].value += value;
      total += value;
    }
  }
  into.gap = graph.value - *into.base - total;
}

double looks(const Graph& /*graph*/, double /*different*/, const ModelHeader& /*model*/,
             const ExplainOptions& options) {
  return 4 * static_cast<double>(options.steps + 1);  // a pass back costs about three forward
}

}  // namespace

ExplanationMethod gradient_method() {
  return {.name = "gradient",
          .summary = "integrated gradients: derivatives by the features of nodes and edges, from none to all of them",
          .objection = no_objection,
          .looks = looks,
          .explain = explain,
          .shares_rows = false};
}

}  // namespace gnnir
