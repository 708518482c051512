#include "gnnir/explain/explanation_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/base/text.h"
#include "gnnir/data/graph_list.h"

namespace gnnir {
namespace {

using Texts = std::vector<std::string>;

std::string field(double value) { return std::isfinite(value) ? format_exact(value) : ""; }
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

GraphList graphs_of(std::span<const Explanation> explanations, const Dataset& dataset, bool named) {
  GraphList list{.dataset = dataset, .graphs = {}, .named = named};
  for (const Explanation& one : explanations) list.graphs.push_back(one.graph);
  return list;
}

}  // namespace

Json Merits::to_json() const {
  Json json = Json::object();
  const auto add = [&](const char* name, double value) {
    if (!std::isnan(value)) json[name] = value;
  };
  add("fidelity_plus", fidelity_plus);
  add("fidelity_minus", fidelity_minus);
  add("sparsity", sparsity);
  add("unfaithfulness", unfaithfulness);
  add("auc", auc);
  return json;
}

Json Explanation::to_json() const {
  Json json = {{"graph", graph}, {"explains", subject}, {"value", number(value)}};
  if (base) json["base"] = number(*base);
  if (gap) json["gap"] = number(*gap);
  json["nodes"] = numbers(nodes);
  if (!errors.empty()) json["errors"] = numbers(errors);
  if (!edges.empty()) {
    json["edges"] = Json::array();
    for (const EdgeValue& edge : edges) json["edges"].push_back({edge.u, edge.v, number(edge.value)});
  }
  json["spread"] = number(spread);
  json["orbits"] = orbits;
  json["asked"] = asked;
  json["merits"] = merits.to_json();
  if (!sentences.empty()) json["sentences"] = sentences;
  if (!story.is_null()) json["story"] = story;
  return json;
}

std::string explanations_csv(std::span<const Explanation> explanations, const Dataset& dataset, bool named) {
  const auto any = [&](const auto& has) { return std::any_of(explanations.begin(), explanations.end(), has); };
  const bool edges = any([](const Explanation& one) { return !one.edges.empty(); });
  const bool errors = any([](const Explanation& one) { return !one.errors.empty(); });
  Texts columns = {"node"};
  if (edges) columns.emplace_back("edge");
  columns.emplace_back("value");
  if (errors) columns.emplace_back("error_of_value");
  return csv_of(graphs_of(explanations, dataset, named), columns, [&](std::size_t i) {
    const Explanation& one = explanations[i];
    FieldRows rows;
    for (std::size_t v = 0; v < one.nodes.size(); ++v) {
      Texts& row = rows.emplace_back();
      row.push_back(fmt::format("{}", v));
      if (edges) row.emplace_back();
      row.push_back(field(one.nodes[v]));
      if (errors) row.push_back(one.errors.empty() ? "" : field(one.errors[v]));
    }
    for (const EdgeValue& edge : one.edges) {
      rows.push_back({"", fmt::format("{}-{}", edge.u, edge.v), field(edge.value)});
    }
    return rows;
  });
}

Json explanations_json(std::span<const Explanation> explanations, const Dataset& dataset, bool named) {
  const Texts keys = {"graph", "explains", "value",  "base",  "gap",    "nodes",     "errors",
                      "edges", "spread",   "orbits", "asked", "merits", "sentences", "story"};
  return json_of(graphs_of(explanations, dataset, named), keys,
                 [&](std::size_t i) { return explanations[i].to_json(); });
}

}  // namespace gnnir
