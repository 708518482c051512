#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "gnnir/audit/certify.h"
#include "gnnir/base/json.h"
#include "gnnir/base/stop_source.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/infer/predictor.h"

namespace gnnir {

/// What can be proved of what a network said of one graph of a data set, which it was asked about alone.
Certificate certificate_of(const ModelHeader& model, const EncodedDataset& data, std::int64_t graph,
                           const NetworkOutput& output);

/// What is known of a model's predictions for some graphs and the order in which nodes are listed, from one look at
/// each: an audit (audit.h) without relabelled copies.
struct CertifiedGraphs {
  std::int64_t graphs = 0;             ///< that were asked for
  std::int64_t looked_at = 0;          ///< as far as the work allowed; all that follows is of these
  std::int64_t too_large = 0;          ///< were left out whatever was allowed
  std::int64_t nontrivial_cells = 0;   ///< graphs with nodes that refinement cannot tell apart
  std::int64_t nontrivial_orbits = 0;  ///< graphs with nodes that a symmetry carries to each other
  std::int64_t cells_are_orbits = 0;   ///< graphs in which these are the same
  std::int64_t cut = 0;                ///< graphs in which the model took some nodes of a cell and left others
  std::int64_t certified = 0;          ///< predictions that are provably the same for every order
  std::string by_construction = {};    ///< why all are, if that is so of every graph; else empty
  std::map<std::string, std::int64_t> not_proved = {};  ///< how many predictions lack a proof for which reason

  /// The same of more graphs, or of another model.
  void add(const CertifiedGraphs& more);
  [[nodiscard]] Json to_json() const;
  /// Throws Json::exception if it is something else.
  static CertifiedGraphs from_json(const Json& json);
};

/// operations: that the network may take for it in all (Network::flops, nothing shared); where that is less than all
/// graphs need, as many as fit are looked at, evenly along the list. A network that decides nothing is asked about one
/// graph only. Graphs of more than `most_nodes_certified` are left out: their symmetries may take long to find. If
/// `stop` asks it to, it throws Stopped (base/stoppable.h).
CertifiedGraphs certify_graphs(const Predictor& predictor, const EncodedDataset& data,
                               std::span<const std::int64_t> graphs, double operations, ThreadPool& pool,
                               const StopSource& stop = {});
inline constexpr NodeId most_nodes_certified = 1000;

}  // namespace gnnir
