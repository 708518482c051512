#include "gnnir/data/encode/feature_colours.h"

#include <map>
#include <numeric>

namespace gnnir {

std::vector<std::vector<std::int64_t>> feature_colours(const std::vector<FeatureRows>& graphs, std::int64_t num_reals) {
  std::map<std::pair<std::int64_t, std::vector<float>>, std::int64_t> colour_of;
  std::vector<std::vector<std::int64_t>> colours;
  colours.reserve(graphs.size());
  for (const FeatureRows& rows : graphs) {
    const std::size_t count =
        num_reals > 0 ? rows.reals.size() / static_cast<std::size_t>(num_reals) : rows.categories.size();
    colours.emplace_back();
    for (std::size_t r = 0; r < count; ++r) {
      const auto begin = rows.reals.begin() + static_cast<std::int64_t>(r) * num_reals;
      const std::pair key{rows.categories.empty() ? 0 : rows.categories[r],
                          std::vector<float>(begin, begin + num_reals)};
      colours.back().push_back(colour_of.emplace(key, std::ssize(colour_of)).first->second);
    }
  }
  return colours;
}

namespace {

std::vector<std::vector<std::int64_t>> colours_of(const Dataset& dataset, const FeatureEncoding& encoding,
                                                  FeatureOf of) {
  std::vector<FeatureRows> rows;
  for (std::int64_t graph = 0; graph < dataset.size(); ++graph) rows.push_back(encoding.apply(dataset, graph, of));
  return feature_colours(rows, encoding.num_reals);
}

}  // namespace

FeatureKind features_in_file(const Dataset& dataset, FeatureOf of) {
  const bool labels = of == FeatureOf::nodes ? dataset.has_node_labels() : dataset.has_edge_labels();
  const bool attributes = of == FeatureOf::nodes ? dataset.has_node_attributes() : dataset.has_edge_attributes();
  if (labels && attributes) return FeatureKind::labels_attributes;
  return labels ? FeatureKind::labels : attributes ? FeatureKind::attributes : FeatureKind::constant;
}

DatasetColours DatasetColours::of(const Dataset& dataset) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(dataset.size()));
  std::iota(all.begin(), all.end(), 0);
  DatasetColours colours;
  const FeatureKind nodes = features_in_file(dataset, FeatureOf::nodes);
  colours.nodes = colours_of(dataset, FeatureEncoding::fit(dataset, all, nodes), FeatureOf::nodes);
  const FeatureKind edges = features_in_file(dataset, FeatureOf::edges);
  if (edges != FeatureKind::constant) {
    colours.edges = colours_of(dataset, FeatureEncoding::fit_edges(dataset, all, edges), FeatureOf::edges);
  }
  return colours;
}

}  // namespace gnnir
