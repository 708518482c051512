#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gnnir/audit/measure.h"
#include "gnnir/audit/options.h"
#include "gnnir/audit/separate.h"
#include "gnnir/base/thread_pool.h"

namespace gnnir {

/// Which graphs are compared, and how.
struct DistinguishOptions {
  ComparedPairs pairs = ComparedPairs::all;
  bool one_per_class = false;  ///< only the first graph of each class
  TreeOptions tree;
  RandomNetworks networks;
  /// Whether plain message passing has the norm that the networks have; it would hide the degree of regular graphs.
  bool norm_without_individualization = false;
};

/// What one method found.
struct DistinguishResult {
  Method method = Method::wl;
  ModelOptions model;             ///< of networks, as they were run
  std::vector<std::string> cuts;  ///< what the budget changed
  std::int64_t undecided = 0;     ///< graphs that no network counts for (MeasuredGraph::is_undecided), or, of ir, that
                                  ///< are not told from all others and whose trees are deeper than the budget
  Separation separation;
  std::vector<std::int64_t> separated_at;  ///< ir: pairs told apart by as many individualized nodes as the place says
  std::int64_t copies = 0;                 ///< ir: relabelled copies that were compared with their graphs
  std::int64_t copies_separated = 0;       ///< ir: of these, told apart from them; should be 0
  double seconds = 0;
};

/// A data set prepared for comparing, with what is known about it exactly.
class Comparison {
 public:
  /// An Error of kind usage or data if the options do not fit the data set.
  Comparison(Dataset dataset, const DistinguishOptions& options);

  [[nodiscard]] const Dataset& dataset() const { return dataset_; }
  /// wl or ir.
  [[nodiscard]] DistinguishResult exactly(Method method, ThreadPool& pool) const;
  /// gnn or gnn-ir. `progress` is told the number of graphs done, from any thread.
  [[nodiscard]] DistinguishResult by_networks(Method method, const NetworkFactory& make, ThreadPool& pool,
                                              const std::function<void(std::size_t)>& progress = {}) const;

 private:
  DistinguishOptions options_;
  Dataset dataset_;
  DatasetColours colours_;
  std::vector<std::int64_t> isomorphism_;  // classes, by canonical forms
};

}  // namespace gnnir
