#include "gnnir/data/readers/tu.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fuzz/check.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"
#include "gnnir/data/features.h"
#include "gnnir/data/tu_writer.h"

namespace gnnir {
namespace {

/// The sections `A`, `graph_indicator`, … as the files of a data set X.
FileSource source_of(std::string_view input) {
  std::map<std::string, std::string> files;
  for (auto& [kind, text] : sections_of(input)) files.emplace("X_" + kind + ".txt", std::move(text));
  return FileSource::of("f", std::move(files));
}

/// The digits 0 to 3 at the beginning of the input stand for the four combinations.
EdgeRules rules_of(std::string_view input) {
  const int bits = input.empty() ? 0 : input.front();
  return {.keep_self_loops = (bits & 1) == 0, .undirected = (bits & 2) == 0};
}

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

void check_written(const Dataset& dataset) {
  const Dataset back = read_tu(FileSource::of("f", tu_files(dataset)), {.keep_self_loops = true, .undirected = false});
  const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  require(back.examples == dataset.examples, "graphs read back as they were written");
  require(back.classes == dataset.classes && back.class_names == dataset.class_names,
          "classes read back as they were written");
  require(std::equal(back.targets.begin(), back.targets.end(), dataset.targets.begin(), dataset.targets.end(), same),
          "targets read back as they were written");
}

}  // namespace

void fuzz_tu(std::string_view input) {
  const EdgeRules rules = rules_of(input);
  const auto dataset = accepted([&] { return read_tu(source_of(input), rules); });
  if (!dataset) return;
  for (const Example& example : dataset->examples) check_graph(example.graph, rules);
  check_sizes(*dataset);
  check_features(*dataset);
  check_written(*dataset);
}

}  // namespace gnnir
