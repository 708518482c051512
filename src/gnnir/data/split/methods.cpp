#include "gnnir/data/split/methods.h"

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/split/entries.h"

namespace gnnir {
namespace {

/// Whoever says how to split a data set that brings its own parts thinks that it counts.
void refuse_unused_fractions(const DataOptions& data) {
  const DataOptions defaults;
  const auto refuse = [](const char* option) {
    throw setting_error(
        option,
        "has no effect here: the data set brings its own training, validation and test graphs; data.split or "
        "data.split_file names others");
  };
  if (data.train_fraction != defaults.train_fraction) refuse("data.train_fraction");
  if (data.validation_fraction != defaults.validation_fraction) refuse("data.validation_fraction");
  if (data.split_seed != defaults.split_seed) refuse("data.split_seed");
}

/// The method that is asked for; nullptr: whatever the data set brings, or stratified.
const SplitMethod* method_for(const DataOptions& data) {
  refuse_contradictory_split(data);
  return data.split_file.empty() ? find_split_method(data.split) : &files_split_method();
}

}  // namespace

std::span<const SplitMethod* const> split_methods() {
  static const std::vector<const SplitMethod*> table = {
      &random_split_method(), &stratified_split_method(), &scaffold_split_method(), &cluster_split_method(),
      &column_split_method(), &group_split_method(),      &time_split_method(),     &files_split_method(),
  };
  return table;
}

const SplitMethod* find_split_method(std::string_view name) {
  const auto methods = split_methods();
  const auto found =
      std::find_if(methods.begin(), methods.end(), [name](const SplitMethod* method) { return method->name == name; });
  return found == methods.end() ? nullptr : *found;
}

std::vector<std::string> split_names() {
  std::vector<std::string> names = {"auto"};
  for (const SplitMethod* method : split_methods()) names.emplace_back(method->name);
  return names;
}

void refuse_contradictory_split(const DataOptions& data) {
  const SplitMethod* method = find_split_method(data.split);
  if (method == nullptr && data.split != "auto") {
    const std::vector<std::string> known = split_names();
    throw setting_error("data.split", "expected one of {}, found {}.{}", fmt::join(known, ", "), in_quotes(data.split),
                        suggestion(data.split, known));
  }
  const bool by_file = method == &files_split_method();
  if (by_file && data.split_file.empty()) {
    throw setting_error("data.split_file", "data.split=files reads it: expected a file or a folder, found none");
  }
  if (method != nullptr && !by_file && !data.split_file.empty()) {
    throw setting_error("data.split_file", "data.split={} divides the graphs itself: leave one of the two out",
                        method->name);
  }
  if (method != nullptr && method->column && data.split_column.empty()) {
    throw setting_error("data.split_column", "data.split={} goes by a column: expected its name, found none",
                        method->name);
  }
}

Split make_split(const Dataset& dataset, const DataOptions& data) {
  const SplitMethod* method = method_for(data);
  if (data.fold != 1 && method != &files_split_method()) {
    throw usage_error("data.fold={}: there are folds only with data.split_file; cross-validation makes its own",
                      data.fold);
  }
  if (method == nullptr && !dataset.parts.empty()) {
    refuse_unused_fractions(data);
    return split_by_parts(dataset);
  }
  if (method == nullptr) method = &stratified_split_method();
  if (method->fractions && data.train_fraction + data.validation_fraction > 1) {
    throw setting_error("data.train_fraction", "expected at most 1 with data.validation_fraction, found {} + {}",
                        data.train_fraction, data.validation_fraction);
  }
  return method->split(dataset, data);
}

std::vector<Split> make_folds(const Dataset& dataset, const DataOptions& data) {
  const SplitMethod* method = method_for(data);
  return (method != nullptr ? *method : stratified_split_method()).make_folds(dataset, data);
}

}  // namespace gnnir
