#pragma once

#include <functional>
#include <span>
#include <vector>

#include "gnnir/base/thread_pool.h"
#include "gnnir/data/dataset.h"
#include "gnnir/explain/subject.h"
#include "gnnir/graph/colours.h"
#include "gnnir/infer/predictor.h"

namespace gnnir {

/// One of the models that answer together, and the data as it sees them.
struct ExplainedMember {
  const Predictor& predictor;
  EncodedDataset data;
  std::vector<std::size_t> places;  ///< [outputs]: of each output of the first model the place of its own
  TargetEncoding targets = {};      ///< its own, numbers in the order of the first model's
  /// A row of its outputs in the order of the first model.
  [[nodiscard]] std::vector<double> in_order(std::span<const double> row) const {
    std::vector<double> ordered;
    for (const std::size_t place : places) ordered.push_back(row[place]);
    return ordered;
  }
};

/// What one or more models say of some graphs.
struct Answers {
  std::vector<double> numbers;            ///< [graphs]: of the subject; of several models the mean
  std::vector<std::vector<double>> said;  ///< [graphs][outputs]: probabilities, or targets in their units; likewise
};

/// What tells nodes and edges of a graph apart to a model, as colours.
struct ExampleColours {
  std::vector<std::int64_t> nodes;
  std::vector<std::int64_t> edges;  ///< empty if no model looks at them
  [[nodiscard]] Colours view() const { return {.nodes = nodes, .edges = edges}; }
};

/// A predictor that is asked about graphs that are not in any data set: parts of one that is.
class ExplainedModel {
 public:
  /// Both outlive it.
  ExplainedModel(const Predictor& predictor, const Dataset& dataset);

  [[nodiscard]] const Dataset& dataset() const { return dataset_; }
  [[nodiscard]] std::span<const ExplainedMember> members() const { return members_; }
  [[nodiscard]] const ModelHeader& header() const { return members_.front().predictor.model(); }
  [[nodiscard]] const TargetEncoding& targets() const { return header().targets; }

  /// Nodes and edges whose encoded features are equal have equal colours; of several models in all of them.
  [[nodiscard]] ExampleColours colours_of(std::int64_t graph) const;
  /// What it says of a graph of the data set.
  [[nodiscard]] std::vector<double> said_of(std::int64_t graph) const;
  /// What it says of `count` variants of a graph: part(i) makes one. Features are encoded as if a variant were a graph
  /// of its own, so that degrees are those within it. What is drawn by lot is drawn as for the graph. The result does
  /// not depend on the pool.
  [[nodiscard]] Answers ask(const Subject& subject, std::int64_t graph, std::size_t count,
                            const std::function<Example(std::size_t)>& part, ThreadPool& pool) const;
  /// From what networks say, in the order of members; each [graphs, outputs] with its own outputs.
  [[nodiscard]] Answers answers_of(const Subject& subject, std::span<const std::vector<double>> outputs) const;

 private:
  const Dataset& dataset_;
  std::vector<ExplainedMember> members_;
};

}  // namespace gnnir
