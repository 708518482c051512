#include <fmt/format.h>

#include "gnnir/base/error.h"
#include "gnnir/train/run.h"

namespace gnnir {
namespace {

std::vector<Split> read_splits(const Dataset& dataset, const std::string& file) {
  if (file.ends_with(".json")) return read_fold_json(file, dataset.size());
  return read_index_files(file, dataset.size());
}

/// Every split once per seed; names only what there are several of.
std::vector<Job> jobs_for(const std::vector<Split>& splits, std::uint64_t first_seed, std::int64_t seeds) {
  std::vector<Job> jobs;
  for (std::size_t fold = 0; fold < splits.size(); ++fold) {
    for (std::int64_t s = 0; s < seeds; ++s) {
      std::string name = splits.size() > 1 ? fmt::format("fold_{}", fold + 1) : "";
      if (seeds > 1)
        name += fmt::format("{}seed_{}", name.empty() ? "" : "_", first_seed + static_cast<std::uint64_t>(s));
      jobs.push_back({name, splits[fold], first_seed + static_cast<std::uint64_t>(s)});
    }
  }
  return jobs;
}

Split single_split(const Dataset& dataset, const DataOptions& data) {
  const std::int64_t fold = data.fold;
  if (!data.split_file.empty()) {
    const std::vector<Split> folds = read_splits(dataset, data.split_file);
    if (fold < 1 || fold > static_cast<std::int64_t>(folds.size())) {
      throw usage_error("--fold: expected 1..{}, found {}", folds.size(), fold);
    }
    return folds[static_cast<std::size_t>(fold - 1)];
  }
  if (fold != 1) throw usage_error("--fold {}: there are folds only with --split-file; `gnnir cv` makes its own", fold);
  if (!dataset.parts.empty()) return split_by_parts(dataset);
  if (data.train_fraction + data.validation_fraction > 1) {
    throw usage_error("--train-fraction + --validation-fraction: expected at most 1, found {} + {}",
                      data.train_fraction, data.validation_fraction);
  }
  return split_by_fractions(dataset, data.train_fraction, data.validation_fraction, data.split_seed);
}

}  // namespace

std::vector<Job> plan_training(const Dataset& dataset, const RunConfig& config) {
  return jobs_for({single_split(dataset, config.data)}, config.train.seed, config.train.seeds);
}

std::vector<Job> plan_cross_validation(const Dataset& dataset, const RunConfig& config) {
  const DataOptions& data = config.data;
  const std::vector<Split> folds = !data.split_file.empty()
                                       ? read_splits(dataset, data.split_file)
                                       : stratified_folds(dataset, {.folds = static_cast<int>(data.folds),
                                                                    .inner = data.inner_validation,
                                                                    .validation_fraction = data.validation_fraction,
                                                                    .seed = data.split_seed});
  return jobs_for(folds, config.train.seed, config.train.seeds);
}

}  // namespace gnnir
