#include "gnnir/data/formats/tables.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/data/source/csv.h"
#include "gnnir/data/source/kept.h"
#include "gnnir/data/source/labels.h"

namespace gnnir {
namespace {

/// Numbers for names, in the order in which they appear.
class Names {
 public:
  [[nodiscard]] std::optional<std::int64_t> find(std::string_view name) const {
    const auto found = numbers_.find(std::string(name));
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Whether the name is new.
  bool add(std::string_view name) { return numbers_.try_emplace(std::string(name), size()).second; }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(numbers_.size()); }
  /// In the order of their numbers.
  [[nodiscard]] std::vector<std::string> all() const {
    std::vector<std::string> names(numbers_.size());
    for (const auto& [name, number] : numbers_) names[static_cast<std::size_t>(number)] = name;
    return names;
  }

 private:
  std::unordered_map<std::string, std::int64_t> numbers_;
};

/// What has been read of one graph.
struct TableGraph {
  Names nodes;
  std::vector<std::int64_t> node_labels;
  std::vector<float> node_attributes;
  EdgeList edges;
};

/// The columns of a table beside those that say which node or edge a row is about.
class FeatureColumns {
 public:
  FeatureColumns(const CsvReader& csv, std::initializer_list<std::string_view> keys) : label_(csv.find("label")) {
    for (std::size_t i = 0; i < csv.header().size(); ++i) {
      const std::string& name = csv.header()[i];
      if (name.empty()) throw csv.error("column {} has no name", i + 1);
      if (!is_utf8(name)) throw csv.error("column {}: expected a name in UTF-8, found {}", i + 1, in_quotes(name));
      const bool is_key = std::find(keys.begin(), keys.end(), name) != keys.end();
      if (!is_key && i != label_) attributes_.push_back(i);
    }
  }

  [[nodiscard]] std::int64_t num_attributes() const { return static_cast<std::int64_t>(attributes_.size()); }
  /// Empty if they are only numbered, attribute_0 and so on, as where a format has no names for them.
  [[nodiscard]] std::vector<std::string> attribute_names(const CsvReader& csv) const {
    std::vector<std::string> names;
    bool only_numbered = true;
    for (const std::size_t i : attributes_) {
      only_numbered = only_numbered && csv.header()[i] == fmt::format("attribute_{}", names.size());
      names.push_back(csv.header()[i]);
    }
    return only_numbered ? std::vector<std::string>() : names;
  }
  void read(const CsvReader& csv, std::vector<std::int64_t>& labels, std::vector<float>& attributes) const {
    const auto fields = csv.fields();
    const auto& names = csv.header();
    if (label_) labels.push_back(csv.place().integer(fields[*label_], names[*label_]));
    for (const std::size_t i : attributes_) attributes.push_back(csv.place().finite(fields[i], names[i]));
  }

 private:
  std::optional<std::size_t> label_;
  std::vector<std::size_t> attributes_;
};

/// A name in the present row.
std::string_view name_in(const CsvReader& csv, std::size_t column, const char* what) {
  const std::string_view name = csv.fields()[column];
  if (name.empty()) throw csv.error("expected the name of a {}, found an empty field", what);
  return name;
}

class Reader {
 public:
  Reader(const FileSource& files, const ReadOptions& options) : files_(files), options_(options) {}

  Dataset read() {
    if (auto text = files_.read("graphs.csv")) read_graphs(*std::move(text));
    if (auto text = files_.read("nodes.csv")) read_nodes(*std::move(text));
    auto text = files_.read("edges.csv");
    if (!text) throw data_error("[tables] {}: expected a file edges.csv, found none", files_.description());
    read_edges(*std::move(text));
    if (graphs_.empty()) throw data_error("[tables] {}: expected graphs, found none", files_.description());
    for (TableGraph& graph : graphs_) {
      const auto nodes = static_cast<NodeId>(graph.nodes.size());
      Example example = build_example(nodes, graph.edges, options_.edges, dataset_.repairs);
      example.node_labels = std::move(graph.node_labels);
      example.node_attributes = std::move(graph.node_attributes);
      dataset_.examples.push_back(std::move(example));
      graph = {};
    }
    keep_names();
    return std::move(dataset_);
  }

 private:
  void read_graphs(std::string text) {
    CsvReader csv("[tables] graphs.csv", std::move(text), options_.separator);
    const std::size_t graph = csv.require("graph");
    check_kept(csv.place().where, csv.header(), options_.keep);
    std::vector<std::size_t> kept_columns;
    for (const std::string& name : options_.keep) {
      if (name == "graph") continue;
      kept_.add_column(name, KeptTable::Kind::asked);
      kept_columns.push_back(csv.require(name));
    }
    const std::vector<std::size_t> columns = label_columns(csv, graph);
    std::vector<std::string> column_names;
    for (const std::size_t column : columns) column_names.push_back(csv.header()[column]);
    LabelTable labels("[tables] graphs.csv", std::move(column_names), options_);
    while (csv.next()) {
      const std::string_view name = name_in(csv, graph, "graph");
      if (!names_.add(name)) throw csv.error("graph {} stands twice", in_quotes(name));
      const auto fields_in = [&](const std::vector<std::size_t>& places) {
        std::vector<std::string_view> fields;
        for (const std::size_t place : places) fields.push_back(csv.fields()[place]);
        return fields;
      };
      labels.add(csv.place(), fields_in(columns));
      kept_.add(fields_in(kept_columns));
    }
    graphs_.resize(static_cast<std::size_t>(names_.size()));
    graphs_are_known_ = true;
    labels.store(dataset_);
  }

  /// What graphs are called, if it says more than their numbers, and what was to be kept of them.
  void keep_names() {
    KeptColumn names{"graph", names_.all()};
    bool only_numbered = true;
    for (std::size_t g = 0; g < names.values.size(); ++g) only_numbered &= names.values[g] == std::to_string(g);
    for (std::string& name : names.values) name = kept_text(name);
    const bool asked = std::find(options_.keep.begin(), options_.keep.end(), "graph") != options_.keep.end();
    if (!only_numbered || asked) dataset_.kept.push_back(std::move(names));
    kept_.store(dataset_);
  }

  /// Columns that are to be kept are not learned unless they are asked for as that, too.
  [[nodiscard]] std::vector<std::size_t> label_columns(const CsvReader& csv, std::size_t graph) const {
    const auto contains = [](const std::vector<std::string>& names, const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < csv.header().size(); ++c) {
      const std::string& name = csv.header()[c];
      if (c != graph && (!contains(options_.keep, name) || contains(options_.targets, name))) columns.push_back(c);
    }
    return columns;
  }

  void read_nodes(std::string text) {
    CsvReader csv("[tables] nodes.csv", std::move(text), options_.separator);
    const std::size_t graph_column = csv.require("graph");
    const std::size_t node_column = csv.require("node");
    const FeatureColumns columns(csv, {"graph", "node"});
    dataset_.num_attributes = columns.num_attributes();
    dataset_.attribute_names = columns.attribute_names(csv);
    while (csv.next()) {
      TableGraph& graph = graph_of(csv, graph_column);
      const std::string_view node = name_in(csv, node_column, "node");
      if (!graph.nodes.add(node)) {
        throw csv.error("node {} of graph {} stands twice", in_quotes(node), in_quotes(csv.fields()[graph_column]));
      }
      columns.read(csv, graph.node_labels, graph.node_attributes);
    }
    nodes_are_known_ = true;
  }

  void read_edges(std::string text) {
    CsvReader csv("[tables] edges.csv", std::move(text), options_.separator);
    const std::size_t graph_column = csv.require("graph");
    const std::size_t source = csv.require("source");
    const std::size_t target = csv.require("target");
    const FeatureColumns columns(csv, {"graph", "source", "target"});
    dataset_.num_edge_attributes = columns.num_attributes();
    dataset_.edge_attribute_names = columns.attribute_names(csv);
    while (csv.next()) {
      TableGraph& graph = graph_of(csv, graph_column);
      const auto end = [&](std::size_t column) { return node_of(csv, graph, column, graph_column); };
      const NodeId first = end(source);  // in this order, which numbers nodes without a table
      graph.edges.edges.push_back({first, end(target)});
      columns.read(csv, graph.edges.labels, graph.edges.attributes);
    }
  }

  TableGraph& graph_of(const CsvReader& csv, std::size_t column) {
    const std::string_view name = name_in(csv, column, "graph");
    if (const auto number = names_.find(name)) return graphs_[static_cast<std::size_t>(*number)];
    if (graphs_are_known_) throw csv.error("graph {} is not in graphs.csv", in_quotes(name));
    names_.add(name);
    return graphs_.emplace_back();
  }

  NodeId node_of(const CsvReader& csv, TableGraph& graph, std::size_t column, std::size_t graph_column) const {
    const std::string_view name = name_in(csv, column, "node");
    auto number = graph.nodes.find(name);
    if (!number && nodes_are_known_) {
      throw csv.error("node {} of graph {} is not in nodes.csv", in_quotes(name),
                      in_quotes(csv.fields()[graph_column]));
    }
    if (!number) {
      number = graph.nodes.size();
      graph.nodes.add(name);
    }
    if (*number > std::numeric_limits<NodeId>::max()) throw csv.error("too many nodes in one graph");
    return static_cast<NodeId>(*number);
  }

  const FileSource& files_;
  const ReadOptions& options_;
  Names names_;
  std::vector<TableGraph> graphs_;
  bool graphs_are_known_ = false;
  bool nodes_are_known_ = false;
  KeptTable kept_;
  Dataset dataset_;
};

bool are_tables(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name == "edges.csv" || name == "nodes.csv"; });
}

/// One table of a name that is ours is a data set of molecules unless others lie beside it.
bool is_one_table(const std::filesystem::path& file) {
  const std::array<std::string, 3> tables = {"edges.csv", "nodes.csv", "graphs.csv"};
  const std::string name = file.filename().string();
  if (std::find(tables.begin(), tables.end(), name) == tables.end()) return false;
  return std::any_of(tables.begin(), tables.end(), [&](const std::string& other) {
    std::error_code ignored;
    return other != name && std::filesystem::exists(file.parent_path() / other, ignored);
  });
}

}  // namespace

Dataset read_tables(const FileSource& files, const ReadOptions& options) {
  Dataset dataset = Reader(files, options).read();
  dataset.name = files.dataset_name();
  return dataset;
}

const Format& tables_format() {
  static const Format format{
      .name = "csv",
      .title = "CSV tables",
      .folder = {.files = "edges.csv, …", .is_made_of = are_tables, .is_piece = is_one_table},
      .read = [](const FormatInput& in) { return read_tables(in.files, in.options); },
      .folder_texts = table_files,
      .places = {.attribute_names = true, .ids = true},
  };
  return format;
}

}  // namespace gnnir
