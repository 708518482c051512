#include "gnnir/data/graph_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnnir/data/names.h"
#include "gnnir/data/source/csv.h"

namespace gnnir {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* graph_column = "graph";
constexpr const char* error_column = "error";

/// Of graphs that are in no order those that could not be read have no place.
std::vector<SkippedGraph> shown_skipped(const GraphList& list) {
  const bool ascending = std::is_sorted(list.graphs.begin(), list.graphs.end());
  return ascending ? list.dataset.skipped : std::vector<SkippedGraph>();
}

NameColumns names_beside(const GraphList& list, Texts taken) {
  taken.emplace_back(graph_column);
  return list.named ? NameColumns(list.dataset, taken) : NameColumns();
}

}  // namespace

std::string csv_of(const GraphList& list, Texts columns, const std::function<FieldRows(std::size_t)>& rows_of) {
  if (!list.dataset.skipped.empty()) columns.emplace_back(error_column);
  const NameColumns names = names_beside(list, columns);
  const auto row_of = [&](const std::string& graph, const Texts& called, Texts rest) {
    rest.resize(columns.size());
    Texts row = {graph};
    row.insert(row.end(), called.begin(), called.end());
    row.insert(row.end(), rest.begin(), rest.end());
    return csv_row(row);
  };
  std::string csv = row_of(graph_column, names.header(), columns);
  const auto on_graph = [&](std::size_t i) {
    const Texts called = names.of_graph(list.graphs[i]);
    for (const Texts& row : rows_of(i)) csv += row_of(fmt::format("{}", list.graphs[i]), called, row);
  };
  in_order_of_file(list.graphs, shown_skipped(list), on_graph, [&](const SkippedGraph& graph) {
    Texts rest(columns.size());
    rest.back() = graph.reason;
    csv += row_of("", names.of_skipped(graph), rest);
  });
  return csv;
}

Json json_of(const GraphList& list, Texts keys, const std::function<Json(std::size_t)>& object_of) {
  keys.emplace_back(error_column);
  const NameColumns names = names_beside(list, std::move(keys));
  Json all = Json::array();
  const auto add = [&](Json object, const Texts& called) {
    for (std::size_t c = 0; c < called.size(); ++c) object[names.header()[c]] = called[c];
    all.push_back(std::move(object));
  };
  in_order_of_file(
      list.graphs, shown_skipped(list), [&](std::size_t i) { add(object_of(i), names.of_graph(list.graphs[i])); },
      [&](const SkippedGraph& graph) {
        add({{graph_column, nullptr}, {error_column, graph.reason}}, names.of_skipped(graph));
      });
  return all;
}

}  // namespace gnnir
