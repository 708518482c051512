#include "fuzz/check_dataset.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "fuzz/check.h"
#include "gnnir/base/json.h"
#include "gnnir/data/encode/features.h"

namespace gnnir {
namespace {

void check_graph(const Graph& graph, EdgeRules rules) {
  for (const Edge& edge : graph.edges()) {
    require(edge.source >= 0 && edge.source < graph.num_nodes(), "edges stay within their graph");
    require(rules.keep_self_loops || edge.source != edge.target, "loops are dropped if they are to be");
    const auto back = graph.neighbours(edge.source);
    require(!rules.undirected || std::binary_search(back.begin(), back.end(), edge.target),
            "every edge has its reverse");
  }
}

void check_sizes(const Dataset& dataset) {
  const auto size = static_cast<std::size_t>(dataset.size());
  const auto classes = static_cast<std::int64_t>(dataset.class_names.size());
  const bool has_labels = dataset.has_node_labels();
  require(size > 0, "there is a graph");
  require(!dataset.has_classes() || dataset.classes.size() == size, "every graph has a class or none has");
  for (const std::int64_t c : dataset.classes) require(c >= -1 && c < classes, "classes have names");
  require(dataset.targets.size() == size * dataset.target_names.size(), "every graph has all targets");
  for (const KeptColumn& column : dataset.kept) {
    require(column.values.size() == size, "every graph has all names");
    for (const std::string& value : column.values) require(is_utf8(value), "names are UTF-8");
  }
  require(dataset.smiles_kept >= -1 && dataset.smiles_kept < std::ssize(dataset.kept), "SMILES are among the names");
  for (const Example& example : dataset.examples) {
    const auto nodes = static_cast<std::size_t>(example.graph.num_nodes());
    require(example.node_labels.size() == (has_labels ? nodes : 0), "every node has a label or none has");
    require(example.node_attributes.size() == nodes * static_cast<std::size_t>(dataset.num_attributes),
            "every node has all attributes");
    const auto edges = static_cast<std::size_t>(example.graph.num_edges());
    require(example.edge_labels.size() == (dataset.has_edge_labels() ? edges : 0),
            "every edge has a label or none has");
    require(example.edge_attributes.size() == edges * static_cast<std::size_t>(dataset.num_edge_attributes),
            "every edge has all attributes");
  }
}

/// What the data set says must be fit to learn from.
void check_features(const Dataset& dataset) {
  std::vector<std::int64_t> all(dataset.examples.size());
  std::iota(all.begin(), all.end(), 0);
  const FeatureEncoding encoding = FeatureEncoding::fit(dataset, all, FeatureKind::automatic);
  for (const std::int64_t graph : all) {
    const FeatureRows features = encoding.apply(dataset, graph);
    for (const std::int64_t c : features.categories) require(c >= 0 && c < encoding.num_categories, "categories fit");
    for (const float real : features.reals) require(std::isfinite(real), "features are finite");
  }
}

}  // namespace

void check_dataset(const Dataset& dataset, EdgeRules rules) {
  for (const Example& example : dataset.examples) check_graph(example.graph, rules);
  check_sizes(dataset);
  check_features(dataset);
}

void check_same(const Dataset& back, const Dataset& dataset) {
  const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  require(back.examples == dataset.examples, "graphs read back as they were written");
  require(back.classes == dataset.classes && back.class_names == dataset.class_names,
          "classes read back as they were written");
  require(std::equal(back.targets.begin(), back.targets.end(), dataset.targets.begin(), dataset.targets.end(), same),
          "targets read back as they were written");
}

}  // namespace gnnir
