#include "gnnir/data/split/entries.h"

namespace gnnir {
namespace {

template <Strata strata>
Split one_random_split(const Dataset& dataset, const DataOptions& data) {
  return split_by_fractions(dataset, data.train_fraction, data.validation_fraction, data.split_seed, strata);
}

template <Strata strata>
std::vector<Split> random_folds(const Dataset& dataset, const DataOptions& data) {
  FoldOptions options = data.fold_options();
  options.strata = strata;
  return stratified_folds(dataset, options);
}

}  // namespace

const SplitMethod& random_split_method() {
  static const SplitMethod method{.name = "random",
                                  .summary = "drawn, whatever the classes",
                                  .split = one_random_split<Strata::none>,
                                  .make_folds = random_folds<Strata::none>};
  return method;
}

const SplitMethod& stratified_split_method() {
  static const SplitMethod method{
      .name = "stratified",
      .summary = "drawn class by class, of yes/no questions the rarest yes; random of numbers",
      .split = one_random_split<Strata::classes>,
      .make_folds = random_folds<Strata::classes>};
  return method;
}

}  // namespace gnnir
