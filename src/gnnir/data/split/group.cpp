#include "gnnir/data/split/columns.h"
#include "gnnir/data/split/entries.h"
#include "gnnir/data/split/groups.h"

namespace gnnir {
namespace {

GraphGroups groups_of_column(const Dataset& dataset, const DataOptions& data) {
  return groups_of(SplitColumn(dataset, data.split_column).values(), "groups");
}

}  // namespace

const SplitMethod& group_split_method() {
  static const SplitMethod method{
      .name = "group",
      .summary = "what has the same value in a column stays together",
      .column = true,
      .split = [](const Dataset& dataset,
                  const DataOptions& data) { return split_by_groups(dataset, groups_of_column(dataset, data), data); },
      .make_folds =
          [](const Dataset& dataset, const DataOptions& data) {
            return folds_by_groups(dataset, groups_of_column(dataset, data), data);
          }};
  return method;
}

}  // namespace gnnir
