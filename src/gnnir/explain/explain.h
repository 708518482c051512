#pragma once

#include <functional>
#include <span>
#include <vector>

#include "gnnir/base/thread_pool.h"
#include "gnnir/explain/explanation.h"
#include "gnnir/explain/options.h"
#include "gnnir/infer/predictor.h"

namespace gnnir {

/// Why a model says what it says of some graphs of a data set, in their order.
///   const std::vector<Explanation> all = explain(predictor, dataset, graphs, {.method = "myerson"}, pool);
/// Values of nodes and edges that a symmetry of the graph carries to each other, with its features as the model sees
/// them, are made equal: their mean. Several models that answer together are explained as their mean. An Error of kind
/// usage if the options do not fit the model, or it would take more than the budget. Results do not depend on the pool.
/// `progress` is told the number of graphs done, from any thread.
std::vector<Explanation> explain(const Predictor& predictor, const Dataset& dataset,
                                 std::span<const std::int64_t> graphs, const ExplainOptions& options, ThreadPool& pool,
                                 const std::function<void(std::size_t)>& progress = {});

/// Throws as `explain` does before it begins, without looking at what the model says: quick, also for large graphs.
void check_explanation(const Predictor& predictor, const Dataset& dataset, std::span<const std::int64_t> graphs,
                       const ExplainOptions& options);

/// Means of figures of merit over graphs, each over those where it is defined.
struct MeanMerits {
  Merits mean = {};
  std::int64_t graphs = 0;
  std::int64_t with_auc = 0;  ///< graphs with a truth to compare with
  double largest_spread = 0;
  double largest_gap = 0;
  static MeanMerits of(std::span<const Explanation> explanations);
};

}  // namespace gnnir
