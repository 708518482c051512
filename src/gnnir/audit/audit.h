#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gnnir/audit/certify.h"
#include "gnnir/audit/options.h"
#include "gnnir/base/json.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/infer/predictor.h"

namespace gnnir {

struct GraphAudit {
  std::int64_t graph = 0;
  Certificate certificate;
  double spread = 0;  ///< largest difference of a prediction over the relabellings, as AuditOptions::tolerance has it
  Verdict verdict = Verdict::stable;
  /// How far the prediction moves over the relabellings and the graph itself, largest minus smallest: of classes the
  /// probability of the predicted one; else each probability of yes, or each target in its own unit. Of several models
  /// what they say together. 0 where the verdict is that it cannot move; NaN where a number is not finite.
  std::vector<double> moves;
  std::vector<std::vector<NodeId>> chosen;  ///< per layer the nodes that were individualized, of all branches

  [[nodiscard]] Json to_json() const;
};

/// Examines what a model makes of some graphs of a data set. The certificate argues in exact arithmetic from the cells
/// that the model found; a difference that is seen outweighs it. Models that say that order matters to them anyway
/// (Trace::order_matters_because) are never certified. `progress` is told the number of graphs done, from any thread.
std::vector<GraphAudit> audit(const Predictor& predictor, const EncodedDataset& data,
                              std::span<const std::int64_t> graphs, const AuditOptions& options, ThreadPool& pool,
                              const std::function<void(std::size_t)>& progress = {});

/// What an audit found over all graphs.
struct AuditTotals {
  struct CutLayer {
    std::int64_t graphs = 0;          ///< in which the layer cut a cell
    std::int64_t of_them_orbits = 0;  ///< in which every cell that it cut is an orbit
  };
  std::int64_t graphs = 0;
  std::vector<std::pair<Verdict, std::int64_t>> verdicts;  ///< how many graphs have each
  std::int64_t cells_are_orbits = 0;                       ///< graphs of which that is true
  std::vector<CutLayer> layers;
  double largest_spread = 0;    ///< NaN if some is no number
  std::string by_construction;  ///< why all of them are certified, if that is so of every graph; else empty

  static AuditTotals of(std::span<const GraphAudit> audits);
  [[nodiscard]] Json to_json() const;
};

/// A table with a row for every graph of a data set, with what it is called if `named`; also for those that could not
/// be read, which say why.
std::string audits_csv(std::span<const GraphAudit> audits, const Dataset& dataset, bool named = true);
Json audits_json(std::span<const GraphAudit> audits, const Dataset& dataset, bool named = true);

/// Of the audits, which are some, the one with the worst verdict and then the largest spread.
const GraphAudit& worst_of(std::span<const GraphAudit> audits);

}  // namespace gnnir
