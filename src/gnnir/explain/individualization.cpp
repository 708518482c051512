#include "gnnir/explain/individualization.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/explain/methods.h"
#include "gnnir/infer/run_network.h"

namespace gnnir {
namespace {

bool is_exact(const ModelHeader& model) { return model.config.model.architecture == "exact-ir"; }

std::string objection(const Predictor& predictor) {
  if (!predictor.members().empty()) {
    return fmt::format("it tells the story of one model, and {} answer together: name the file of one of them",
                       predictor.members().size());
  }
  if (!predictor.network().takes_interventions()) return "it individualizes nothing";
  if (predictor.model().config.model.ir.layers == 0) return "it individualizes nothing: model.ir_layers is 0";
  return "";
}

double looks(const Graph& graph, double different, const ModelHeader& model, const ExplainOptions& /*options*/) {
  const IrOptions& ir = model.config.model.ir;
  if (is_exact(model)) return 2 * different + 2;
  const double width = std::min(static_cast<double>(graph.num_nodes()), static_cast<double>(ir.width));
  double looks = 2;
  double branches = 1;
  for (std::int64_t layer = 0; layer < ir.layers; ++layer) {
    looks += branches * (2 * width + 1);
    if (unmerged(ir.merge)) branches = std::min(branches * width, static_cast<double>(most_branches_told));
  }
  return looks;
}

void explain(const ExplainedGraph& graph, Explanation& into) {
  into.nodes.assign(static_cast<std::size_t>(graph.example.graph.num_nodes()), 0);
  if (into.nodes.empty()) return;
  if (is_exact(graph.model.header())) {
    explain_branches(graph, into);
  } else {
    explain_choices(graph, into);
  }
}

}  // namespace

std::vector<double> numbers_under(const ExplainedGraph& graph, std::span<const Intervention> interventions,
                                  Explanation& into) {
  const ExplainedMember& member = graph.model.members().front();
  const Network& network = member.predictor.network();
  const double rows = std::max(1.0, network.largest_level(graph.example.graph));
  const auto step = static_cast<std::size_t>(std::clamp(rows_at_once / rows, 1.0, 256.0));
  std::vector<std::vector<double>> parts((interventions.size() + step - 1) / step);
  graph.pool.run(parts.size(), [&](std::size_t part) {
    const auto some = interventions.subspan(part * step, std::min(step, interventions.size() - part * step));
    const std::vector<std::int64_t> copies(some.size(), graph.graph);
    parts[part] = network
                      .run({.dataset = graph.model.dataset(),
                            .features = member.data.features,
                            .graphs = copies,
                            .interventions = some})
                      .outputs;
  });
  std::vector<double> outputs;
  for (const std::vector<double>& part : parts) outputs.insert(outputs.end(), part.begin(), part.end());
  into.asked += std::ssize(interventions);
  return graph.model.answers_of(graph.subject, std::vector<std::vector<double>>{outputs}).numbers;
}

std::string nodes_text(std::span<const NodeId> nodes) {
  constexpr std::size_t most = 8;
  const std::size_t shown = nodes.size() <= most ? nodes.size() : most - 1;
  std::string text = nodes.size() == 1 ? "node " : "nodes ";
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == shown && shown == nodes.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + fmt::format("{}", nodes[i]);
  }
  return shown == nodes.size() ? text : fmt::format("{} and {} more", text, nodes.size() - shown);
}

std::string in_words(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "no number"; }

Json json_of(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

ExplanationMethod ir_method() {
  return {.name = "ir",
          .summary = "GNN-IR, exact IR: which nodes were individualized, and what each branch is worth",
          .objection = objection,
          .looks = looks,
          .explain = explain};
}

}  // namespace gnnir
