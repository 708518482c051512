#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/split/splits.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// One training of a run: a fold, a seed, or both.
struct Job {
  std::string name;  ///< "fold_1", "seed_2"; empty if the run has only one
  Split split;
  std::uint64_t seed = 0;
};

/// The jobs of `gnnir train`: the split that the options name, once per seed.
std::vector<Job> plan_training(const Dataset& dataset, const RunConfig& config);
/// The jobs of `gnnir cv`: every fold, once per seed.
std::vector<Job> plan_cross_validation(const Dataset& dataset, const RunConfig& config);

/// Every split once per seed; names only what there are several of.
std::vector<Job> jobs_for(const std::vector<Split>& splits, const TrainOptions& options);

/// The jobs of a run as its splits.json has them, whatever has become of the file that they came from.
std::vector<Job> read_jobs(const std::filesystem::path& folder, const RunConfig& config, std::int64_t num_graphs);

/// The jobs of a run, those of one split side by side: its seeds.
std::vector<std::span<const Job>> jobs_by_split(std::span<const Job> jobs);

}  // namespace gnnir
