#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/base/thread_pool.h"
#include "gnnir/infer/nearest_rows.h"
#include "gnnir/infer/prediction.h"

namespace gnnir {

/// A training graph near another graph.
struct Neighbour {
  std::int64_t graph = 0;  ///< its number in the training data
  double distance = 0;
};

/// How near a graph is to those that a model was trained on, as the model sees them.
struct Familiarity {
  std::vector<Neighbour> nearest;  ///< by distance; none if its embedding has numbers that are not finite
  double closer = 0;               ///< share of the training graphs that lie closer to another of them
  bool unfamiliar = false;         ///< farther than 99 % of them
};

/// The embeddings of training graphs, to be searched for those near others. A column counts in units of its deviation
/// over the training graphs, not at all if it is constant; distances that rounding may give are 0.
///   const TrainingEmbeddings known(predictor.embed(training, EmbeddingKind::graph), pool);
///   for (const Familiarity& one : known.familiarity_of(predictor.embed(dataset, EmbeddingKind::graph), 3, pool)) …
class TrainingEmbeddings {
 public:
  /// An Error of kind data if they are all the same.
  TrainingEmbeddings(const Embeddings& training, ThreadPool& pool);

  /// The nearest of all, so many, of each. An Error of kind usage if that is less than 1 or more than there are.
  [[nodiscard]] std::vector<Familiarity> familiarity_of(const Embeddings& asked, std::int64_t neighbours,
                                                        ThreadPool& pool) const;
  /// 99 % of the training graphs (of 2,000 among them if there are more) have another within this distance.
  [[nodiscard]] double usual_distance() const { return usual_; }
  /// Those whose embeddings are finite numbers.
  [[nodiscard]] std::int64_t size() const { return std::ssize(graphs_); }

 private:
  void learn_columns(const Embeddings& training);
  [[nodiscard]] PointRows scaled(const Embeddings& embeddings) const;
  void learn_usual_distance(ThreadPool& pool);

  struct Column {
    std::size_t place;  // among all
    double mean;
    double deviation;
  };
  std::int64_t all_columns_ = 0;
  std::vector<Column> columns_;
  double rounding_ = 0;  // the distance that it may give
  PointRows points_;
  std::vector<std::int64_t> graphs_;  // of points_
  std::vector<double> closest_;       // ascending: of some training graphs, the distance to another
  double usual_ = 0;
};

}  // namespace gnnir
