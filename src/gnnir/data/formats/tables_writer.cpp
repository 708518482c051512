#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/base/text.h"
#include "gnnir/data/formats/tables.h"
#include "gnnir/data/formats/writable.h"
#include "gnnir/data/source/csv.h"

namespace gnnir {
namespace {

std::string header(std::string_view keys, bool labels, std::int64_t attributes, std::span<const std::string> names) {
  std::string text(keys);
  if (labels) text += ",label";
  for (const std::string& name : names) text += "," + csv_field(name);
  for (std::int64_t i = 0; names.empty() && i < attributes; ++i) text += fmt::format(",attribute_{}", i);
  return text + "\n";
}

/// ",7,0.5,1": what is known of node or edge number i.
std::string features(std::span<const std::int64_t> labels, std::span<const float> attributes, std::int64_t columns,
                     std::size_t i) {
  std::string text;
  if (!labels.empty()) text += fmt::format(",{}", labels[i]);
  const auto width = static_cast<std::size_t>(columns);
  for (std::size_t c = 0; c < width; ++c) text += "," + format_exact(attributes[i * width + c]);
  return text;
}

/// What graphs are called in the tables: by their names if each has one of its own, else by their numbers.
std::vector<std::string> names_in_tables(const Dataset& dataset) {
  const std::vector<std::string>* ids = ids_of(dataset);
  std::set<std::string_view> different;
  if (ids != nullptr) different.insert(ids->begin(), ids->end());
  const bool fit = std::ssize(different) == dataset.size() && !different.contains("");
  std::vector<std::string> names;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    names.push_back(csv_field(fit ? (*ids)[g] : std::to_string(g)));
  }
  return names;
}

std::string edge_table(const Dataset& dataset, const std::vector<std::string>& names) {
  std::string text = header("graph,source,target", dataset.has_edge_labels(), dataset.num_edge_attributes,
                            dataset.edge_attribute_names);
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const Example& example = dataset.examples[g];
    const std::vector<Edge> edges = example.graph.edges();
    for (std::size_t i = 0; i < edges.size(); ++i) {
      text += fmt::format("{},{},{}{}\n", names[g], edges[i].source, edges[i].target,
                          features(example.edge_labels, example.edge_attributes, dataset.num_edge_attributes, i));
    }
  }
  return text;
}

std::string node_table(const Dataset& dataset, const std::vector<std::string>& names) {
  std::string text = header("graph,node", dataset.has_node_labels(), dataset.num_attributes, dataset.attribute_names);
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const Example& example = dataset.examples[g];
    for (NodeId v = 0; v < example.graph.num_nodes(); ++v) {
      text += fmt::format(
          "{},{}{}\n", names[g], v,
          features(example.node_labels, example.node_attributes, dataset.num_attributes, static_cast<std::size_t>(v)));
    }
  }
  return text;
}

std::string graph_table(const Dataset& dataset, const std::vector<std::string>& names) {
  std::vector<std::string> row = {"graph"};
  if (dataset.has_classes()) row.emplace_back("class");
  row.insert(row.end(), dataset.target_names.begin(), dataset.target_names.end());
  std::string text = csv_row(row);
  const auto columns = static_cast<std::size_t>(dataset.num_targets);
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    row = {};
    if (dataset.has_classes()) {
      const std::int64_t c = dataset.classes[g];
      row.push_back(c < 0 ? "" : dataset.class_names[static_cast<std::size_t>(c)]);
    }
    for (std::size_t i = 0; i < columns; ++i) {
      const float target = dataset.targets[g * columns + i];
      row.push_back(std::isnan(target) ? "" : format_exact(target));
    }
    text += row.empty() ? names[g] + "\n" : names[g] + "," + csv_row(row);
  }
  return text;
}

}  // namespace

std::map<std::string, std::string> table_files(const Dataset& dataset) {
  check_writable(dataset, tables_format());
  check_names(dataset, tables_format(), {"class", "graph"});
  const std::vector<std::string> names = names_in_tables(dataset);
  return {{"edges.csv", edge_table(dataset, names)},
          {"nodes.csv", node_table(dataset, names)},
          {"graphs.csv", graph_table(dataset, names)}};
}

}  // namespace gnnir
