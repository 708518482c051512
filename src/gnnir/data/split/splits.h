#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// Which graphs train, select and test a model; indices into a data set.
struct Split {
  struct Extra {
    std::string name;  ///< for example "test-large"
    std::vector<std::int64_t> graphs;
    bool operator==(const Extra&) const = default;
  };
  std::vector<std::int64_t> train;
  std::vector<std::int64_t> validation;
  std::vector<std::int64_t> test;
  std::vector<Extra> extra_tests = {};
  /// Graphs in all of it.
  [[nodiscard]] std::int64_t size() const;
  bool operator==(const Split&) const = default;
};

/// The fixed split of a data set with parts named train, validation, test, … in file order.
Split split_by_parts(const Dataset& dataset);

/// What is divided alike.
enum class Strata {
  none,     ///< all graphs are drawn from one heap
  classes,  ///< every class, where the data set has classes; graphs without a label are a class of their own
};

/// One random split; the rest after train and validation is the test part. Fractions in (0,1), their sum ≤ 1; parts
/// are rounded so that no graph is lost. An Error of kind usage if a part with a fraction above 0 would be empty.
Split split_by_fractions(const Dataset& dataset, double train, double validation, std::uint64_t seed,
                         Strata strata = Strata::classes);

/// How each fold's non-test graphs divide into train and validation.
enum class InnerValidation {
  next_fold,  ///< validation is the next fold (5 folds: 3:1:1, the CSL protocol)
  fraction,   ///< a stratified fraction of the non-test graphs (the TU protocol: 10 %)
};

struct FoldOptions {
  int folds = 10;
  InnerValidation inner = InnerValidation::fraction;
  double validation_fraction = 0.1;
  std::uint64_t seed = 0;
  Strata strata = Strata::classes;
};

/// Stratified k-fold: classes are spread over the folds as evenly as counts allow (regression, or no strata: plain
/// k-fold). Every graph is tested exactly once. An Error of kind usage if folds < 2 or folds > number of graphs, or a
/// part would be empty.
std::vector<Split> stratified_folds(const Dataset& dataset, const FoldOptions& options);

/// Index files PREFIX_train.index, PREFIX_val.index, PREFIX_test.index: a line per fold, 0-based indices separated by
/// commas; or, if none of the three has a comma, one fold with an index per line. An Error
/// of kind data reads `[split] CSL_train.index:2: graph 150 is outside 0..149`.
std::vector<Split> read_index_files(const std::filesystem::path& prefix, std::int64_t num_graphs);
/// The same from the content of the three files, which messages call by the names PREFIX_…
struct IndexFiles {
  std::string train, validation, test;
};
std::vector<Split> parse_index_files(const IndexFiles& files, const std::string& prefix, std::int64_t num_graphs);
/// One split from three files with an index per line, as OGB has them; messages call each by its name.
Split parse_index_lists(const IndexFiles& files, const IndexFiles& names, std::int64_t num_graphs);

/// Published folds (Errica et al. 2020): a JSON list with, per fold, "test" and "model_selection": [{"train",
/// "validation"}]. Also reads what splits_to_json writes.
std::vector<Split> read_fold_json(const std::filesystem::path& path, std::int64_t num_graphs);
/// The same from the content of the file, which messages call `name`.
std::vector<Split> parse_fold_json(std::string_view text, const std::string& name, std::int64_t num_graphs);

/// The splits as written to a run's splits.json: a list with, per fold, "train", "validation", "test" and, where there
/// are extra tests, "extra_tests": [{"name", "graphs"}].
Json splits_to_json(std::span<const Split> splits);

/// Checks that indices are in range, no part holds an index twice, and train, validation and test (and extras) do not
/// meet; throws an Error of kind data that begins with `where` and names fold (from 1), part and index.
void check_splits(std::span<const Split> splits, std::int64_t num_graphs, const std::string& where);

}  // namespace gnnir
