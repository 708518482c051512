#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "gnnir/infer/predictor.h"

namespace gnnir::testing {

/// A network whose outputs are known functions of the graph.
class FakeNetwork : public Network {
 public:
  using Function = std::function<std::vector<double>(const Example&)>;
  explicit FakeNetwork(Function function) : function_(std::move(function)) {}

  [[nodiscard]] NetworkOutput run(const NetworkInput& input) const override {
    NetworkOutput output;
    for (const std::int64_t graph : input.graphs) {
      const std::vector<double> row = function_(input.dataset.examples[static_cast<std::size_t>(graph)]);
      output.outputs.insert(output.outputs.end(), row.begin(), row.end());
    }
    return output;
  }
  void require_fit(const Dataset& /*dataset*/) const override {}
  [[nodiscard]] double largest_level(const Graph& graph) const override { return graph.num_nodes(); }
  [[nodiscard]] double flops(const Graph& graph) const override { return graph.num_nodes(); }

 private:
  Function function_;
};

/// Predicts one number, `y`, and sees the labels of nodes, if there are any.
inline Predictor predictor_of_number(const std::function<double(const Example&)>& function, bool labels = false) {
  ModelHeader header;
  header.targets = {.task = Task::regression, .names = {"y"}, .mean = {0}, .scale = {1}};
  header.features = {.kind = FeatureKind::constant, .num_reals = 1};
  if (labels) {
    header.features = {.kind = FeatureKind::labels, .num_categories = 101};
    for (std::int64_t label = 0; label < 100; ++label) header.features.label_values.push_back(label);
  }
  return {header, std::make_shared<FakeNetwork>([=](const Example& e) { return std::vector<double>{function(e)}; })};
}

/// Predicts classes a, b, … from logits.
inline Predictor predictor_of_classes(std::vector<std::string> names, FakeNetwork::Function logits) {
  ModelHeader header;
  header.targets = {.task = Task::classification, .names = std::move(names), .mean = {}, .scale = {}};
  header.features = {.kind = FeatureKind::constant, .num_reals = 1};
  return {header, std::make_shared<FakeNetwork>(std::move(logits))};
}

inline double triangles(const Example& example) {
  const Graph& graph = example.graph;
  double count = 0;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (NodeId v = u + 1; v < graph.num_nodes(); ++v) {
      for (NodeId w = v + 1; w < graph.num_nodes(); ++w) {
        count += graph.has_edge({u, v}) && graph.has_edge({v, w}) && graph.has_edge({u, w}) ? 1 : 0;
      }
    }
  }
  return count;
}

inline double sum_of_labels(const Example& example) {
  double sum = 0;
  for (const std::int64_t label : example.node_labels) sum += static_cast<double>(label);
  return sum;
}

/// A data set of graphs without features.
inline Dataset dataset_of(const std::vector<Graph>& graphs) {
  Dataset dataset;
  dataset.name = "GRAPHS";
  for (const Graph& graph : graphs) dataset.examples.push_back({.graph = graph});
  return dataset;
}

}  // namespace gnnir::testing
