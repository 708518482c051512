#include "gnnir/data/features.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

bool needs_labels(FeatureKind kind) { return kind == FeatureKind::labels || kind == FeatureKind::labels_attributes; }

bool needs_attributes(FeatureKind kind) {
  return kind == FeatureKind::attributes || kind == FeatureKind::labels_attributes;
}

FeatureKind first_available(const Dataset& dataset) {
  const bool labels = dataset.has_node_labels();
  const bool attributes = dataset.has_node_attributes();
  if (labels && attributes) return FeatureKind::labels_attributes;
  if (labels) return FeatureKind::labels;
  return attributes ? FeatureKind::attributes : FeatureKind::degree;
}

const Example& example_of(const Dataset& dataset, std::int64_t graph) {
  return dataset.examples.at(static_cast<std::size_t>(graph));
}

/// The labels of a graph, one per node.
std::span<const std::int64_t> labels_of(const Dataset& dataset, std::int64_t graph) {
  const Example& example = example_of(dataset, graph);
  const auto num_nodes = static_cast<std::size_t>(example.graph.num_nodes());
  if (example.node_labels.size() == num_nodes) return example.node_labels;
  throw data_error("[features] {}: graph {}: expected {} node labels, found {}", dataset.name, graph, num_nodes,
                   example.node_labels.size());
}

/// The attributes of a graph, `columns` finite numbers per node.
std::span<const float> attributes_of(const Dataset& dataset, std::int64_t graph, std::size_t columns) {
  const Example& example = example_of(dataset, graph);
  const std::size_t expected = static_cast<std::size_t>(example.graph.num_nodes()) * columns;
  if (example.node_attributes.size() != expected) {
    throw data_error("[features] {}: graph {}: expected {} node attributes ({} per node), found {}", dataset.name,
                     graph, expected, columns, example.node_attributes.size());
  }
  for (std::size_t i = 0; i < expected; ++i) {
    if (!std::isfinite(example.node_attributes[i])) {
      throw data_error("[features] {}: graph {}: attribute {} of node {} is not finite", dataset.name, graph,
                       i % columns, i / columns);
    }
  }
  return example.node_attributes;
}

std::vector<std::int64_t> different_labels(const Dataset& dataset, std::span<const std::int64_t> training) {
  std::set<std::int64_t> labels;
  for (const std::int64_t graph : training) {
    for (const std::int64_t label : labels_of(dataset, graph)) labels.insert(label);
  }
  return {labels.begin(), labels.end()};
}

std::int64_t largest_degree(const Dataset& dataset, std::span<const std::int64_t> training) {
  NodeId largest = 0;
  for (const std::int64_t number : training) {
    const Graph& graph = example_of(dataset, number).graph;
    for (NodeId v = 0; v < graph.num_nodes(); ++v) largest = std::max(largest, graph.degree(v));
  }
  return largest;
}

/// Mean and standard deviation of one column, in one pass (Welford). Of a constant column the mean is exact and the
/// squares are exactly 0; sums of squares would leave it a tiny deviation that blows up any other value.
struct ColumnStatistics {
  double count = 0;
  double mean = 0;
  double squares = 0;

  void add(float value) {
    count += 1;
    const double before = value - mean;
    mean += before / count;
    squares += before * (value - mean);
  }
  [[nodiscard]] float scale() const {
    const auto deviation = static_cast<float>(std::sqrt(squares / std::max(count, 1.0)));
    return std::isnormal(deviation) ? deviation : 1;
  }
};

void fit_attributes(FeatureEncoding& encoding, const Dataset& dataset, std::span<const std::int64_t> training) {
  const auto columns = static_cast<std::size_t>(dataset.num_attributes);
  std::vector<ColumnStatistics> statistics(columns);
  for (const std::int64_t graph : training) {
    const std::span<const float> values = attributes_of(dataset, graph, columns);
    for (std::size_t i = 0; i < values.size(); ++i) statistics[i % columns].add(values[i]);
  }
  for (const ColumnStatistics& column : statistics) {
    encoding.mean.push_back(static_cast<float>(column.mean));
    encoding.scale.push_back(column.scale());
  }
  encoding.num_reals = dataset.num_attributes;
}

void check_available(const Dataset& dataset, FeatureKind kind) {
  if (needs_labels(kind) && !dataset.has_node_labels()) {
    throw usage_error("[features] {} has no node labels, which features '{}' need", dataset.name, to_string(kind));
  }
  if (needs_attributes(kind) && !dataset.has_node_attributes()) {
    throw usage_error("[features] {} has no node attributes, which features '{}' need", dataset.name, to_string(kind));
  }
}

std::vector<std::int64_t> label_categories(std::span<const std::int64_t> labels,
                                           const std::vector<std::int64_t>& known) {
  std::vector<std::int64_t> categories;
  categories.reserve(labels.size());
  for (const std::int64_t label : labels) {
    const auto place = std::lower_bound(known.begin(), known.end(), label);
    const bool is_known = place != known.end() && *place == label;
    categories.push_back((is_known ? place : known.end()) - known.begin());
  }
  return categories;
}

std::vector<float> standardized(std::span<const float> values, const FeatureEncoding& encoding) {
  // A graph far from the training ones must not become infinite on the way.
  constexpr double largest = std::numeric_limits<float>::max();
  std::vector<float> result;
  result.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t column = i % encoding.mean.size();
    const double value = (double{values[i]} - encoding.mean[column]) / encoding.scale[column];
    result.push_back(static_cast<float>(std::clamp(value, -largest, largest)));
  }
  return result;
}

}  // namespace

FeatureKind parse_feature_kind(const std::string& name) { return parse_enum<FeatureKind>(name, "[features]"); }

std::string to_string(FeatureKind kind) { return name_of(kind); }

FeatureEncoding FeatureEncoding::fit(const Dataset& dataset, std::span<const std::int64_t> training, FeatureKind kind,
                                     std::int64_t max_degree) {
  if (max_degree < 0) throw usage_error("[features] the largest degree must not be negative, found {}", max_degree);
  FeatureEncoding encoding;
  encoding.kind = kind == FeatureKind::automatic ? first_available(dataset) : kind;
  check_available(dataset, encoding.kind);
  if (encoding.kind == FeatureKind::constant || encoding.kind == FeatureKind::degree_scalar) encoding.num_reals = 1;
  if (encoding.kind == FeatureKind::degree) {
    encoding.max_degree = max_degree > 0 ? max_degree : largest_degree(dataset, training);
    encoding.num_categories = encoding.max_degree + 1;
  }
  if (needs_labels(encoding.kind)) {
    encoding.label_values = different_labels(dataset, training);
    encoding.num_categories = static_cast<std::int64_t>(encoding.label_values.size()) + 1;
  }
  if (needs_attributes(encoding.kind)) fit_attributes(encoding, dataset, training);
  return encoding;
}

NodeFeatures FeatureEncoding::apply(const Dataset& dataset, std::int64_t graph) const {
  const Graph& structure = example_of(dataset, graph).graph;
  NodeFeatures features;
  if (kind == FeatureKind::constant) features.reals.assign(static_cast<std::size_t>(structure.num_nodes()), 1.0f);
  for (NodeId v = 0; v < structure.num_nodes(); ++v) {
    if (kind == FeatureKind::degree) {
      features.categories.push_back(std::min<std::int64_t>(structure.degree(v), max_degree));
    }
    if (kind == FeatureKind::degree_scalar) features.reals.push_back(static_cast<float>(structure.degree(v)));
  }
  if (needs_labels(kind)) features.categories = label_categories(labels_of(dataset, graph), label_values);
  if (needs_attributes(kind)) features.reals = standardized(attributes_of(dataset, graph, mean.size()), *this);
  return features;
}

}  // namespace gnnir
