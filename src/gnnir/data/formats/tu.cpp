#include "gnnir/data/formats/tu.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/data/formats/tu_files.h"
#include "gnnir/data/formats/tu_targets.h"
#include "gnnir/data/source/labels.h"
#include "gnnir/data/source/lines.h"

namespace gnnir {
namespace {

/// Which nodes belong to which graph; nodes of a graph stand together. Both are numbered from 0 here.
struct NodeRanges {
  std::vector<std::int64_t> graph_of_node;  // [num_nodes], ascending
  std::vector<std::int64_t> first_node;     // [num_graphs + 1]

  std::int64_t num_nodes() const { return static_cast<std::int64_t>(graph_of_node.size()); }
  std::size_t num_graphs() const { return first_node.size() - 1; }
};

std::vector<std::int64_t> read_indicator(LineCursor line) {
  std::vector<std::int64_t> graph_of_node;
  std::int64_t previous = 1;
  while (line.next()) {
    const std::int64_t graph = line.integer(line.text());
    if (graph < 1) throw line.error("expected graphs numbered from 1, found {}", graph);
    if (graph < previous) throw line.error("expected ascending graphs, found {} after {}", graph, previous);
    if (line.number() > std::numeric_limits<NodeId>::max()) throw line.error("too many nodes");
    graph_of_node.push_back(graph - 1);
    previous = graph;
  }
  return graph_of_node;
}

/// Throws if graph_indicator has a number that the target files do not account for. The number of graphs is then at
/// most that of lines, whatever the numbers in the file.
void check_graph_numbers(const std::vector<std::int64_t>& graph_of_node, const TuGraphCount& count,
                         const std::string& file) {
  std::int64_t previous = -1;
  for (std::size_t node = 0; node < graph_of_node.size(); ++node) {
    const std::int64_t graph = graph_of_node[node];
    if (!count.file.empty() && graph >= count.graphs) {
      throw data_error("[tu] {}:{}: graph {} is outside 1..{}, the lines of {}", file, node + 1, graph + 1,
                       count.graphs, count.file);
    }
    if (count.file.empty() && graph > previous + 1) {
      throw data_error("[tu] {}:{}: expected graph {}, found {}: without labels no number may be skipped", file,
                       node + 1, previous + 2, graph + 1);
    }
    previous = graph;
  }
}

NodeRanges node_ranges(std::vector<std::int64_t> graph_of_node, std::int64_t num_graphs) {
  NodeRanges nodes;
  nodes.first_node.assign(static_cast<std::size_t>(num_graphs) + 1, 0);
  for (const std::int64_t graph : graph_of_node) ++nodes.first_node[static_cast<std::size_t>(graph) + 1];
  for (std::size_t g = 1; g < nodes.first_node.size(); ++g) nodes.first_node[g] += nodes.first_node[g - 1];
  nodes.graph_of_node = std::move(graph_of_node);
  return nodes;
}

NodeRanges read_node_ranges(const TuFiles& files, Dataset& dataset) {
  std::vector<std::int64_t> graph_of_node = read_indicator(files.require("graph_indicator"));
  const std::int64_t largest_graph = graph_of_node.empty() ? 0 : graph_of_node.back() + 1;
  const TuGraphCount count = read_tu_targets(files, largest_graph, dataset);
  check_graph_numbers(graph_of_node, count, files.file_name("graph_indicator"));
  const std::int64_t num_graphs = count.file.empty() ? largest_graph : count.graphs;
  if (num_graphs == 0) throw data_error("[tu] {}: holds no graphs", files.file_name("graph_indicator"));
  return node_ranges(std::move(graph_of_node), num_graphs);
}

/// One end of an edge as a node counted from 0.
NodeId read_node(const LineCursor& line, std::string_view field, const NodeRanges& nodes) {
  const std::int64_t node = line.integer(field);
  if (node < 1 || node > nodes.num_nodes()) throw line.error("node {} is outside 1..{}", node, nodes.num_nodes());
  return static_cast<NodeId>(node - 1);
}

Edge read_edge(const LineCursor& line, const NodeRanges& nodes) {
  const std::size_t comma = line.text().find(',');
  if (comma == std::string_view::npos) {
    throw line.error("expected two nodes with a comma between, found {}", in_quotes(line.text()));
  }
  const Edge edge{.source = read_node(line, line.text().substr(0, comma), nodes),
                  .target = read_node(line, line.text().substr(comma + 1), nodes)};
  const std::int64_t source_graph = nodes.graph_of_node[static_cast<std::size_t>(edge.source)];
  const std::int64_t target_graph = nodes.graph_of_node[static_cast<std::size_t>(edge.target)];
  if (source_graph != target_graph) {
    throw line.error("nodes {} and {} are of different graphs, {} and {}", edge.source + 1, edge.target + 1,
                     source_graph + 1, target_graph + 1);
  }
  return edge;
}

/// what: "node" or "edge"
std::vector<std::int64_t> read_label_column(LineCursor line, std::int64_t rows, std::string_view what) {
  std::vector<std::int64_t> labels;
  while (line.next()) {
    if (line.text().find(',') != std::string_view::npos) {
      throw line.error("expected one {} label, found several columns, which are not supported: {}", what,
                       in_quotes(line.text()));
    }
    labels.push_back(line.integer(line.text()));
  }
  line.expect_lines(rows, fmt::format("one per {}", what));
  return labels;
}

/// A table of numbers, row by row.
struct Attributes {
  std::vector<float> values;
  std::size_t columns = 0;
};

Attributes read_attribute_columns(LineCursor line, std::int64_t rows, std::string_view what) {
  Attributes attributes;
  while (line.next()) {
    const std::vector<std::string_view> fields = split_text(line.text(), ',');
    if (attributes.columns == 0) attributes.columns = fields.size();
    if (fields.size() != attributes.columns) {
      throw line.error("expected {} columns, found {}", attributes.columns, fields.size());
    }
    for (const std::string_view field : fields) {
      attributes.values.push_back(line.place().finite(field));
    }
  }
  line.expect_lines(rows, fmt::format("one per {}", what));
  return attributes;
}

/// The rows first..last-1 of a table, or nothing of an empty one.
template <typename T>
std::vector<T> rows(const std::vector<T>& table, std::size_t columns, std::int64_t first, std::int64_t last) {
  if (table.empty()) return {};
  const auto width = static_cast<std::int64_t>(columns);
  return {table.begin() + first * width, table.begin() + last * width};
}

/// What is known of the rows of a file, all graphs together.
struct Columns {
  std::vector<std::int64_t> labels;
  Attributes attributes;

  static Columns read(const TuFiles& files, const std::string& what, std::int64_t rows) {
    Columns columns;
    if (auto line = files.open(what + "_labels")) columns.labels = read_label_column(*std::move(line), rows, what);
    if (auto line = files.open(what + "_attributes")) {
      columns.attributes = read_attribute_columns(*std::move(line), rows, what);
    }
    return columns;
  }
};

/// The edges of each graph, with nodes numbered from 0 within it.
std::vector<EdgeList> read_edges(const TuFiles& files, const NodeRanges& nodes, Dataset& dataset) {
  LineCursor line = files.require("A");
  std::vector<EdgeList> edges_of_graph(nodes.num_graphs());
  std::vector<std::size_t> graph_of_line;
  while (line.next()) {
    const Edge edge = read_edge(line, nodes);
    const auto graph = static_cast<std::size_t>(nodes.graph_of_node[static_cast<std::size_t>(edge.source)]);
    const auto first = static_cast<NodeId>(nodes.first_node[graph]);
    edges_of_graph[graph].edges.push_back({edge.source - first, edge.target - first});
    graph_of_line.push_back(graph);
  }
  const Columns columns = Columns::read(files, "edge", line.number());
  const std::size_t width = columns.attributes.columns;
  dataset.num_edge_attributes = static_cast<std::int64_t>(width);
  for (std::size_t i = 0; i < graph_of_line.size(); ++i) {
    EdgeList& list = edges_of_graph[graph_of_line[i]];
    if (!columns.labels.empty()) list.labels.push_back(columns.labels[i]);
    const auto row = columns.attributes.values.begin() + static_cast<std::int64_t>(i * width);
    list.attributes.insert(list.attributes.end(), row, row + static_cast<std::int64_t>(width));
  }
  return edges_of_graph;
}

bool are_tu_files(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.ends_with("_A.txt"); });
}

bool is_one_tu_file(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with("_A.txt") || name.ends_with("_graph_indicator.txt");
}

}  // namespace

Dataset read_tu(const FileSource& source, const ReadOptions& options) {
  const TuFiles files(source);
  Dataset dataset;
  dataset.name = files.name();
  const NodeRanges nodes = read_node_ranges(files, dataset);
  const std::vector<EdgeList> edges = read_edges(files, nodes, dataset);
  const Columns columns = Columns::read(files, "node", nodes.num_nodes());
  dataset.num_attributes = static_cast<std::int64_t>(columns.attributes.columns);

  dataset.examples.reserve(nodes.num_graphs());
  for (std::size_t g = 0; g < nodes.num_graphs(); ++g) {
    const std::int64_t first = nodes.first_node[g];
    const std::int64_t last = nodes.first_node[g + 1];
    Example example = build_example(static_cast<NodeId>(last - first), edges[g], options.edges, dataset.repairs);
    example.node_labels = rows(columns.labels, 1, first, last);
    example.node_attributes = rows(columns.attributes.values, columns.attributes.columns, first, last);
    dataset.examples.push_back(std::move(example));
  }
  choose_labels(dataset, options, "[tu] " + files.name());
  dataset.unread_files = files.unread();
  return dataset;
}

const Format& tu_format() {
  static const Format format{
      .name = "tu",
      .title = "TU files",
      .folder = {.files = "NAME_A.txt, …", .is_made_of = are_tu_files, .is_piece = is_one_tu_file},
      .read = [](const FormatInput& in) { return read_tu(in.files, in.options); },
      .folder_texts = tu_files,
      .places = {.class_names = ClassNames::integers, .target_names = false},
  };
  return format;
}

}  // namespace gnnir
