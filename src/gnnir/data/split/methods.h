#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/options.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {

/// A way to divide graphs: an entry of the table, in a file of its own. What is drawn is decided by data.split_seed,
/// the same on every machine; every part has graphs, or an Error of kind usage or data says why not. Every graph is in
/// one part; only the folds of time leave out what is newer.
struct SplitMethod {
  const char* name;
  const char* summary;     ///< for help, in a few words
  bool column = false;     ///< reads data.split_column, and needs it
  bool molecules = false;  ///< needs SMILES (smiles_of)
  bool fractions = true;   ///< a single split reads data.train_fraction
  bool validation = true;  ///< a single split or folds read data.validation_fraction
  bool folds = true;       ///< reads data.folds; otherwise there are as many as there are
  bool inner = true;       ///< reads data.inner_validation
  bool seed = true;        ///< draws
  Split (*split)(const Dataset& dataset, const DataOptions& data);
  std::vector<Split> (*make_folds)(const Dataset& dataset, const DataOptions& data);
};

/// random, stratified, scaffold, cluster, column, group, time, files.
std::span<const SplitMethod* const> split_methods();
/// Nothing if it has another name, such as auto.
const SplitMethod* find_split_method(std::string_view name);
/// auto, and those of the table.
std::vector<std::string> split_names();

/// The split that data.split asks for. auto: data.split_file if it is given, else the parts that the data set brings,
/// else stratified.
Split make_split(const Dataset& dataset, const DataOptions& data);
/// The folds likewise, for cross-validation. auto: data.split_file if it is given, else stratified.
std::vector<Split> make_folds(const Dataset& dataset, const DataOptions& data);

/// An Error of kind usage if settings of splits contradict each other: a column that is not named, a file beside
/// another method.
void refuse_contradictory_split(const DataOptions& data);

}  // namespace gnnir
