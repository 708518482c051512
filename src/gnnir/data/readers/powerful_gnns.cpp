#include "gnnir/data/readers/powerful_gnns.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/data/readers/fields.h"
#include "gnnir/data/readers/labels.h"
#include "gnnir/data/readers/lines.h"

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

}  // namespace gnnir
