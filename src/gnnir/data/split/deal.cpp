#include "gnnir/data/split/deal.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

void check_fraction(double fraction, const char* name) {
  if (fraction > 0.0 && fraction < 1.0) return;  // false for NaN too
  throw usage_error("[split] the {} fraction must be between 0 and 1, found {}", name, fraction);
}

void require_graphs(const GraphList& part, const char* name, const Dataset& dataset) {
  if (!part.empty()) return;
  throw usage_error("[split] {}: the {} part would be empty with {} graphs", dataset.name, name, dataset.size());
}

/// All folds but those at `first` and `second`, ascending.
GraphList joined_except(const std::vector<GraphList>& folds, std::size_t first, std::size_t second) {
  GraphList graphs;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    if (fold != first && fold != second) graphs.insert(graphs.end(), folds[fold].begin(), folds[fold].end());
  }
  std::sort(graphs.begin(), graphs.end());
  return graphs;
}

/// Of questions: the one with the fewest yes among those that are answered with it, counting from 1; 0 where all that
/// is answered is no; -1 where nothing is.
std::vector<std::int64_t> rarest_yes(const Dataset& dataset) {
  const auto questions = static_cast<std::size_t>(dataset.num_targets);
  const auto yes = [&](std::size_t graph, std::size_t q) { return dataset.targets[graph * questions + q] == 1; };
  std::vector<std::int64_t> counts(questions, 0);
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    for (std::size_t q = 0; q < questions; ++q) counts[q] += yes(g, q) ? 1 : 0;
  }
  std::vector<std::int64_t> strata;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    std::int64_t stratum = -1;
    for (std::size_t q = 0; q < questions; ++q) {
      if (std::isnan(dataset.targets[g * questions + q])) continue;
      if (stratum < 0) stratum = 0;
      const bool rarer = stratum == 0 || counts[q] < counts[static_cast<std::size_t>(stratum) - 1];
      if (yes(g, q) && rarer) stratum = static_cast<std::int64_t>(q) + 1;
    }
    strata.push_back(stratum);
  }
  return strata;
}

/// What is to be spread evenly, of each graph: its class, or the rarest question that is answered with yes.
std::vector<std::int64_t> strata_of(const Dataset& dataset, Strata strata) {
  if (strata == Strata::classes && dataset.has_classes()) return dataset.classes;
  if (strata == Strata::classes && !dataset.answers.empty()) return rarest_yes(dataset);
  return std::vector<std::int64_t>(dataset.examples.size(), 0);
}

}  // namespace

GraphList every_graph(const Dataset& dataset) {
  GraphList graphs(dataset.examples.size());
  std::iota(graphs.begin(), graphs.end(), 0);
  return graphs;
}

std::vector<double> shares_of(double train, double validation) {
  check_fraction(train, "train");
  check_fraction(validation, "validation");
  constexpr double rounding = 1e-9;  // 0.7 + 0.2 + 0.1 is not 1 to a computer
  const double sum = train + validation;
  if (sum > 1.0 + rounding) throw usage_error("[split] the fractions {} and {} exceed 1", train, validation);
  return {train, validation, sum > 1.0 - rounding ? 0.0 : 1.0 - sum};
}

std::vector<double> inner_shares(const FoldOptions& options) {
  check_fraction(options.validation_fraction, "validation");
  return {1.0 - options.validation_fraction, options.validation_fraction};
}

Split split_of_parts(std::vector<GraphList> parts, std::span<const double> shares, const Dataset& dataset) {
  require_graphs(parts[0], "train", dataset);
  require_graphs(parts[1], "validation", dataset);
  if (shares[2] > 0) require_graphs(parts[2], "test", dataset);
  return {.train = std::move(parts[0]), .validation = std::move(parts[1]), .test = std::move(parts[2])};
}

std::vector<GraphList> dealt_by_shares(const GraphList& order, std::span<const double> shares) {
  std::vector<GraphList> parts(shares.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::size_t neediest = 0;
    double largest_debt = 0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const double debt = shares[part] * static_cast<double>(i + 1) - static_cast<double>(parts[part].size());
      if (part == 0 || debt > largest_debt) {
        neediest = part;
        largest_debt = debt;
      }
    }
    parts[neediest].push_back(order[i]);
  }
  for (GraphList& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

std::vector<Split> splits_of_folds(const Dataset& dataset, const std::vector<GraphList>& folds, InnerValidation inner,
                                   const InnerDivision& divide) {
  std::vector<Split> splits;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    Split& split = splits.emplace_back();
    split.test = folds[fold];
    if (inner == InnerValidation::next_fold) {
      const std::size_t next = (fold + 1) % folds.size();
      split.validation = folds[next];
      split.train = joined_except(folds, fold, next);
    } else {
      std::vector<GraphList> parts = divide(joined_except(folds, fold, fold), fold);
      split.train = std::move(parts[0]);
      split.validation = std::move(parts[1]);
    }
    require_graphs(split.train, "train", dataset);
    require_graphs(split.validation, "validation", dataset);
  }
  return splits;
}

InnerDivision divided_by_fraction(const Dataset& dataset, const FoldOptions& options) {
  if (options.inner == InnerValidation::next_fold) return {};
  return [&dataset, options, shares = inner_shares(options)](const GraphList& rest, std::size_t fold) {
    // Stream 0 dealt the folds.
    return dealt_by_shares(shuffled(dataset, rest, options.strata, Rng(options.seed, Purpose::split, fold + 1)),
                           shares);
  };
}

GraphList shuffled(const Dataset& dataset, const GraphList& graphs, Strata strata, Rng rng) {
  const std::vector<std::int64_t> stratum = strata_of(dataset, strata);
  std::map<std::int64_t, GraphList> members_of;
  for (const std::int64_t graph : graphs) members_of[stratum[static_cast<std::size_t>(graph)]].push_back(graph);
  GraphList order;
  order.reserve(graphs.size());
  for (auto& [label, members] : members_of) {
    rng.shuffle(std::span(members));
    order.insert(order.end(), members.begin(), members.end());
  }
  return order;
}

}  // namespace gnnir
