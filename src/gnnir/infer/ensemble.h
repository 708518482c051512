#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/infer/run_network.h"

namespace gnnir {

/// What several models say of the same graphs.
struct MemberResults {
  const TargetEncoding& targets;  ///< each may have standardised its targets by itself
  const NetworkResults& results;
};

/// What they say together: the mean of their probabilities, or of their targets.
struct CombinedResults {
  NetworkResults results;          ///< as the first of them would say it
  std::vector<double> deviations;  ///< [graphs, outputs]: sample deviation of probabilities or targets over the models
};
/// For each output of `first` the place of the one of `other` that means the same: names may stand in another order. An
/// Error of kind usage if they do not predict the same.
std::vector<std::size_t> places_of_outputs(const TargetEncoding& first, const TargetEncoding& other);

/// In the order of the first; an Error of kind usage if they do not predict the same.
CombinedResults combine(std::span<const MemberResults> members);

}  // namespace gnnir
