#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/jsonl.h"
#include "gnnir/data/formats/writable.h"
#include "gnnir/data/source/kept.h"

namespace gnnir {
namespace {

std::string number_text(float value) {
  if (std::isnan(value)) return "null";
  return value == 0 && std::signbit(value) ? "-0.0" : format_exact(value);  // -0 would be an integer, which has no sign
}

template <typename Range, typename ToText>
std::string list_text(const Range& range, const ToText& to_text) {
  std::string text = "[";
  for (const auto& element : range) {
    if (text.size() > 1) text += ", ";
    text += to_text(element);
  }
  return text + "]";
}

std::string labels_text(std::span<const std::int64_t> labels) {
  return list_text(labels, [](std::int64_t label) { return fmt::format("{}", label); });
}

std::string rows_text(std::span<const float> values, std::int64_t columns) {
  const auto width = static_cast<std::size_t>(columns);
  std::vector<std::span<const float>> rows;
  for (std::size_t i = 0; i < values.size(); i += width) rows.push_back(values.subspan(i, width));
  return list_text(rows, [](std::span<const float> row) { return list_text(row, number_text); });
}

/// The number, or the answer that it stands for; a number if that is what stood in the file.
std::string target_text(const Dataset& dataset, std::size_t target, float value) {
  if (dataset.answers.empty() || std::isnan(value)) return number_text(value);
  const std::string& answer = dataset.answers[target][value == 0 ? 0 : 1];
  return parse_number(answer) ? answer : to_text(Json(answer));
}

std::string targets_text(const Dataset& dataset, std::size_t graph) {
  std::string text = "{";
  const auto columns = static_cast<std::size_t>(dataset.num_targets);
  for (std::size_t i = 0; i < columns; ++i) {
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", to_text(Json(dataset.target_names[i])),
                        target_text(dataset, i, dataset.targets[graph * columns + i]));
  }
  return text + "}";
}

std::string line_of(const Dataset& dataset, std::size_t g) {
  const Example& example = dataset.examples[g];
  const std::vector<std::string>* ids = ids_of(dataset);
  const bool named = ids != nullptr && !(*ids)[g].empty();
  std::string line = named ? fmt::format("{{\"id\": {}, ", to_text(Json((*ids)[g]))) : "{";
  line += fmt::format("\"num_nodes\": {}", example.graph.num_nodes());
  const auto add = [&](std::string_view key, const std::string& value) {
    line += fmt::format(", \"{}\": {}", key, value);
  };
  add("edges", list_text(example.graph.edges(),
                         [](const Edge& edge) { return fmt::format("[{}, {}]", edge.source, edge.target); }));
  if (!example.node_labels.empty()) add("node_labels", labels_text(example.node_labels));
  if (!example.node_attributes.empty()) {
    add("node_attributes", rows_text(example.node_attributes, dataset.num_attributes));
  }
  if (!example.edge_labels.empty()) add("edge_labels", labels_text(example.edge_labels));
  if (!example.edge_attributes.empty()) {
    add("edge_attributes", rows_text(example.edge_attributes, dataset.num_edge_attributes));
  }
  if (dataset.has_classes()) {
    const std::int64_t c = dataset.classes[g];
    add("class", c < 0 ? "null" : to_text(Json(dataset.class_names[static_cast<std::size_t>(c)])));
  }
  if (dataset.has_targets()) add("targets", targets_text(dataset, g));
  if (const auto* motifs = motifs_of(dataset)) add(motif_column, to_text(Json((*motifs)[g])));
  return line + "}\n";
}

}  // namespace

std::string jsonl_text(const Dataset& dataset) {
  check_writable(dataset, jsonl_format());
  check_names(dataset, jsonl_format(), {"class"});
  std::string text;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) text += line_of(dataset, g);
  return text;
}

}  // namespace gnnir
