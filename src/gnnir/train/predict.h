#pragma once

#include <span>
#include <vector>

#include "gnnir/base/thread_pool.h"
#include "gnnir/data/dataset.h"
#include "gnnir/models/collate.h"
#include "gnnir/train/metrics.h"
#include "gnnir/train/model_file.h"

namespace gnnir {

/// A data set as a model sees it: features and targets encoded once.
struct EncodedDataset {
  const Dataset* dataset = nullptr;
  EncodedFeatures features;
  std::vector<std::int64_t> classes;  ///< classification: [size], -1 = missing; empty if the data set has no labels
  std::vector<float> targets;         ///< regression: [size, outputs], standardised, NaN = missing; empty likewise

  /// Features only: enough to predict.
  static EncodedDataset features_of(const Dataset& dataset, const ModelHeader& model);
  /// Features, and labels where the data set has them: to train and to score.
  static EncodedDataset from(const Dataset& dataset, const ModelHeader& model);

  /// The labels of some graphs, in their order. targets_of: [graphs, outputs] row by row.
  [[nodiscard]] std::vector<std::int64_t> classes_of(std::span<const std::int64_t> graphs) const;
  [[nodiscard]] std::vector<float> targets_of(std::span<const std::int64_t> graphs) const;
};

/// The model's outputs for some graphs, [graphs, outputs] row by row. Batches are spread over the pool; the result does
/// not depend on its size. To `cut_cells`, if given, it adds the number of graphs in which ties = cell had to cut a
/// cell at max_branches.
std::vector<float> predict(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                           ThreadPool& pool, std::int64_t* cut_cells = nullptr);
/// What to say of them; "" if there are none.
std::string remark_on_cut_cells(std::int64_t cut_cells, const IrOptions& options);

/// What to say of graphs whose rows of outputs or embeddings are not all finite numbers; "" if there are none.
std::string remark_on_bad_outputs(std::span<const float> rows, std::span<const std::int64_t> graph_of_row);

enum class EmbeddingKind { graph, node };
/// One embedding per graph (the head's input), or per node (h_v of all depths), for some graphs.
struct Embeddings {
  std::int64_t columns = 0;
  std::vector<float> rows;                 ///< [rows, columns]
  std::vector<std::int64_t> graph_of_row;  ///< [rows]
};
Embeddings embed(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                 EmbeddingKind kind, ThreadPool& pool);

/// Scores of outputs against the labels of the same graphs; empty if there are no labels.
Scores score(const TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
             std::span<const float> outputs);

}  // namespace gnnir
