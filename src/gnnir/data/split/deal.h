#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {

/// Numbers of graphs of a data set. Parts, folds and groups are ascending.
using GraphList = std::vector<std::int64_t>;

GraphList every_graph(const Dataset& dataset);

/// Which share of the graphs each part has: train, validation, test. An Error of kind usage unless both fractions are
/// in (0, 1) and their sum is at most 1; the rest is for the test.
std::vector<double> shares_of(double train, double validation);
/// Of what a fold leaves: train, validation.
std::vector<double> inner_shares(const FoldOptions& options);

/// The split of such parts. An Error of kind usage if one that has a share is empty.
Split split_of_parts(std::vector<GraphList> parts, std::span<const double> shares, const Dataset& dataset);

/// Deals the graphs to parts of the given shares, which sum to 1: each goes to the part that is furthest behind its
/// due. A part is then never 1 ahead of its due, so due sizes that are whole numbers are met exactly, and every run of
/// graphs, such as a class, is divided as nearly as that allows.
std::vector<GraphList> dealt_by_shares(const GraphList& order, std::span<const double> shares);

/// Divides what the fold with this index leaves into train and validation.
using InnerDivision = std::function<std::vector<GraphList>(const GraphList& rest, std::size_t fold)>;

/// A split per fold, which tests on it. Validation is the next fold, or what `divide` makes of the others. An Error of
/// kind usage if a part would be empty.
std::vector<Split> splits_of_folds(const Dataset& dataset, const std::vector<GraphList>& folds, InnerValidation inner,
                                   const InnerDivision& divide);

/// For folds whose graphs go one by one: the rest in random order, class by class if `strata` says so.
InnerDivision divided_by_fraction(const Dataset& dataset, const FoldOptions& options);

/// The graphs in random order, but class by class where there are classes and they count, or question by question, the
/// rarest yes of each graph: dealing them out in turn then deals out each evenly.
GraphList shuffled(const Dataset& dataset, const GraphList& graphs, Strata strata, Rng rng);

}  // namespace gnnir
