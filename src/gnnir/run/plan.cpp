#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include "gnnir/base/error.h"
#include "gnnir/data/label_remarks.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/split/leaks.h"
#include "gnnir/data/split/methods.h"
#include "gnnir/record/run_record.h"
#include "gnnir/run/run.h"

namespace gnnir {
namespace {

std::vector<std::string> classes_without_graphs(const Dataset& dataset, const std::vector<std::int64_t>& graphs) {
  std::vector<bool> has_graph(dataset.class_names.size());
  for (const std::int64_t graph : graphs) {
    const std::int64_t c = dataset.classes[static_cast<std::size_t>(graph)];
    if (c >= 0) has_graph[static_cast<std::size_t>(c)] = true;
  }
  std::vector<std::string> missing;
  for (std::size_t c = 0; c < has_graph.size(); ++c) {
    if (!has_graph[c]) missing.push_back(dataset.class_names[c]);
  }
  return missing;
}

/// Of any training: the folds of time leave out of each what is newer than its test.
std::int64_t graphs_in_no_part(const Dataset& dataset, const std::vector<Job>& jobs) {
  std::vector<bool> is_in_part(dataset.examples.size());
  const auto add = [&](const std::vector<std::int64_t>& graphs) {
    for (const std::int64_t graph : graphs) is_in_part[static_cast<std::size_t>(graph)] = true;
  };
  for (const Job& job : jobs) {
    for (const auto* part : {&job.split.train, &job.split.validation, &job.split.test}) add(*part);
    for (const Split::Extra& extra : job.split.extra_tests) add(extra.graphs);
  }
  return std::count(is_in_part.begin(), is_in_part.end(), false);
}

/// Each split once, though it may be trained with several seeds.
std::vector<Split> splits_of(const std::vector<Job>& jobs) {
  std::vector<Split> splits;
  for (const Job& job : jobs) {
    if (job.seed == jobs.front().seed) splits.push_back(job.split);
  }
  return splits;
}

}  // namespace

std::vector<std::string> remarks_on_data(const Dataset& dataset, const std::vector<Job>& jobs, Task task) {
  std::vector<std::string> remarks;
  const auto remark = [&](const Job& job, const std::string& text) {
    remarks.push_back((job.name.empty() ? "" : job.name + ": ") + text);
  };
  if (const std::int64_t left_out = graphs_in_no_part(dataset, jobs); left_out > 0) {
    remarks.push_back(
        fmt::format("{} of {} graphs are in no part of the split: is it of this data set?", left_out, dataset.size()));
  }
  if (!dataset.parts.empty() && static_cast<std::int64_t>(jobs.front().split.train.size()) != dataset.parts[0].size) {
    remarks.push_back(fmt::format("the parts that {} brings are not used: it is split otherwise", dataset.name));
  }
  if (std::string edges = remark_on_conflicting_edges(dataset); !edges.empty()) remarks.push_back(std::move(edges));
  if (std::string leaks = remark_on_leaks(dataset, splits_of(jobs)); !leaks.empty())
    remarks.push_back(std::move(leaks));
  for (std::string& text : remarks_on_labels(dataset, jobs.front().split, task)) remarks.push_back(std::move(text));
  for (const Job& job : jobs) {
    if (task == Task::classification && dataset.class_names.size() == 1) {
      remarks.push_back(fmt::format("all labels are '{}': there is nothing to tell apart", dataset.class_names[0]));
      return remarks;
    }
    if (task == Task::classification) {
      const std::vector<std::string> missing = classes_without_graphs(dataset, job.split.train);
      if (missing.size() == 1) {
        remark(job, fmt::format("no training graph of class '{}': it will never be predicted", missing.front()));
      } else if (!missing.empty()) {
        const auto shown = std::span(missing).first(std::min<std::size_t>(missing.size(), 3));
        remark(job, fmt::format("no training graph of {} classes ('{}'{}): they will never be predicted",
                                missing.size(), fmt::join(shown, "', '"), missing.size() > shown.size() ? ", …" : ""));
      }
    }
    for (std::int64_t t = 0; task == Task::yes_no && t < dataset.num_targets; ++t) {
      std::set<float> answers;
      for (const std::int64_t graph : job.split.train) {
        const float y = dataset.targets[static_cast<std::size_t>(graph * dataset.num_targets + t)];
        if (!std::isnan(y)) answers.insert(y);
      }
      if (answers.size() > 1) continue;
      remark(job, fmt::format("the answer to '{}' is the same for all training graphs",
                              dataset.target_names[static_cast<std::size_t>(t)]));
    }
    for (std::int64_t t = 0; task == Task::regression && t < dataset.num_targets; ++t) {
      float least = INFINITY;
      float most = -INFINITY;
      for (const std::int64_t graph : job.split.train) {
        const float y = dataset.targets[static_cast<std::size_t>(graph * dataset.num_targets + t)];
        if (std::isnan(y)) continue;
        least = std::min(least, y);
        most = std::max(most, y);
      }
      const std::string& name = dataset.target_names[static_cast<std::size_t>(t)];
      const float largest = std::max(std::abs(least), std::abs(most));
      const float step = std::nextafter(largest, INFINITY) - largest;
      if (least == most) {
        remark(job, fmt::format("target '{}' is {} for all training graphs{}", name, least,
                                step > 1 ? fmt::format(", in steps of {}: subtract a constant from it", step) : ""));
      } else if (step > 1e-3F * (most - least)) {
        remark(job, fmt::format("target '{}' goes from {} to {}, but in single precision only in steps of {}: subtract "
                                "a constant from it",
                                name, least, most, step));
      }
    }
  }
  return remarks;
}

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

}  // namespace gnnir
