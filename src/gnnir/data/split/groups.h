#pragma once

#include <span>
#include <string>
#include <vector>

#include "gnnir/data/options.h"
#include "gnnir/data/split/deal.h"

namespace gnnir {

/// Graphs that are not to be torn apart.
struct GraphGroups {
  std::vector<GraphList> members;  ///< every graph once
  const char* called = "groups";   ///< in messages: scaffolds, clusters
};

/// Graphs with the same key are a group. Groups are in the order of their first graphs: which text a key is, such as
/// RDKit's words for a scaffold, which may change, decides nothing.
GraphGroups groups_of(std::span<const std::string> keys, const char* called);

/// Deals groups to parts of the given shares. Those larger than half of the smallest part are dealt first, in random
/// order, then the others, in random order: each goes to the part that lacks most graphs. With shares as usual the
/// large ones land in training, as chemprop's balanced scaffold split has it. No part ends further from its due than
/// the largest group is large, unless it would stay empty: the last groups are for parts that have none.
/// `groups` must be at least as many as there are shares above 0.
std::vector<GraphList> dealt_groups(std::vector<GraphList> groups, std::span<const double> shares, Rng rng);

/// One split by data.train_fraction and data.validation_fraction. An Error of kind usage if there are fewer groups than
/// parts.
Split split_by_groups(const Dataset& dataset, const GraphGroups& groups, const DataOptions& data);

/// data.folds folds of about equal size; validation by fraction is of whole groups too. Every graph is tested once.
std::vector<Split> folds_by_groups(const Dataset& dataset, const GraphGroups& groups, const DataOptions& data);

}  // namespace gnnir
