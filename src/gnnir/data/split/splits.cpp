#include "gnnir/data/split/splits.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"

namespace gnnir {
namespace {

using Graphs = std::vector<std::int64_t>;

Graphs all_graphs(const Dataset& dataset) {
  Graphs graphs(dataset.examples.size());
  std::iota(graphs.begin(), graphs.end(), 0);
  return graphs;
}

/// The graphs in random order, but class by class: dealing them out in turn then deals out each class evenly.
Graphs shuffled_by_class(const Dataset& dataset, const Graphs& graphs, Rng rng) {
  std::map<std::int64_t, Graphs> strata;
  for (const std::int64_t graph : graphs) {
    strata[dataset.has_classes() ? dataset.classes[static_cast<std::size_t>(graph)] : 0].push_back(graph);
  }
  Graphs order;
  order.reserve(graphs.size());
  for (auto& [label, members] : strata) {
    rng.shuffle(std::span(members));
    order.insert(order.end(), members.begin(), members.end());
  }
  return order;
}

/// Deals the graphs to parts of the given sizes (fractions that sum to 1): each goes to the part that is furthest
/// behind its due. A part is then never 1 ahead of its due, so due sizes that are whole numbers are met exactly, and
/// every run of graphs, such as a class, is divided as nearly as that allows. Parts are ascending.
std::vector<Graphs> dealt_by_fractions(const Graphs& order, std::span<const double> fractions) {
  std::vector<Graphs> parts(fractions.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::size_t neediest = 0;
    double largest_debt = 0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const double debt = fractions[part] * static_cast<double>(i + 1) - static_cast<double>(parts[part].size());
      if (part == 0 || debt > largest_debt) {
        neediest = part;
        largest_debt = debt;
      }
    }
    parts[neediest].push_back(order[i]);
  }
  for (Graphs& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

std::vector<Graphs> dealt_to_folds(const Graphs& order, std::size_t folds) {
  std::vector<Graphs> parts(folds);
  for (std::size_t i = 0; i < order.size(); ++i) parts[i % folds].push_back(order[i]);
  for (Graphs& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

void require_graphs(const Graphs& part, const char* name, const Dataset& dataset) {
  if (!part.empty()) return;
  throw usage_error("[split] {}: the {} part would be empty with {} graphs", dataset.name, name, dataset.size());
}

/// All folds but those at `first` and `second`, ascending.
Graphs joined_except(const std::vector<Graphs>& folds, std::size_t first, std::size_t second) {
  Graphs graphs;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    if (fold != first && fold != second) graphs.insert(graphs.end(), folds[fold].begin(), folds[fold].end());
  }
  std::sort(graphs.begin(), graphs.end());
  return graphs;
}

Split split_of_fold(const Dataset& dataset, const FoldOptions& options, const std::vector<Graphs>& folds,
                    std::size_t fold) {
  Split split;
  split.test = folds[fold];
  if (options.inner == InnerValidation::next_fold) {
    const std::size_t next = (fold + 1) % folds.size();
    split.validation = folds[next];
    split.train = joined_except(folds, fold, next);
    return split;
  }
  const double fraction = options.validation_fraction;
  const Graphs rest = joined_except(folds, fold, fold);
  // Stream 0 dealt the folds.
  const Graphs order = shuffled_by_class(dataset, rest, Rng(options.seed, Purpose::split, fold + 1));
  std::vector<Graphs> parts = dealt_by_fractions(order, std::vector{1.0 - fraction, fraction});
  split.train = std::move(parts[0]);
  split.validation = std::move(parts[1]);
  return split;
}

void check_fraction(double fraction, const char* name) {
  if (fraction > 0.0 && fraction < 1.0) return;  // false for NaN too
  throw usage_error("[split] the {} fraction must be between 0 and 1, found {}", name, fraction);
}

}  // namespace

std::int64_t Split::size() const {
  std::size_t graphs = train.size() + validation.size() + test.size();
  for (const Extra& extra : extra_tests) graphs += extra.graphs.size();
  return static_cast<std::int64_t>(graphs);
}

Split split_by_parts(const Dataset& dataset) {
  std::map<std::string, Graphs> parts;
  Split split;
  std::int64_t first = 0;
  for (const Dataset::Part& part : dataset.parts) {
    Graphs graphs(static_cast<std::size_t>(part.size));
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

Split split_by_fractions(const Dataset& dataset, double train, double validation, std::uint64_t seed) {
  check_fraction(train, "train");
  check_fraction(validation, "validation");
  constexpr double rounding = 1e-9;  // 0.7 + 0.2 + 0.1 is not 1 to a computer
  const double sum = train + validation;
  if (sum > 1.0 + rounding) throw usage_error("[split] the fractions {} and {} exceed 1", train, validation);
  const double test = sum > 1.0 - rounding ? 0.0 : 1.0 - sum;

  const Graphs order = shuffled_by_class(dataset, all_graphs(dataset), Rng(seed, Purpose::split));
  std::vector<Graphs> parts = dealt_by_fractions(order, std::vector{train, validation, test});
  require_graphs(parts[0], "train", dataset);
  require_graphs(parts[1], "validation", dataset);
  if (test > 0) require_graphs(parts[2], "test", dataset);
  return {.train = std::move(parts[0]), .validation = std::move(parts[1]), .test = std::move(parts[2])};
}

std::vector<Split> stratified_folds(const Dataset& dataset, const FoldOptions& options) {
  if (options.folds < 2 || options.folds > dataset.size()) {
    throw usage_error("[split] {}: expected 2 to {} folds, found {}", dataset.name, dataset.size(), options.folds);
  }
  if (options.inner == InnerValidation::fraction) check_fraction(options.validation_fraction, "validation");
  const Graphs order = shuffled_by_class(dataset, all_graphs(dataset), Rng(options.seed, Purpose::split));
  const std::vector<Graphs> folds = dealt_to_folds(order, static_cast<std::size_t>(options.folds));
  std::vector<Split> splits;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    splits.push_back(split_of_fold(dataset, options, folds, fold));
    require_graphs(splits.back().train, "train", dataset);
    require_graphs(splits.back().validation, "validation", dataset);
  }
  return splits;
}

}  // namespace gnnir
