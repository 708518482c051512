#include "gnnir/data/split/entries.h"
#include "gnnir/data/split/groups.h"
#include "gnnir/data/split/molecule_groups.h"

namespace gnnir {
namespace {

/// Molecules without a ring have no scaffold, and are a group too.
GraphGroups groups_of_scaffold(const Dataset& dataset) {
  return groups_of(about_molecules(dataset, &Chemistry::scaffold_of), "scaffolds");
}

}  // namespace

const SplitMethod& scaffold_split_method() {
  static const SplitMethod method{
      .name = "scaffold",
      .summary = "molecules with the same Bemis-Murcko scaffold stay together",
      .molecules = true,
      .split = [](const Dataset& dataset,
                  const DataOptions& data) { return split_by_groups(dataset, groups_of_scaffold(dataset), data); },
      .make_folds =
          [](const Dataset& dataset, const DataOptions& data) {
            return folds_by_groups(dataset, groups_of_scaffold(dataset), data);
          }};
  return method;
}

}  // namespace gnnir
