#include "gnnir/explain/explanation_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/base/text.h"
#include "gnnir/data/names.h"
#include "gnnir/data/source/csv.h"

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

template <typename OnGraph, typename OnSkipped>
void visit(std::span<const Explanation> explanations, const Dataset& dataset, const OnGraph& on_graph,
           const OnSkipped& on_skipped) {
  std::vector<std::int64_t> graphs;
  for (const Explanation& one : explanations) graphs.push_back(one.graph);
  // Rows in another order than the file's have no place for what was skipped.
  const bool ascending = std::is_sorted(graphs.begin(), graphs.end());
  in_order_of_file(
      graphs, ascending ? dataset.skipped : std::vector<SkippedGraph>(),
      [&](std::size_t i) { on_graph(explanations[i]); }, on_skipped);
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
  Texts others = {"node"};
  if (edges) others.emplace_back("edge");
  others.emplace_back("value");
  if (errors) others.emplace_back("error_of_value");
  if (!dataset.skipped.empty()) others.emplace_back("error");
  Texts taken = others;
  taken.emplace_back("graph");
  const NameColumns names = named ? NameColumns(dataset, taken) : NameColumns();
  const auto row_of = [&](const std::string& graph, const Texts& called, Texts rest) {
    rest.resize(others.size());
    Texts row = {graph};
    row.insert(row.end(), called.begin(), called.end());
    row.insert(row.end(), rest.begin(), rest.end());
    return csv_row(row);
  };
  std::string csv = row_of("graph", names.header(), others);
  const auto on_graph = [&](const Explanation& one) {
    const std::string graph = fmt::format("{}", one.graph);
    const Texts called = names.of_graph(one.graph);
    for (std::size_t v = 0; v < one.nodes.size(); ++v) {
      Texts rest = {fmt::format("{}", v)};
      if (edges) rest.emplace_back();
      rest.push_back(field(one.nodes[v]));
      if (errors) rest.push_back(one.errors.empty() ? "" : field(one.errors[v]));
      csv += row_of(graph, called, rest);
    }
    for (const EdgeValue& edge : one.edges) {
      csv += row_of(graph, called, {"", fmt::format("{}-{}", edge.u, edge.v), field(edge.value)});
    }
  };
  visit(explanations, dataset, on_graph, [&](const SkippedGraph& graph) {
    Texts rest(others.size());
    rest.back() = graph.reason;
    csv += row_of("", names.of_skipped(graph), rest);
  });
  return csv;
}

Json explanations_json(std::span<const Explanation> explanations, const Dataset& dataset, bool named) {
  const Texts taken = {"graph",  "explains", "value", "base",   "gap",       "nodes", "errors", "edges",
                       "spread", "orbits",   "asked", "merits", "sentences", "story", "error"};
  const NameColumns names = named ? NameColumns(dataset, taken) : NameColumns();
  const auto add_names = [&](Json& row, const Texts& values) {
    for (std::size_t c = 0; c < values.size(); ++c) row[names.header()[c]] = values[c];
  };
  Json all = Json::array();
  visit(
      explanations, dataset,
      [&](const Explanation& one) {
        all.push_back(one.to_json());
        add_names(all.back(), names.of_graph(one.graph));
      },
      [&](const SkippedGraph& graph) {
        all.push_back({{"graph", nullptr}, {"error", graph.reason}});
        add_names(all.back(), names.of_skipped(graph));
      });
  return all;
}

}  // namespace gnnir
