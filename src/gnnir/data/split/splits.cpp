#include "gnnir/data/split/splits.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/data/split/deal.h"

namespace gnnir {
namespace {

std::vector<GraphList> dealt_to_folds(const GraphList& order, std::size_t folds) {
  std::vector<GraphList> parts(folds);
  for (std::size_t i = 0; i < order.size(); ++i) parts[i % folds].push_back(order[i]);
  for (GraphList& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

}  // namespace

std::int64_t Split::size() const {
  std::size_t graphs = train.size() + validation.size() + test.size();
  for (const Extra& extra : extra_tests) graphs += extra.graphs.size();
  return static_cast<std::int64_t>(graphs);
}

Split split_by_parts(const Dataset& dataset) {
  std::map<std::string, GraphList> parts;
  Split split;
  std::int64_t first = 0;
  for (const Dataset::Part& part : dataset.parts) {
    GraphList graphs(static_cast<std::size_t>(part.size));
    std::iota(graphs.begin(), graphs.end(), first);
    first += part.size;
    if (part.name == "train" || part.name == "validation" || part.name == "test") {
      parts[part.name] = std::move(graphs);
    } else {
      split.extra_tests.push_back({part.name, std::move(graphs)});
    }
  }
  if (parts.size() != 3) throw usage_error("[split] {} has no fixed split: choose folds or fractions", dataset.name);
  if (first != dataset.size()) {
    throw data_error("[split] {}: its parts have {} graphs, the data set {}", dataset.name, first, dataset.size());
  }
  split.train = std::move(parts["train"]);
  split.validation = std::move(parts["validation"]);
  split.test = std::move(parts["test"]);
  return split;
}

Split split_by_fractions(const Dataset& dataset, double train, double validation, std::uint64_t seed, Strata strata) {
  const std::vector<double> shares = shares_of(train, validation);
  const GraphList order = shuffled(dataset, every_graph(dataset), strata, Rng(seed, Purpose::split));
  return split_of_parts(dealt_by_shares(order, shares), shares, dataset);
}

std::vector<Split> stratified_folds(const Dataset& dataset, const FoldOptions& options) {
  if (options.folds < 2 || options.folds > dataset.size()) {
    throw usage_error("[split] {}: expected 2 to {} folds, found {}", dataset.name, dataset.size(), options.folds);
  }
  const InnerDivision divide = divided_by_fraction(dataset, options);
  const GraphList order = shuffled(dataset, every_graph(dataset), options.strata, Rng(options.seed, Purpose::split));
  return splits_of_folds(dataset, dealt_to_folds(order, static_cast<std::size_t>(options.folds)), options.inner,
                         divide);
}

}  // namespace gnnir
