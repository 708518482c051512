#include "gnnir/data/split/butina.h"
#include "gnnir/data/split/entries.h"
#include "gnnir/data/split/groups.h"
#include "gnnir/data/split/molecule_groups.h"

namespace gnnir {
namespace {

GraphGroups groups_of_cluster(const Dataset& dataset) {
  constexpr std::int64_t most = 50'000;  // every pair is compared
  if (dataset.size() > most) {
    throw usage_error(
        "[split] {}: expected at most {} molecules to compare each with each other, found {}; data.split=scaffold is "
        "for more",
        dataset.name, most, dataset.size());
  }
  return {.members = butina_clusters(about_molecules(dataset, &Chemistry::fingerprint_of)), .called = "clusters"};
}

}  // namespace

const SplitMethod& cluster_split_method() {
  static const SplitMethod method{
      .name = "cluster",
      .summary = "similar molecules (Butina on Morgan fingerprints) stay together",
      .molecules = true,
      .split = [](const Dataset& dataset,
                  const DataOptions& data) { return split_by_groups(dataset, groups_of_cluster(dataset), data); },
      .make_folds = [](const Dataset& dataset,
                       const DataOptions& data) { return folds_by_groups(dataset, groups_of_cluster(dataset), data); }};
  return method;
}

}  // namespace gnnir
