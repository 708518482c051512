#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include "gnnir/base/error.h"
#include "gnnir/data/label_remarks.h"
#include "gnnir/data/rejects.h"
#include "gnnir/record/run_record.h"
#include "gnnir/run/run.h"

namespace gnnir {
namespace {

/// A split file is a list of folds in JSON, or index files: their prefix, or one of them.
std::vector<Split> read_splits(const Dataset& dataset, const std::string& file) {
  if (dataset.repairs.rejected > 0) {
    throw usage_error("data.split_file={}: {} of the graphs that it counts {} skipped: mend them, or leave it out",
                      file, dataset.repairs.rejected, dataset.repairs.rejected == 1 ? "was" : "were");
  }
  if (file.ends_with(".json")) return read_fold_json(file, dataset.size());
  for (const std::string_view ending : {"_train.index", "_val.index", "_test.index"}) {
    if (file.ends_with(ending)) return read_index_files(file.substr(0, file.size() - ending.size()), dataset.size());
  }
  return read_index_files(file, dataset.size());
}

/// Whoever says how to split a data set that brings its own parts thinks that it counts.
void refuse_unused_fractions(const DataOptions& data) {
  const DataOptions defaults;
  const auto refuse = [](const char* option) {
    throw setting_error(
        option,
        "has no effect here: the data set brings its own training, validation and test graphs; data.split_file names "
        "others");
  };
  if (data.train_fraction != defaults.train_fraction) refuse("data.train_fraction");
  if (data.validation_fraction != defaults.validation_fraction) refuse("data.validation_fraction");
  if (data.split_seed != defaults.split_seed) refuse("data.split_seed");
}

Split single_split(const Dataset& dataset, const DataOptions& data) {
  const std::int64_t fold = data.fold;
  if (!data.split_file.empty()) {
    const std::vector<Split> folds = read_splits(dataset, data.split_file);
    if (fold < 1 || fold > static_cast<std::int64_t>(folds.size())) {
      throw setting_error("data.fold", "expected 1..{}, found {}", folds.size(), fold);
    }
    return folds[static_cast<std::size_t>(fold - 1)];
  }
  if (fold != 1)
    throw usage_error("data.fold={}: there are folds only with data.split_file; cross-validation makes its own", fold);
  if (!dataset.parts.empty()) {
    refuse_unused_fractions(data);
    return split_by_parts(dataset);
  }
  if (data.train_fraction + data.validation_fraction > 1) {
    throw setting_error("data.train_fraction", "expected at most 1 with data.validation_fraction, found {} + {}",
                        data.train_fraction, data.validation_fraction);
  }
  return split_by_fractions(dataset, data.train_fraction, data.validation_fraction, data.split_seed);
}

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

}  // namespace

std::vector<std::string> remarks_on_data(const Dataset& dataset, const std::vector<Job>& jobs, Task task) {
  std::vector<std::string> remarks;
  const auto remark = [&](const Job& job, const std::string& text) {
    remarks.push_back((job.name.empty() ? "" : job.name + ": ") + text);
  };
  if (const std::int64_t in_split = jobs.front().split.size(); in_split < dataset.size()) {
    remarks.push_back(fmt::format("{} of {} graphs are in no part of the split: is it of this data set?",
                                  dataset.size() - in_split, dataset.size()));
  }
  if (!dataset.parts.empty() && static_cast<std::int64_t>(jobs.front().split.train.size()) != dataset.parts[0].size) {
    remarks.push_back(fmt::format("the parts that {} brings are not used: it is split otherwise", dataset.name));
  }
  if (std::string edges = remark_on_conflicting_edges(dataset); !edges.empty()) remarks.push_back(std::move(edges));
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
  return jobs_for({single_split(dataset, config.data)}, config.train);
}

std::vector<Job> plan_cross_validation(const Dataset& dataset, const RunConfig& config) {
  const DataOptions& data = config.data;
  const std::vector<Split> folds = !data.split_file.empty()
                                       ? read_splits(dataset, data.split_file)
                                       : stratified_folds(dataset, {.folds = static_cast<int>(data.folds),
                                                                    .inner = data.inner_validation,
                                                                    .validation_fraction = data.validation_fraction,
                                                                    .seed = data.split_seed});
  return jobs_for(folds, config.train);
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
