#include "gnnir/data/formats/jsonl.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/base/memory.h"
#include "gnnir/base/text.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/data/source/json_fields.h"
#include "gnnir/data/source/kept.h"
#include "gnnir/data/source/labels.h"
#include "gnnir/data/source/lines.h"
#include "gnnir/data/source/node_claims.h"

namespace gnnir {
namespace {

const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys = {"num_nodes",   "edges",           "node_labels", "node_attributes",
                                                "edge_labels", "edge_attributes", "class",       "targets",
                                                "id",          motif_column};
  return keys;
}

/// What all nodes have, or all edges: the first graph with any decides.
struct Columns {
  bool labels = false;
  std::size_t attributes = 0;
  std::int64_t line = 0;  // 0: not known yet

  /// what: "node" or "edge"
  void expect(const Place& place, const char* what, const Columns& found) {
    if (line == 0) *this = found;
    if (found.labels != labels) {
      throw place.error("expected {} {}_labels as in line {}", labels ? "the" : "no", what, line);
    }
    if (found.attributes != attributes) {
      throw place.error("expected {} {}_attributes as in line {}, found {}", attributes, what, line, found.attributes);
    }
  }
};

void expect_size(const Place& place, const char* key, std::size_t found, std::int64_t expected, const char* each) {
  if (static_cast<std::int64_t>(found) == expected) return;
  throw place.error("{}: expected {}, one per {}, found {}", key, expected, each, found);
}

/// One line, read but not yet part of the data set.
struct GraphLine {
  Example example;
  Columns node_columns, edge_columns;  // their line is 0 if there are no nodes or edges to speak of
  Dataset::Repairs repairs;

  static GraphLine read(const Place& place, const JsonFields& fields, EdgeRules rules, std::size_t bytes);

 private:
  static NodeId read_num_nodes(const Place& place, const JsonFields& fields, std::size_t bytes);
  static std::vector<Edge> read_edges(const Place& place, const JsonFields& fields, NodeId num_nodes);
};

NodeId GraphLine::read_num_nodes(const Place& place, const JsonFields& fields, std::size_t bytes) {
  const Json* json = fields.find("num_nodes");
  for (const char* key : {"node_labels", "node_attributes"}) {
    if (json != nullptr) break;
    if (const Json* list = fields.list(key)) return static_cast<NodeId>(list->size());
  }
  if (json == nullptr) throw place.error("expected num_nodes, or node_labels or node_attributes, which tell it");
  const auto number = whole_number(*json);
  if (!number) throw place.error("num_nodes: expected a whole number, found {}", JsonFields::shown(*json));
  const std::size_t most = most_nodes_in(bytes);
  if (static_cast<std::size_t>(*number) > most) {
    throw place.error("num_nodes: expected at most {} in a line of {} bytes, found {}", most, bytes, *number);
  }
  return static_cast<NodeId>(*number);
}

std::vector<Edge> GraphLine::read_edges(const Place& place, const JsonFields& fields, NodeId num_nodes) {
  const Json* list = fields.list("edges");
  if (list == nullptr) throw place.error("expected edges, found none: [] if there are none");
  std::vector<Edge> edges;
  edges.reserve(list->size());
  for (const Json& pair : *list) {
    if (!pair.is_array() || pair.size() != 2) {
      throw place.error("edges[{}]: expected two nodes, found {}", edges.size(), JsonFields::shown(pair));
    }
    std::vector<NodeId> ends;
    for (const Json& end : pair) {
      const auto node = whole_number(end);
      if (!node) {
        throw place.error("edges[{}]: expected a whole number from 0, found {}", edges.size(), JsonFields::shown(end));
      }
      if (num_nodes == 0) throw place.error("edges[{}]: there are no nodes", edges.size());
      if (*node >= num_nodes) {
        throw place.error("edges[{}]: node {} is outside 0..{}", edges.size(), to_text(end).substr(0, 40),
                          num_nodes - 1);
      }
      ends.push_back(static_cast<NodeId>(*node));
    }
    edges.push_back({ends[0], ends[1]});
  }
  return edges;
}

GraphLine GraphLine::read(const Place& place, const JsonFields& fields, EdgeRules rules, std::size_t bytes) {
  const NodeId num_nodes = read_num_nodes(place, fields, bytes);
  EdgeList list{.edges = read_edges(place, fields, num_nodes), .labels = fields.integers("edge_labels")};
  const auto num_edges = static_cast<std::int64_t>(list.edges.size());
  JsonFields::Rows nodes = fields.rows("node_attributes");
  JsonFields::Rows edges = fields.rows("edge_attributes");
  std::vector<std::int64_t> node_labels = fields.integers("node_labels");
  if (fields.find("node_labels")) expect_size(place, "node_labels", node_labels.size(), num_nodes, "node");
  if (fields.find("edge_labels")) expect_size(place, "edge_labels", list.labels.size(), num_edges, "edge");
  if (fields.find("node_attributes")) expect_size(place, "node_attributes", nodes.rows, num_nodes, "node");
  if (fields.find("edge_attributes")) expect_size(place, "edge_attributes", edges.rows, num_edges, "edge");
  GraphLine graph;
  if (num_nodes > 0) graph.node_columns = {!node_labels.empty(), nodes.columns, place.line};
  if (num_edges > 0) graph.edge_columns = {!list.labels.empty(), edges.columns, place.line};
  list.attributes = std::move(edges.values);
  graph.example = build_example(num_nodes, list, rules, graph.repairs);
  graph.example.node_labels = std::move(node_labels);
  graph.example.node_attributes = std::move(nodes.values);
  return graph;
}

/// The class or a target, as LabelTable reads it; "" is missing.
struct Label {
  std::string name;
  std::string text;

  static Label of(const Place& place, const std::string& name, const Json& json) {
    if (json.is_null()) return {name, ""};
    if (json.is_string()) return {name, json.get<std::string>()};
    if (json.is_primitive()) return {name, to_text(json)};
    throw place.error("{}: expected a number, a text or null, found {}", in_quotes(name), JsonFields::shown(json));
  }
};

std::vector<Label> labels_of(const Place& place, const JsonFields& fields) {
  std::vector<Label> labels;
  if (const Json* label = fields.member("class")) labels.push_back(Label::of(place, "class", *label));
  const Json* targets = fields.find("targets");
  if (targets == nullptr) return labels;
  if (!targets->is_object()) throw place.error("targets: expected an object, found {}", JsonFields::shown(*targets));
  for (const auto& [name, value] : targets->items()) {
    if (name == "class") throw place.error("targets: 'class' has its place beside targets");
    labels.push_back(Label::of(place, name, value));
  }
  return labels;
}

/// The name of a graph; "" if it has none.
std::string id_of(const Place& place, const JsonFields& fields) {
  const Json* id = fields.find("id");
  if (id == nullptr) return "";
  if (id->is_string()) return id->get<std::string>();
  if (!id->is_number_integer())
    throw place.error("id: expected a text or an integer, found {}", JsonFields::shown(*id));
  return to_text(*id);
}

/// As it stands there, a text without its quotes; "" if it is missing.
std::string text_under(const JsonFields& fields, const std::string& key) {
  const Json* value = fields.find(key.c_str());
  if (value == nullptr) return "";
  return value->is_string() ? value->get<std::string>() : to_text(*value);
}

/// A line becomes a tree of values before it is a graph, which takes 40 times its bytes.
void require_room(const Place& place, std::size_t bytes) {
  constexpr std::size_t most = std::size_t{64} << 20;
  constexpr std::size_t worth_a_look = std::size_t{1} << 20;
  constexpr double of_a_byte = 40;
  if (bytes > most) {
    throw place.error("expected a line of at most {}, found {}: a graph that large fits into CSV tables or TU files",
                      format_bytes(most), format_bytes(static_cast<std::int64_t>(bytes)));
  }
  if (bytes < worth_a_look) return;
  const double needed = of_a_byte * static_cast<double>(bytes);
  const double left = attainable_bytes() - resident_bytes();
  if (needed <= left) return;
  throw place.error("a line of {} takes about {} to read, of which {} can be had",
                    format_bytes(static_cast<std::int64_t>(bytes)), format_bytes(static_cast<std::int64_t>(needed)),
                    format_bytes(static_cast<std::int64_t>(left)));
}

class Reader {
 public:
  Reader(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects)
      : line_("[jsonl] " + file, std::move(content)), options_(options), rejects_(rejects), keys_(known_keys()) {
    kept_.add_column("id", KeptTable::Kind::name);
    for (const std::string& key : options.keep) {
      kept_.add_column(key, KeptTable::Kind::asked);
      if (std::find(keys_.begin(), keys_.end(), key) == keys_.end()) keys_.push_back(key);
    }
  }

  Dataset read() {
    while (line_.next()) {
      const std::string_view text = line_.text();
      names_.clear();
      const bool good = text.empty() || rejects_.attempt(line_.number(), text, [&] { add(text); });
      if (!good && !names_.empty()) rejects_.name_last(kept_.named(values()));
    }
    if (dataset_.size() == 0 && rejects_.count() == 0) {
      throw data_error("{}: expected a graph to a line, found none", line_.place().where);
    }
    dataset_.num_attributes = static_cast<std::int64_t>(node_columns_.attributes);
    dataset_.num_edge_attributes = static_cast<std::int64_t>(edge_columns_.attributes);
    if (labels_) labels_->store(dataset_);
    refuse_keys_that_no_graph_has();
    kept_.store(dataset_);
    return std::move(dataset_);
  }

 private:
  void add(std::string_view text) {
    const Place& place = line_.place();
    require_room(place, text.size());
    const Json json = parse_json(text, fmt::format("{}:{}", place.where, place.line));
    const JsonFields fields(place, json, keys_);
    names_ = names_of(place, fields);
    GraphLine graph = GraphLine::read(place, fields, options_.edges, text.size());
    Columns node_columns = node_columns_;
    Columns edge_columns = edge_columns_;
    if (graph.node_columns.line > 0) node_columns.expect(place, "node", graph.node_columns);
    if (graph.edge_columns.line > 0) edge_columns.expect(place, "edge", graph.edge_columns);
    claims_.add(place, graph.example.graph.num_nodes(), text.size());
    add_labels(place, fields);
    // From here on nothing can fail.
    node_columns_ = node_columns;
    edge_columns_ = edge_columns;
    dataset_.examples.push_back(std::move(graph.example));
    dataset_.lines.push_back(place.line);
    dataset_.repairs += graph.repairs;
    kept_.add(values());
  }

  /// The id, and what is to be kept.
  std::vector<std::string> names_of(const Place& place, const JsonFields& fields) {
    std::vector<std::string> names = {id_of(place, fields)};
    for (const std::string& key : options_.keep) {
      if (fields.member(key.c_str()) != nullptr) seen_.insert(key);
      if (key != "id") names.push_back(text_under(fields, key));
    }
    return names;
  }
  [[nodiscard]] std::vector<std::string_view> values() const { return {names_.begin(), names_.end()}; }

  void refuse_keys_that_no_graph_has() const {
    std::vector<std::string> known = known_keys();
    known.insert(known.end(), seen_.begin(), seen_.end());
    std::erase_if(known, [&](const std::string& key) {
      return std::find(options_.keep.begin(), options_.keep.end(), key) != options_.keep.end() && !seen_.contains(key);
    });
    check_kept(line_.place().where, known, options_.keep);
  }

  void add_labels(const Place& place, const JsonFields& fields) {
    if (!options_.labels) return;
    const std::vector<Label> given = labels_of(place, fields);
    std::vector<std::string> columns;
    if (labels_) columns = labels_->columns();
    for (const Label& label : given) {
      if (!labels_) columns.push_back(label.name);
    }
    std::vector<std::string> texts(columns.size());
    for (const Label& label : given) {
      const auto column = std::find(columns.begin(), columns.end(), label.name);
      if (column == columns.end()) {
        throw place.error("unknown class or target {}.{} The first graph names them all: {}", in_quotes(label.name),
                          suggestion(label.name, columns),
                          columns.empty() ? "none" : fmt::format("{}", fmt::join(columns, ", ")));
      }
      texts[static_cast<std::size_t>(column - columns.begin())] = label.text;
    }
    const std::vector<std::string_view> row(texts.begin(), texts.end());
    if (labels_) return labels_->add(place, row);
    LabelTable labels(place.where, std::move(columns), options_);
    labels.add(place, row);
    labels_ = std::move(labels);
  }

  LineCursor line_;
  const ReadOptions& options_;
  Rejects& rejects_;
  std::optional<LabelTable> labels_;
  Columns node_columns_, edge_columns_;
  NodeClaims claims_;
  Dataset dataset_;
  std::vector<std::string> keys_;  // that a line may have
  std::set<std::string> seen_;     // of those that are to be kept
  KeptTable kept_;
  std::vector<std::string> names_;  // of the present line, as soon as they are known
};

}  // namespace

Dataset read_jsonl(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects) {
  Dataset dataset = Reader(file, std::move(content), options, rejects).read();
  dataset.name = file.substr(0, file.rfind('.'));
  return dataset;
}

const Format& jsonl_format() {
  static const Format format{
      .name = "jsonl",
      .title = "JSON lines",
      .endings = {".jsonl", ".ndjson"},
      .hint = {".json", "JSON lines, a graph to a line, end in .jsonl."},
      .read = [](const FormatInput& in) { return read_jsonl(in.name(), in.take_content(), in.options, in.rejects); },
      .file_text = jsonl_text,
      .places = {.ids = true},
  };
  return format;
}

}  // namespace gnnir
