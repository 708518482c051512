#include "gnnir/data/formats/dimacs.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/data/formats/writable.h"
#include "gnnir/data/source/fields.h"
#include "gnnir/data/source/labels.h"
#include "gnnir/data/source/lines.h"
#include "gnnir/data/source/node_claims.h"

namespace gnnir {
namespace {

/// One file on its way to a graph.
class GraphFile {
 public:
  GraphFile(const std::string& file, std::string content)
      : bytes_(content.size()), line_("[dimacs] " + file, std::move(content)) {}

  Example read(EdgeRules rules, NodeClaims& claims, Dataset::Repairs& repairs) {
    while (line_.next()) read_line();
    if (heading_.line == 0)
      throw data_error("{}: expected a line 'p edge NODES EDGES', found none", line_.place().where);
    claims.add(place_of_heading(), heading_.num_nodes, bytes_);
    Example example = build_example(heading_.num_nodes, edges_, rules, repairs);
    check_num_edges();
    std::transform(colours_.begin(), colours_.end(), std::back_inserter(example.node_labels),
                   [](const auto& colour) { return colour.value_or(0); });
    return example;
  }

 private:
  struct Heading {
    NodeId num_nodes = 0;
    std::int64_t num_edges = 0;
    std::int64_t line = 0;  // 0: not met yet
  };

  void read_line() {
    if (line_.text().empty() || line_.text().front() == 'c') return;
    Fields fields(line_.place(), line_.text());
    const std::string_view kind = fields.next();
    if (kind == "p") {
      read_heading(fields);
    } else if (kind != "e" && kind != "n") {
      throw line_.error("expected c, p, n or e to begin a line, found {}", in_quotes(kind));
    } else if (heading_.line == 0) {
      throw line_.error("expected a line 'p edge NODES EDGES' before all others, found {}", in_quotes(line_.text()));
    } else if (kind == "e") {
      read_edge(fields);
    } else {
      read_colour(fields);
    }
    if (const std::string_view rest = fields.next(); !rest.empty()) {
      throw line_.error("expected the end of the line, found {}", in_quotes(rest));
    }
  }

  void read_heading(Fields& fields) {
    if (heading_.line != 0) throw line_.error("expected one line with p, found another in line {}", heading_.line);
    const std::string_view problem = fields.next();
    if (problem != "edge" && problem != "col")
      throw line_.error("expected p edge or p col, found p {}", in_quotes(problem));
    const std::int64_t nodes = fields.integer("the number of nodes");
    if (nodes < 0 || nodes > static_cast<std::int64_t>(most_nodes_in(bytes_))) {
      throw line_.error("expected 0 to {} nodes in a file of {} bytes, found {}", most_nodes_in(bytes_), bytes_, nodes);
    }
    const std::int64_t edges = fields.integer("the number of edges");
    if (edges < 0) throw line_.error("expected a number of edges, found {}", edges);
    heading_ = {static_cast<NodeId>(nodes), edges, line_.number()};
  }

  NodeId read_node(Fields& fields) {
    const std::int64_t node = fields.integer("a node");
    if (node < 1 || node > heading_.num_nodes) {
      throw line_.error("node {} is outside 1..{}", node, heading_.num_nodes);
    }
    return static_cast<NodeId>(node - 1);
  }

  void read_edge(Fields& fields) {
    const NodeId u = read_node(fields);
    const NodeId v = read_node(fields);
    edges_.edges.push_back({u, v});
    if (u != v) edges_.edges.push_back({v, u});
    ++edge_lines_;
  }

  void read_colour(Fields& fields) {
    const NodeId node = read_node(fields);
    if (colours_.empty()) colours_.resize(static_cast<std::size_t>(heading_.num_nodes));
    std::optional<std::int64_t>& colour = colours_[static_cast<std::size_t>(node)];
    if (colour) throw line_.error("expected one colour for node {}, found another", node + 1);
    colour = fields.integer("a colour");
  }

  [[nodiscard]] Place place_of_heading() const { return {line_.place().where, heading_.line}; }

  /// A file that was cut short is noticed here.
  void check_num_edges() const {
    if (edge_lines_ == heading_.num_edges) return;
    const Graph graph = Graph::from_edges(heading_.num_nodes, edges_.edges);
    const std::int64_t different = graph.num_undirected_edges();
    if (different == heading_.num_edges) return;
    throw place_of_heading().error("expected {} edges, found {} lines with {} different ones", heading_.num_edges,
                                   edge_lines_, different);
  }

  std::size_t bytes_;
  LineCursor line_;
  Heading heading_;
  EdgeList edges_;
  std::int64_t edge_lines_ = 0;
  std::vector<std::optional<std::int64_t>> colours_;  // [num_nodes], or empty
};

/// If nodes of one graph have colours, those of all have.
void fill_missing_labels(Dataset& dataset, bool zero_labels) {
  if (!dataset.has_node_labels() && !zero_labels) return;
  for (Example& example : dataset.examples)
    example.node_labels.resize(static_cast<std::size_t>(example.graph.num_nodes()));
}

void check(const Dataset& dataset) {
  check_writable(dataset, dimacs_format());
  for (const Example& example : dataset.examples) {
    refuse_to_write(!example.graph.is_undirected(), dataset, dimacs_format(),
                    "directed edges, which data.direction=undirected joins by reverse ones");
  }
}

std::string graph_text(const Example& example) {
  const Graph& graph = example.graph;
  std::string text = fmt::format("p edge {} {}\n", graph.num_nodes(), graph.num_undirected_edges());
  for (std::size_t v = 0; v < example.node_labels.size(); ++v) {
    fmt::format_to(std::back_inserter(text), "n {} {}\n", v + 1, example.node_labels[v]);
  }
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      if (u <= v) fmt::format_to(std::back_inserter(text), "e {} {}\n", u + 1, v + 1);
    }
  }
  return text;
}

}  // namespace

Dataset read_dimacs(FileSource& files, const std::vector<std::string>& names, const ReadOptions& options,
                    Rejects& rejects) {
  Dataset dataset;
  NodeClaims claims;
  dataset.name = names.size() == 1 ? names.front().substr(0, names.front().rfind('.')) : files.dataset_name();
  for (const std::string& name : names) {
    rejects.attempt(1, name, [&] {
      Dataset::Repairs repairs;
      dataset.examples.push_back(GraphFile(name, files.take(name).value()).read(options.edges, claims, repairs));
      dataset.repairs += repairs;
    });
  }
  fill_missing_labels(dataset, options.zero_labels);
  choose_labels(dataset, options, "[dimacs] " + files.description());
  return dataset;
}

std::string dimacs_text(const Dataset& dataset) {
  check(dataset);
  if (dataset.size() > 1) {
    throw usage_error("[{}] {}: a file holds one graph, found {}: name a folder, with write.format=dimacs",
                      dimacs_format().name, dataset.name, dataset.size());
  }
  return graph_text(dataset.examples.front());
}

std::map<std::string, std::string> dimacs_files(const Dataset& dataset) {
  if (dataset.size() == 1) return {{dataset.name + ".dimacs", dimacs_text(dataset)}};
  check(dataset);
  const std::size_t digits = std::to_string(dataset.size()).size();  // so that names ascend as the graphs do
  std::map<std::string, std::string> files;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    files[fmt::format("{}_{:0{}}.dimacs", dataset.name, g + 1, digits)] = graph_text(dataset.examples[g]);
  }
  return files;
}

const Format& dimacs_format() {
  static const Format format{
      .name = "dimacs",
      .title = "DIMACS",
      .endings = {".dimacs", ".col", ".clq"},
      .a_graph_to_a_file = true,
      .read = [](const FormatInput& in) { return read_dimacs(in.files, in.names, in.options, in.rejects); },
      .file_text = dimacs_text,
      .folder_texts = dimacs_files,
      .places = {.knowledge = {Knowledge::node_labels}, .directions = false},
  };
  return format;
}

}  // namespace gnnir
