#include "gnnir/data/formats/tu.h"

#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/writable.h"

namespace gnnir {
namespace {

/// What cannot be said in TU files is refused before the first of them is written.
void check_tu_writable(const Dataset& dataset) {
  if (dataset.name.empty() || dataset.name.find('/') != std::string::npos) {
    throw usage_error("[tu] the data set needs a name fit for a file, found '{}'", dataset.name);
  }
  check_writable(dataset, tu_format());
}

template <typename... Args>
void append(std::string& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

/// Rows of comma separated numbers; missing ones are nan.
void append_rows(std::string& text, std::span<const float> values, std::int64_t columns) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool last_of_row = (static_cast<std::int64_t>(i) + 1) % columns == 0;
    append(text, "{}{}", std::isnan(values[i]) ? "nan" : format_exact(values[i]), last_of_row ? "\n" : ", ");
  }
}

std::string edge_lines(const Dataset& dataset) {
  std::string text;
  std::int64_t first_node = 1;
  for (const Example& example : dataset.examples) {
    for (const Edge& edge : example.graph.edges()) {
      append(text, "{}, {}\n", first_node + edge.source, first_node + edge.target);
    }
    first_node += example.graph.num_nodes();
  }
  return text;
}

std::string indicator_lines(const Dataset& dataset) {
  std::string text;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    for (NodeId v = 0; v < dataset.examples[g].graph.num_nodes(); ++v) append(text, "{}\n", g + 1);
  }
  return text;
}

std::string graph_label_lines(const Dataset& dataset) {
  std::string text;
  for (const std::int64_t number : dataset.classes) {
    append(text, "{}\n", number < 0 ? "nan" : dataset.class_names[static_cast<std::size_t>(number)]);
  }
  return text;
}

std::string graph_attribute_lines(const Dataset& dataset) {
  std::string text;
  append_rows(text, dataset.targets, dataset.num_targets);
  return text;
}

std::string label_lines(const Dataset& dataset, std::vector<std::int64_t> Example::*labels) {
  std::string text;
  for (const Example& example : dataset.examples) {
    for (const std::int64_t label : example.*labels) append(text, "{}\n", label);
  }
  return text;
}

std::string attribute_lines(const Dataset& dataset, std::vector<float> Example::*attributes, std::int64_t columns) {
  std::string text;
  for (const Example& example : dataset.examples) append_rows(text, example.*attributes, columns);
  return text;
}

/// An empty graph has no line but that of its label: without any, missing labels keep its place.
std::string missing_labels(const Dataset& dataset) {
  bool has_empty_graph = false;
  for (const Example& example : dataset.examples) has_empty_graph |= example.graph.num_nodes() == 0;
  std::string text;
  for (std::size_t g = 0; has_empty_graph && g < dataset.examples.size(); ++g) text += "nan\n";
  return text;
}

}  // namespace

std::map<std::string, std::string> tu_files(const Dataset& dataset) {
  check_tu_writable(dataset);
  std::map<std::string, std::string> files;
  const auto add = [&](std::string_view kind, std::string text) {
    files.emplace(fmt::format("{}_{}.txt", dataset.name, kind), std::move(text));
  };
  add("A", edge_lines(dataset));
  add("graph_indicator", indicator_lines(dataset));
  if (dataset.has_classes()) add("graph_labels", graph_label_lines(dataset));
  if (dataset.has_targets()) add("graph_attributes", graph_attribute_lines(dataset));
  if (!dataset.has_classes() && !dataset.has_targets()) {
    if (std::string text = missing_labels(dataset); !text.empty()) add("graph_labels", std::move(text));
  }
  if (dataset.has_node_labels()) add("node_labels", label_lines(dataset, &Example::node_labels));
  if (dataset.has_node_attributes()) {
    add("node_attributes", attribute_lines(dataset, &Example::node_attributes, dataset.num_attributes));
  }
  if (dataset.has_edge_labels()) add("edge_labels", label_lines(dataset, &Example::edge_labels));
  if (dataset.has_edge_attributes()) {
    add("edge_attributes", attribute_lines(dataset, &Example::edge_attributes, dataset.num_edge_attributes));
  }
  return files;
}

void write_tu(const Dataset& dataset, const std::filesystem::path& folder) {
  write_new_folder(folder, tu_files(dataset));
}

}  // namespace gnnir
