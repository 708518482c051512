#include "gnnir/infer/unusual.h"

#include <fmt/format.h>

#include <algorithm>

namespace gnnir {
namespace {

/// How many times the largest of the training graphs is far.
constexpr double far = 3;
/// An attribute so many deviations from its mean is nothing special, whatever the training graphs had.
constexpr double usual_deviation = 6;

/// Model files that do not say how large their training graphs were say how many nodes they had in all.
std::int64_t most_nodes(const ModelHeader& model) {
  if (model.range) return model.range->most_nodes;
  std::int64_t nodes = 0;
  for (const auto& [degree, count] : model.degrees) nodes += count;
  return nodes;
}

NodeId largest_degree(const Graph& graph) {
  NodeId largest = 0;
  for (NodeId v = 0; v < graph.num_nodes(); ++v) largest = std::max(largest, graph.degree(v));
  return largest;
}

/// "" if there is nothing to say.
std::string unusual_attribute(const ModelHeader& model, const FeatureEncoding& encoding, const FeatureRows& rows,
                              const char* whose) {
  const Deviation deviation = largest_deviation(encoding, rows);
  const double trained = model.range ? model.range->largest_deviation : 0;
  if (deviation.size <= std::max(usual_deviation, far * trained)) return "";
  const auto column = static_cast<std::size_t>(deviation.column);
  const std::string name = column < encoding.attribute_names.size() ? "'" + encoding.attribute_names[column] + "'"
                                                                    : fmt::format("{}", column);
  return fmt::format("attribute {} of {} {:.3g} deviations from the mean{}", name, whose, deviation.size,
                     model.range ? fmt::format(" (at most {:.3g} in training)", trained) : "");
}

std::string unknown_labels(const FeatureEncoding& encoding, const FeatureRows& rows, const char* whose) {
  if (encoding.label_values.empty()) return "";
  // A label that the encoding does not list is the last category.
  const std::int64_t unknown = encoding.num_categories - 1;
  const auto count = std::count(rows.categories.begin(), rows.categories.end(), unknown);
  if (count == 0) return "";
  return fmt::format("{} of {} {} with a label that training did not have", count, rows.categories.size(), whose);
}

}  // namespace

std::vector<std::string> unusual_in(const ModelHeader& model, const EncodedDataset& data, std::int64_t graph) {
  const auto place = static_cast<std::size_t>(graph);
  const Graph& structure = data.dataset->examples[place].graph;
  std::vector<std::string> found;
  const auto add = [&](std::string what) {
    if (!what.empty()) found.push_back(std::move(what));
  };
  const std::int64_t nodes = most_nodes(model);
  if (static_cast<double>(structure.num_nodes()) > far * static_cast<double>(nodes)) {
    add(fmt::format("{} nodes (at most {} in training)", structure.num_nodes(), nodes));
  }
  const std::int64_t trained_degree = model.degrees.empty() ? 0 : model.degrees.rbegin()->first;
  const NodeId degree = largest_degree(structure);
  if (static_cast<double>(degree) > far * static_cast<double>(std::max<std::int64_t>(trained_degree, 1))) {
    add(fmt::format("a node of degree {} (at most {} in training)", degree, trained_degree));
  }
  const FeatureRows& of_nodes = data.features.nodes[place];
  add(unusual_attribute(model, model.features, of_nodes, "a node"));
  add(unknown_labels(model.features, of_nodes, "nodes"));
  if (!data.features.edges.empty()) {
    const FeatureRows& of_edges = data.features.edges[place];
    add(unusual_attribute(model, model.edge_features, of_edges, "an edge"));
    add(unknown_labels(model.edge_features, of_edges, "edges"));
  }
  return found;
}

}  // namespace gnnir
