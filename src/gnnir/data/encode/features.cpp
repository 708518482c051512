#include "gnnir/data/encode/features.h"

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

const Example& example_of(const Dataset& dataset, std::int64_t graph) {
  return dataset.examples.at(static_cast<std::size_t>(graph));
}

/// The labels and attributes of nodes or of edges.
struct Source {
  const Dataset& dataset;
  FeatureOf of;

  [[nodiscard]] const char* what() const { return of == FeatureOf::nodes ? "node" : "edge"; }
  [[nodiscard]] bool has_labels() const {
    return of == FeatureOf::nodes ? dataset.has_node_labels() : dataset.has_edge_labels();
  }
  [[nodiscard]] std::int64_t num_attributes() const {
    return of == FeatureOf::nodes ? dataset.num_attributes : dataset.num_edge_attributes;
  }
  [[nodiscard]] const std::vector<std::string>& attribute_names() const {
    return of == FeatureOf::nodes ? dataset.attribute_names : dataset.edge_attribute_names;
  }
  [[nodiscard]] std::size_t rows(std::int64_t graph) const {
    const Graph& structure = example_of(dataset, graph).graph;
    return static_cast<std::size_t>(of == FeatureOf::nodes ? structure.num_nodes() : structure.num_edges());
  }

  /// The labels of a graph, one per row.
  [[nodiscard]] std::span<const std::int64_t> labels(std::int64_t graph) const {
    const Example& example = example_of(dataset, graph);
    const auto& labels = of == FeatureOf::nodes ? example.node_labels : example.edge_labels;
    if (labels.size() == rows(graph)) return labels;
    if (!has_labels()) throw data_error("[features] {} has no {} labels, which the model needs", dataset.name, what());
    throw data_error("[features] {}: graph {}: expected {} {} labels, found {}", dataset.name, graph, rows(graph),
                     what(), labels.size());
  }

  /// The attributes of a graph, `columns` finite numbers per row.
  [[nodiscard]] std::span<const float> attributes(std::int64_t graph, std::size_t columns) const {
    const Example& example = example_of(dataset, graph);
    const auto& values = of == FeatureOf::nodes ? example.node_attributes : example.edge_attributes;
    const std::size_t expected = rows(graph) * columns;
    if (values.size() != expected) {
      throw data_error("[features] {}: graph {}: expected {} {} attributes ({} per {}), found {}", dataset.name, graph,
                       expected, what(), columns, what(), values.size());
    }
    for (std::size_t i = 0; i < expected; ++i) {
      if (!std::isfinite(values[i])) {
        throw data_error("[features] {}: graph {}: attribute {} of {} {} is not finite", dataset.name, graph,
                         i % columns, what(), i / columns);
      }
    }
    return values;
  }

  [[nodiscard]] FeatureKind first_available() const {
    if (has_labels() && num_attributes() > 0) return FeatureKind::labels_attributes;
    if (has_labels()) return FeatureKind::labels;
    if (num_attributes() > 0) return FeatureKind::attributes;
    return of == FeatureOf::nodes ? FeatureKind::degree : FeatureKind::none;
  }

  void require(FeatureKind kind) const {
    if (needs_labels(kind) && !has_labels()) {
      throw usage_error("[features] {} has no {} labels, which features '{}' need", dataset.name, what(),
                        to_string(kind));
    }
    if (needs_attributes(kind) && num_attributes() == 0) {
      throw usage_error("[features] {} has no {} attributes, which features '{}' need", dataset.name, what(),
                        to_string(kind));
    }
  }
};

std::vector<std::int64_t> different_labels(const Source& source, std::span<const std::int64_t> training) {
  std::set<std::int64_t> labels;
  for (const std::int64_t graph : training) {
    for (const std::int64_t label : source.labels(graph)) labels.insert(label);
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

void fit_attributes(FeatureEncoding& encoding, const Source& source, std::span<const std::int64_t> training) {
  const auto columns = static_cast<std::size_t>(source.num_attributes());
  std::vector<ColumnStatistics> statistics(columns);
  for (const std::int64_t graph : training) {
    const std::span<const float> values = source.attributes(graph, columns);
    for (std::size_t i = 0; i < values.size(); ++i) statistics[i % columns].add(values[i]);
  }
  for (const ColumnStatistics& column : statistics) {
    encoding.mean.push_back(static_cast<float>(column.mean));
    encoding.scale.push_back(column.scale());
  }
  encoding.num_reals = source.num_attributes();
  encoding.attribute_names = source.attribute_names();
}

/// All but the degree, which only nodes have.
FeatureEncoding fit_columns(const Source& source, std::span<const std::int64_t> training, FeatureKind kind) {
  FeatureEncoding encoding;
  encoding.kind = kind == FeatureKind::automatic ? source.first_available() : kind;
  source.require(encoding.kind);
  if (encoding.kind == FeatureKind::constant || encoding.kind == FeatureKind::degree_scalar) encoding.num_reals = 1;
  if (needs_labels(encoding.kind)) {
    encoding.label_values = different_labels(source, training);
    encoding.num_categories = static_cast<std::int64_t>(encoding.label_values.size()) + 1;
  }
  if (needs_attributes(encoding.kind)) fit_attributes(encoding, source, training);
  return encoding;
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

/// The attributes of a graph in the order of the encoding.
std::vector<float> attributes_in_order(const Source& source, std::int64_t graph, const FeatureEncoding& encoding) {
  const std::vector<std::string>& wanted = encoding.attribute_names;
  const std::vector<std::string>& there = source.attribute_names();
  if (wanted.empty() || there.empty() || wanted == there) {
    const std::span<const float> values = source.attributes(graph, encoding.mean.size());
    return {values.begin(), values.end()};
  }
  std::vector<std::size_t> columns;
  for (const std::string& name : wanted) {
    const auto found = std::find(there.begin(), there.end(), name);
    if (found == there.end()) {
      throw data_error("[features] {} has no {} attribute '{}', which the model needs; it has {}", source.dataset.name,
                       source.what(), name, fmt::join(there, ", "));
    }
    columns.push_back(static_cast<std::size_t>(found - there.begin()));
  }
  const std::span<const float> values = source.attributes(graph, there.size());
  std::vector<float> ordered;
  for (std::size_t row = 0; row < values.size(); row += there.size()) {
    for (const std::size_t column : columns) ordered.push_back(values[row + column]);
  }
  return ordered;
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
  if (max_degree < 0) throw setting_error("data.max_degree", "expected at least 0, found {}", max_degree);
  if (kind == FeatureKind::none)
    throw setting_error("data.features", "nodes need features: 'constant' says nothing of them");
  FeatureEncoding encoding = fit_columns({dataset, FeatureOf::nodes}, training, kind);
  if (encoding.kind == FeatureKind::degree) {
    encoding.max_degree = max_degree > 0 ? max_degree : largest_degree(dataset, training);
    encoding.num_categories = encoding.max_degree + 1;
  }
  return encoding;
}

FeatureEncoding FeatureEncoding::fit_edges(const Dataset& dataset, std::span<const std::int64_t> training,
                                           FeatureKind kind) {
  if (kind == FeatureKind::degree || kind == FeatureKind::degree_scalar) {
    throw setting_error("data.edge_features",
                        "edges have no degree: expected auto, none, constant, labels or attributes");
  }
  return fit_columns({dataset, FeatureOf::edges}, training, kind);
}

FeatureRows FeatureEncoding::apply(const Dataset& dataset, std::int64_t graph, FeatureOf of) const {
  const Source source{dataset, of};
  const Graph& structure = example_of(dataset, graph).graph;
  FeatureRows features;
  if (kind == FeatureKind::constant) features.reals.assign(source.rows(graph), 1.0f);
  for (NodeId v = 0; v < structure.num_nodes(); ++v) {
    if (kind == FeatureKind::degree) {
      features.categories.push_back(std::min<std::int64_t>(structure.degree(v), max_degree));
    }
    if (kind == FeatureKind::degree_scalar) features.reals.push_back(static_cast<float>(structure.degree(v)));
  }
  if (needs_labels(kind)) features.categories = label_categories(source.labels(graph), label_values);
  if (needs_attributes(kind)) features.reals = standardized(attributes_in_order(source, graph, *this), *this);
  return features;
}

}  // namespace gnnir
