#include "gnnir/data/formats/powerful_gnns.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/data/formats/writable.h"
#include "gnnir/data/source/fields.h"
#include "gnnir/data/source/labels.h"
#include "gnnir/data/source/lines.h"

namespace gnnir {
namespace {

/// The first line of a graph.
struct Heading {
  NodeId num_nodes = 0;
  std::string label;

  static Heading read(const LineCursor& line) {
    Fields fields(line.place(), line.text());
    const std::int64_t nodes = fields.integer("the number of nodes");
    if (nodes < 0 || nodes > std::numeric_limits<NodeId>::max()) {
      throw line.error("expected a number of nodes, found {}", nodes);
    }
    const std::int64_t label = fields.integer("the class of the graph");
    if (const std::string_view rest = fields.next(); !rest.empty()) {
      throw line.error("expected a number of nodes and a class, found also {}", in_quotes(rest));
    }
    return {static_cast<NodeId>(nodes), std::to_string(label)};
  }
};

/// How many attributes nodes have: the first node of all decides.
struct AttributeColumns {
  std::size_t number = 0;
  std::int64_t line = 0;  // 0: not known yet

  void expect(const LineCursor& at, std::size_t found) {
    if (line == 0) *this = {found, at.number()};
    if (found != number) throw at.error("expected {} attributes as in line {}, found {}", number, line, found);
  }
};

/// Collects the lines of one graph.
struct GraphLines {
  NodeId num_nodes;
  EdgeList list = {};
  std::vector<std::int64_t> tags = {};
  std::vector<float> attributes = {};

  void add(const LineCursor& line, AttributeColumns& columns) {
    Fields fields(line.place(), line.text());
    const auto node = static_cast<NodeId>(tags.size());
    tags.push_back(fields.integer("the tag of a node"));
    const std::int64_t degree = fields.integer("the number of neighbours");
    if (degree < 0) throw line.error("expected a number of neighbours, found {}", degree);
    for (std::int64_t i = 0; i < degree; ++i) {
      const std::int64_t neighbour = fields.integer("a neighbour");
      if (neighbour < 0 || neighbour >= num_nodes) {
        throw line.error("node {} is outside 0..{}", neighbour, num_nodes - 1);
      }
      list.edges.push_back({node, static_cast<NodeId>(neighbour)});
    }
    const std::size_t before = attributes.size();
    for (std::string_view field = fields.next(); !field.empty(); field = fields.next()) {
      attributes.push_back(line.place().finite(field));
    }
    columns.expect(line, attributes.size() - before);
  }
};

void drop_tags_that_say_nothing(Dataset& dataset) {
  for (const Example& example : dataset.examples) {
    const auto& tags = example.node_labels;
    if (std::any_of(tags.begin(), tags.end(), [](std::int64_t tag) { return tag != 0; })) return;
  }
  for (Example& example : dataset.examples) example.node_labels = {};
}

class Reader {
 public:
  Reader(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects)
      : line_("[powerful-gnns] " + file, std::move(content)), options_(options), rejects_(rejects) {}

  Dataset read() {
    const std::int64_t graphs = read_number_of_graphs();
    for (std::int64_t g = 0; g < graphs; ++g) {
      if (!line_.next()) throw end_of_file(fmt::format("{} graphs, found {}", graphs, g));
      read_graph();
    }
    if (line_.next()) throw line_.error("expected the end of the file after {} graphs", graphs);
    if (!options_.zero_labels) drop_tags_that_say_nothing(dataset_);
    dataset_.num_attributes = static_cast<std::int64_t>(columns_.number);
    store_classes(labels_, dataset_);
    choose_labels(dataset_, options_, line_.place().where);
    return std::move(dataset_);
  }

 private:
  std::int64_t read_number_of_graphs() {
    if (!line_.next()) throw end_of_file("the number of graphs");
    const std::int64_t graphs = line_.integer(line_.text());
    if (graphs < 0) throw line_.error("expected the number of graphs, found {}", graphs);
    return graphs;
  }

  void read_graph() {
    const Place place = line_.place();
    const std::string heading_text(line_.text());
    const Heading heading = Heading::read(line_);  // without it nobody knows where the next graph begins
    NodeId nodes_read = 0;
    const bool good = rejects_.attempt(place.line, heading_text, [&] {
      AttributeColumns columns = columns_;
      GraphLines lines{.num_nodes = heading.num_nodes};
      for (; nodes_read < heading.num_nodes; ++nodes_read) {
        if (!line_.next()) {
          throw end_of_file(
              fmt::format("{} nodes of the graph in line {}, found {}", heading.num_nodes, place.line, nodes_read));
        }
        lines.add(line_, columns);
      }
      Dataset::Repairs repairs;
      Example example = build_example(heading.num_nodes, lines.list, options_.edges, repairs);
      example.node_labels = std::move(lines.tags);
      example.node_attributes = std::move(lines.attributes);
      dataset_.examples.push_back(std::move(example));
      dataset_.lines.push_back(place.line);
      labels_.emplace_back(heading.label);
      dataset_.repairs += repairs;
      columns_ = columns;
    });
    if (good) return;
    for (++nodes_read; nodes_read < heading.num_nodes && line_.next();) ++nodes_read;  // the rest of the bad one
  }

  [[nodiscard]] Error end_of_file(const std::string& expected) const {
    return data_error("{}:{}: the file ends too early: expected {}", line_.place().where, line_.number(), expected);
  }

  LineCursor line_;
  const ReadOptions& options_;
  Rejects& rejects_;
  std::vector<std::optional<std::string>> labels_;
  AttributeColumns columns_;
  Dataset dataset_;
};

bool has_label_beside_zero(const Dataset& dataset) {
  return std::any_of(dataset.examples.begin(), dataset.examples.end(), [](const Example& example) {
    const auto& labels = example.node_labels;
    return std::any_of(labels.begin(), labels.end(), [](std::int64_t label) { return label != 0; });
  });
}

void check(const Dataset& dataset) {
  check_writable(dataset, powerful_gnns_format());
  refuse_to_write(dataset.has_node_labels() && !has_label_beside_zero(dataset), dataset, powerful_gnns_format(),
                  "node labels that are all 0");
}

/// The targets of each node's edges.
std::vector<std::vector<NodeId>> neighbours_of(const Graph& graph) {
  std::vector<std::vector<NodeId>> neighbours(static_cast<std::size_t>(graph.num_nodes()));
  for (const Edge& edge : graph.edges()) neighbours[static_cast<std::size_t>(edge.source)].push_back(edge.target);
  return neighbours;
}

}  // namespace

bool looks_like_powerful_gnns(std::string_view content) {
  const auto integers_in = [](std::string_view line) {
    const Place nowhere;
    Fields fields(nowhere, trimmed(line));
    std::size_t count = 0;
    for (std::string_view field = fields.next(); !field.empty(); field = fields.next(), ++count) {
      if (!parse_integer(field)) return std::size_t{0};
    }
    return count;
  };
  if (content.starts_with(byte_order_mark)) content.remove_prefix(byte_order_mark.size());
  constexpr std::size_t longest = 100;  // of the two lines together
  const std::vector<std::string_view> lines = split_text(content.substr(0, longest), '\n');
  return lines.size() >= 2 && integers_in(lines[0]) == 1 && integers_in(lines[1]) == 2;
}

Dataset read_powerful_gnns(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects) {
  Dataset dataset = Reader(file, std::move(content), options, rejects).read();
  dataset.name = file.substr(0, file.rfind('.'));
  return dataset;
}

std::string powerful_gnns_text(const Dataset& dataset) {
  check(dataset);
  const auto columns = static_cast<std::size_t>(dataset.num_attributes);
  std::string text;
  const auto append = [&]<typename... Args>(fmt::format_string<Args...> form, Args&&... args) {
    fmt::format_to(std::back_inserter(text), form, std::forward<Args>(args)...);
  };
  append("{}\n", dataset.size());
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const Example& example = dataset.examples[g];
    const std::string& name = dataset.class_names[static_cast<std::size_t>(dataset.classes[g])];
    append("{} {}\n", example.graph.num_nodes(), parse_class_label(name).value_or(0));  // check() has seen to it
    const auto neighbours = neighbours_of(example.graph);
    for (std::size_t v = 0; v < neighbours.size(); ++v) {
      append("{} {}", example.node_labels.empty() ? 0 : example.node_labels[v], neighbours[v].size());
      for (const NodeId neighbour : neighbours[v]) append(" {}", neighbour);
      for (std::size_t c = 0; c < columns; ++c) {
        append(" {}", format_exact(example.node_attributes[v * columns + c]));
      }
      text += '\n';
    }
  }
  return text;
}

const Format& powerful_gnns_format() {
  static const Format format{
      .name = "powerful-gnns",
      .title = "the text format of powerful-gnns",
      .endings = {".txt"},
      .begins_right = looks_like_powerful_gnns,
      .hint = {".txt",
               "A .txt of powerful-gnns begins with a line of one integer, the number of graphs, and a line of "
               "two, the nodes and the class of the first."},
      .read =
          [](const FormatInput& in) {
            return read_powerful_gnns(in.name(), in.take_content(), in.options, in.rejects);
          },
      .file_text = powerful_gnns_text,
      .places = {.knowledge = {Knowledge::classes, Knowledge::node_labels, Knowledge::node_attributes},
                 .missing_classes = false,
                 .class_names = ClassNames::plain_integers},
  };
  return format;
}

}  // namespace gnnir
