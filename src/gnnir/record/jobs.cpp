#include "gnnir/record/jobs.h"

#include <fmt/format.h>

#include <limits>

#include "gnnir/base/error.h"
#include "gnnir/data/split/methods.h"
#include "gnnir/record/run_record.h"

namespace gnnir {

std::vector<Job> jobs_for(const std::vector<Split>& splits, const TrainOptions& options) {
  if (options.seed > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() - (options.seeds - 1))) {
    throw usage_error("train.seed={} is too large to count up from with train.seeds={}", options.seed, options.seeds);
  }
  std::vector<Job> jobs;
  for (std::size_t fold = 0; fold < splits.size(); ++fold) {
    for (std::int64_t s = 0; s < options.seeds; ++s) {
      const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(s);
      std::string name = splits.size() > 1 ? RunRecord::fold_name(fold + 1) : "";
      if (options.seeds > 1) name += fmt::format("{}seed_{}", name.empty() ? "" : "_", seed);
      jobs.push_back({name, splits[fold], seed});
    }
  }
  return jobs;
}

std::vector<Job> plan_training(const Dataset& dataset, const RunConfig& config) {
  return jobs_for({make_split(dataset, config.data)}, config.train);
}

std::vector<Job> plan_cross_validation(const Dataset& dataset, const RunConfig& config) {
  return jobs_for(make_folds(dataset, config.data), config.train);
}

std::vector<Job> read_jobs(const std::filesystem::path& folder, const RunConfig& config, std::int64_t num_graphs) {
  const RunRecord record(folder);
  const std::vector<Split> by_job = record.read_splits(num_graphs);
  const auto seeds = static_cast<std::size_t>(config.train.seeds);
  if (by_job.size() % seeds != 0) {
    throw data_error("[run] {}: expected a multiple of {} splits, found {}", record.splits().string(), seeds,
                     by_job.size());
  }
  std::vector<Split> splits;
  for (std::size_t i = 0; i < by_job.size(); i += seeds) splits.push_back(by_job[i]);
  return jobs_for(splits, config.train);
}

std::vector<std::span<const Job>> jobs_by_split(std::span<const Job> jobs) {
  std::vector<std::span<const Job>> groups;
  for (std::size_t begin = 0; begin < jobs.size();) {
    std::size_t end = begin + 1;  // seeds of a split stand behind each other
    while (end < jobs.size() && jobs[end].split == jobs[begin].split) ++end;
    groups.push_back(jobs.subspan(begin, end - begin));
    begin = end;
  }
  return groups;
}

}  // namespace gnnir
