#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/data/dataset.h"
#include "support/small_graphs.h"

namespace gnnir::testing {

/// What the random data sets of a test may have.
struct Abilities {
  bool node_labels = true;
  bool node_attributes = true;
  bool edge_features = true;
  bool classes = true;
  bool missing = true;
  bool targets = true;
  bool directions = true;
  bool self_loops = true;
};

/// Draws data sets named RANDOM.
class RandomData {
 public:
  RandomData(std::uint64_t seed, Abilities abilities) : rng_(seed, Purpose::test), can_(abilities) {}

  Dataset draw() {
    Dataset dataset;
    dataset.name = "RANDOM";
    const bool labels = can_.node_labels && flip();
    const bool edge_labels = can_.edge_features && flip();
    dataset.num_attributes = can_.node_attributes ? below(3) : 0;
    dataset.num_edge_attributes = can_.edge_features ? below(3) : 0;
    const std::int64_t graphs = 2 + below(4);
    for (std::int64_t g = 0; g < graphs; ++g) {
      // The first has an edge and a label that is not 0, so that what all have can be seen.
      const NodeId nodes = static_cast<NodeId>(g == 0 ? 2 : below(6));
      Example example{.graph = g == 0 ? path(2) : Graph()};
      if (g > 0 && nodes > 0) example.graph = draw_graph(nodes);
      if (labels) example.node_labels = integers(nodes);
      if (labels && g == 0) example.node_labels[0] = 1;
      if (edge_labels) example.edge_labels = integers(example.graph.num_edges());
      example.node_attributes = reals(nodes * dataset.num_attributes);
      example.edge_attributes = reals(example.graph.num_edges() * dataset.num_edge_attributes);
      dataset.examples.push_back(std::move(example));
    }
    if (can_.classes) draw_labels(dataset);
    return dataset;
  }

 private:
  Graph draw_graph(NodeId nodes) {
    const Graph graph = directed_graph(nodes, static_cast<int>(below(10)), rng_);
    return Graph::from_edges(nodes, graph.edges(),
                             {.keep_self_loops = can_.self_loops, .undirected = !can_.directions});
  }
  void draw_labels(Dataset& dataset) {
    dataset.class_names = {"-1", "0", "10"};
    for (std::size_t g = 0; g < dataset.examples.size(); ++g) dataset.classes.push_back(below(3));
    // Every name is used, or it would not read back.
    dataset.examples.resize(dataset.examples.size() + 3, {.graph = Graph()});
    for (const std::int64_t c : {0, 1, 2}) dataset.classes.push_back(c);
    if (can_.missing && flip()) dataset.classes[0] = -1;
    if (!can_.targets || flip()) return;
    dataset.num_targets = 1 + below(2);
    for (std::int64_t i = 0; i < dataset.num_targets; ++i)
      dataset.target_names.push_back("target_" + std::to_string(i));
    dataset.targets = reals(dataset.size() * dataset.num_targets);
    if (flip()) dataset.targets.back() = std::nanf("");
    if (flip()) {
      dataset.classes.clear();
      dataset.class_names.clear();
    }
  }
  std::int64_t below(std::uint64_t bound) { return static_cast<std::int64_t>(rng_.below(bound)); }
  bool flip() { return below(2) == 0; }
  std::vector<std::int64_t> integers(std::int64_t count) {
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(below(7) - 3);
    return values;
  }
  std::vector<float> reals(std::int64_t count) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i) {
      values.push_back(
          static_cast<float>((rng_.uniform() - 0.5) * std::pow(10.0, static_cast<double>(below(60)) - 30)));
    }
    return values;
  }
  Rng rng_;
  Abilities can_;
};

}  // namespace gnnir::testing
