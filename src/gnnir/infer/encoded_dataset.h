#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/encoded_features.h"
#include "gnnir/metrics/metrics.h"
#include "gnnir/record/model_header.h"

namespace gnnir {

/// A data set as a model sees it: features and targets encoded once. The data set must outlive it.
struct EncodedDataset {
  const Dataset* dataset = nullptr;
  EncodedFeatures features;
  std::vector<std::int64_t> classes;  ///< classification: [size], -1 = missing; empty if the data set has no labels
  std::vector<float> targets;         ///< else: [size, outputs], standardised numbers, or answers as 0 and 1,
                                      ///< NaN = missing; empty likewise
  std::vector<float> graph_weights;   ///< what graphs count for in the loss: [size], or empty: 1

  /// Features only: enough to predict.
  static EncodedDataset features_of(const Dataset& dataset, const ModelHeader& model);
  static EncodedDataset features_of(const Dataset&& dataset, const ModelHeader& model) = delete;
  /// Features, and labels where the data set has them: to train and to score.
  static EncodedDataset from(const Dataset& dataset, const ModelHeader& model);
  static EncodedDataset from(const Dataset&& dataset, const ModelHeader& model) = delete;

  /// The labels of some graphs, in their order. targets_of: [graphs, outputs] row by row.
  [[nodiscard]] std::vector<std::int64_t> classes_of(std::span<const std::int64_t> graphs) const;
  [[nodiscard]] std::vector<float> targets_of(std::span<const std::int64_t> graphs) const;
};
/// The labels of some graphs as numbers, [graphs, columns] row by row, NaN = missing: classes (one column), answers or
/// targets; and what each counts for in the loss, 0 where it is missing.
struct WeighedLabels {
  std::vector<float> labels;
  std::vector<float> weights;
  [[nodiscard]] double total() const;
};
WeighedLabels weighed_labels(const ModelHeader& model, const EncodedDataset& data,
                             std::span<const std::int64_t> graphs);

/// Labels as a HeldOutPart has them, of these graphs: all NaN if the data set has none.
std::vector<float> own_labels(const ModelHeader& model, const EncodedDataset& data,
                              std::span<const std::int64_t> graphs);

/// What training makes small, of these outputs, [graphs, outputs] row by row: the mean over labels, each as much as it
/// counts; nothing if none counts. NaN if the outputs are.
std::optional<double> training_loss(const ModelHeader& model, const EncodedDataset& data,
                                    std::span<const std::int64_t> graphs, std::span<const float> outputs);

/// 0, 1, … up to the data set's size.
std::vector<std::int64_t> all_graphs(const Dataset& dataset);

/// Scores of outputs, [graphs, outputs] row by row, against the labels of the same graphs; empty if there are none.
/// reasons: of those that are not defined for them.
Scores score(const ModelHeader& model, const EncodedDataset& data, std::span<const std::int64_t> graphs,
             std::span<const float> outputs, Reasons* reasons = nullptr);
/// How often classes, or answers, were taken for others, likewise; none of numbers.
std::vector<ConfusionMatrix> confusion(const ModelHeader& model, const EncodedDataset& data,
                                       std::span<const std::int64_t> graphs, std::span<const float> outputs);

}  // namespace gnnir
