#include "gnnir/data/split/groups.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

/// Large groups first, each kind in random order.
std::vector<GraphList> large_groups_first(std::vector<GraphList> groups, double large, Rng& rng) {
  const auto small = std::stable_partition(groups.begin(), groups.end(), [large](const GraphList& group) {
    return static_cast<double>(group.size()) > large;
  });
  rng.shuffle(std::span(groups.begin(), small));
  rng.shuffle(std::span(small, groups.end()));
  return groups;
}

/// Gives group after group to the part that lacks most.
class GroupDealer {
 public:
  GroupDealer(std::vector<double> dues, std::size_t groups)
      : lacking_(std::move(dues)), parts_(lacking_.size()), groups_left_(groups) {
    wanted_ = static_cast<std::size_t>(std::count_if(lacking_.begin(), lacking_.end(), [](double d) { return d > 0; }));
  }

  void deal(const GraphList& group) {
    const bool only_empty = groups_left_-- <= wanted_;
    std::size_t neediest = parts_.size();
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      if (only_empty && (!parts_[part].empty() || lacking_[part] <= 0)) continue;
      if (neediest == parts_.size() || lacking_[part] > lacking_[neediest]) neediest = part;
    }
    if (parts_[neediest].empty()) --wanted_;
    parts_[neediest].insert(parts_[neediest].end(), group.begin(), group.end());
    lacking_[neediest] -= static_cast<double>(group.size());
  }

  std::vector<GraphList> take_parts() {
    for (GraphList& part : parts_) std::sort(part.begin(), part.end());
    return std::move(parts_);
  }

 private:
  std::vector<double> lacking_;  // graphs; below 0: more than its due
  std::vector<GraphList> parts_;
  std::size_t groups_left_;
  std::size_t wanted_ = 0;  // parts with a share that have nothing yet
};

void require_enough_groups(const Dataset& dataset, const GraphGroups& groups, std::size_t wanted, const char* each) {
  if (groups.members.size() >= wanted) return;
  throw usage_error("[split] {}: expected at least {} {}, one for each {}, found {}", dataset.name, wanted,
                    groups.called, each, groups.members.size());
}

/// The groups whose graphs are among the given ones; a group is there as a whole or not at all.
std::vector<GraphList> groups_among(const GraphGroups& groups, const GraphList& graphs) {
  std::vector<GraphList> among;
  std::copy_if(groups.members.begin(), groups.members.end(), std::back_inserter(among),
               [&](const GraphList& group) { return std::binary_search(graphs.begin(), graphs.end(), group.front()); });
  return among;
}

}  // namespace

GraphGroups groups_of(std::span<const std::string> keys, const char* called) {
  GraphGroups groups{.members = {}, .called = called};
  std::unordered_map<std::string, std::size_t> group_of;
  for (std::size_t graph = 0; graph < keys.size(); ++graph) {
    const std::size_t group = group_of.emplace(keys[graph], groups.members.size()).first->second;
    if (group == groups.members.size()) groups.members.emplace_back();
    groups.members[group].push_back(static_cast<std::int64_t>(graph));
  }
  return groups;
}

std::vector<GraphList> dealt_groups(std::vector<GraphList> groups, std::span<const double> shares, Rng rng) {
  std::size_t graphs = 0;
  for (const GraphList& group : groups) graphs += group.size();
  std::vector<double> dues;
  double smallest = static_cast<double>(graphs);
  for (const double share : shares) {
    dues.push_back(share * static_cast<double>(graphs));
    if (share > 0) smallest = std::min(smallest, dues.back());
  }
  GroupDealer dealer(std::move(dues), groups.size());
  for (const GraphList& group : large_groups_first(std::move(groups), smallest / 2, rng)) dealer.deal(group);
  return dealer.take_parts();
}

Split split_by_groups(const Dataset& dataset, const GraphGroups& groups, const DataOptions& data) {
  const std::vector<double> shares = shares_of(data.train_fraction, data.validation_fraction);
  require_enough_groups(dataset, groups, shares[2] > 0 ? 3 : 2, "part");
  return split_of_parts(dealt_groups(groups.members, shares, Rng(data.split_seed, Purpose::split)), shares, dataset);
}

std::vector<Split> folds_by_groups(const Dataset& dataset, const GraphGroups& groups, const DataOptions& data) {
  const FoldOptions options = data.fold_options();
  const auto count = static_cast<std::size_t>(std::max(options.folds, 0));
  if (count < 2) throw usage_error("[split] {}: expected at least 2 folds, found {}", dataset.name, options.folds);
  require_enough_groups(dataset, groups, count, "fold");
  const std::vector<double> equal(count, 1.0 / static_cast<double>(count));
  const std::vector<double> inner = inner_shares(options);
  const auto divide = [&](const GraphList& rest, std::size_t fold) {
    return dealt_groups(groups_among(groups, rest), inner, Rng(options.seed, Purpose::split, fold + 1));
  };
  return splits_of_folds(dataset, dealt_groups(groups.members, equal, Rng(options.seed, Purpose::split)), options.inner,
                         divide);
}

}  // namespace gnnir
