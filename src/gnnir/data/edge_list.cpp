#include "gnnir/data/edge_list.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace gnnir {
namespace {

/// Lines of the list by edge, without the repetitions.
std::vector<std::size_t> first_lines(const std::vector<Edge>& edges) {
  std::vector<std::size_t> lines(edges.size());
  std::iota(lines.begin(), lines.end(), 0);
  const auto place = [&](std::size_t line) { return std::tuple(edges[line].target, edges[line].source); };
  std::stable_sort(lines.begin(), lines.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
  lines.erase(
      std::unique(lines.begin(), lines.end(), [&](std::size_t a, std::size_t b) { return place(a) == place(b); }),
      lines.end());
  return lines;
}

/// How many lines say something else of their edge than the first line for it. lines: of first_lines
std::int64_t count_conflicts(const EdgeList& list, const std::vector<std::size_t>& lines) {
  const std::vector<Edge>& edges = list.edges;
  const auto place = [&](std::size_t line) { return std::tuple(edges[line].target, edges[line].source); };
  const auto same = [](const auto& table, std::size_t rows, std::size_t a, std::size_t b) {
    const auto columns = static_cast<std::ptrdiff_t>(table.size() / rows);
    const auto row = [&](std::size_t line) { return table.begin() + static_cast<std::ptrdiff_t>(line) * columns; };
    return std::equal(row(a), row(a) + columns, row(b));
  };
  std::int64_t conflicts = 0;
  for (std::size_t line = 0; line < edges.size(); ++line) {
    const std::size_t first = *std::lower_bound(lines.begin(), lines.end(), line,
                                                [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    const bool agrees =
        same(list.labels, edges.size(), first, line) && same(list.attributes, edges.size(), first, line);
    if (!agrees) ++conflicts;
  }
  return conflicts;
}

/// The line that tells of each edge of the graph: its own, else its reverse's.
std::vector<std::size_t> lines_of_edges(const Graph& graph, const std::vector<Edge>& edges,
                                        const std::vector<std::size_t>& lines) {
  const auto before = [&](std::size_t line, const Edge& edge) {
    return std::tuple(edges[line].target, edges[line].source) < std::tuple(edge.target, edge.source);
  };
  std::vector<std::size_t> result;
  result.reserve(static_cast<std::size_t>(graph.num_edges()));
  for (const Edge& edge : graph.edges()) {
    auto found = std::lower_bound(lines.begin(), lines.end(), edge, before);
    if (found == lines.end() || edges[*found] != edge) {
      found = std::lower_bound(lines.begin(), lines.end(), Edge{edge.target, edge.source}, before);
    }
    result.push_back(*found);
  }
  return result;
}

template <typename T>
std::vector<T> picked_rows(const std::vector<T>& table, std::size_t rows, const std::vector<std::size_t>& picked) {
  std::vector<T> result;
  if (table.empty() || rows == 0) return result;
  const auto columns = static_cast<std::int64_t>(table.size() / rows);
  result.reserve(picked.size() * static_cast<std::size_t>(columns));
  for (const std::size_t row : picked) {
    const auto begin = table.begin() + static_cast<std::int64_t>(row) * columns;
    result.insert(result.end(), begin, begin + columns);
  }
  return result;
}

}  // namespace

Example build_example(NodeId num_nodes, const EdgeList& list, EdgeRules rules, Dataset::Repairs& repairs) {
  const Graph listed = Graph::from_edges(num_nodes, list.edges, {.keep_self_loops = true, .undirected = false});
  const std::vector<Edge> distinct = listed.edges();
  const std::int64_t loops =
      std::count_if(distinct.begin(), distinct.end(), [](Edge edge) { return edge.source == edge.target; });
  Example example{.graph = Graph::from_edges(num_nodes, distinct, rules)};
  repairs.duplicate_edges += static_cast<std::int64_t>(list.edges.size()) - listed.num_edges();
  repairs.self_loops += loops;
  repairs.reverse_edges_added +=
      example.graph.num_edges() - (rules.keep_self_loops ? listed.num_edges() : listed.num_edges() - loops);
  if (list.labels.empty() && list.attributes.empty()) return example;
  const std::vector<std::size_t> lines = first_lines(list.edges);
  if (lines.size() < list.edges.size()) repairs.conflicting_edges += count_conflicts(list, lines);
  const std::vector<std::size_t> picked = lines_of_edges(example.graph, list.edges, lines);
  example.edge_labels = picked_rows(list.labels, list.edges.size(), picked);
  example.edge_attributes = picked_rows(list.attributes, list.edges.size(), picked);
  return example;
}

}  // namespace gnnir
