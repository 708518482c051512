#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "gnnir/data/label_remarks.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/split/leaks.h"
#include "gnnir/run/run.h"

namespace gnnir {
namespace {

using Remarks = std::vector<std::string>;
using Members = std::vector<std::int64_t>;

std::vector<std::string> classes_without_graphs(const Dataset& dataset, const Members& graphs) {
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
  const auto add = [&](const Members& graphs) {
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

/// The labels that some graphs have of a target.
std::vector<float> labels_of(const Dataset& dataset, std::int64_t target, const Members& graphs) {
  std::vector<float> labels;
  for (const std::int64_t graph : graphs) {
    const float y = dataset.targets[static_cast<std::size_t>(graph * dataset.num_targets + target)];
    if (!std::isnan(y)) labels.push_back(y);
  }
  return labels;
}

Remarks remarks_on_classes(const Dataset& dataset, const Members& training) {
  const Remarks missing = classes_without_graphs(dataset, training);
  if (missing.empty()) return {};
  if (missing.size() == 1) {
    return {fmt::format("no training graph of class '{}': it will never be predicted", missing.front())};
  }
  const auto shown = std::span(missing).first(std::min<std::size_t>(missing.size(), 3));
  return {fmt::format("no training graph of {} classes ('{}'{}): they will never be predicted", missing.size(),
                      fmt::join(shown, "', '"), missing.size() > shown.size() ? ", …" : "")};
}

bool has_both_answers(const Dataset& dataset, std::int64_t question, const Members& graphs) {
  const std::vector<float> answers = labels_of(dataset, question, graphs);
  return std::set<float>(answers.begin(), answers.end()).size() > 1;
}

/// Which questions the score that picks the epoch does not see, and in how many trainings.
Remarks remarks_on_validation(const Dataset& dataset, const std::vector<Job>& jobs) {
  Remarks remarks;
  for (std::int64_t t = 0; t < dataset.num_targets; ++t) {
    const auto lacks = std::count_if(jobs.begin(), jobs.end(), [&](const Job& job) {
      return !job.split.validation.empty() && !has_both_answers(dataset, t, job.split.validation);
    });
    if (lacks == 0) continue;
    remarks.push_back(
        fmt::format("validation graphs do not have both answers to '{}'{}: it does not count in what picks the epoch",
                    dataset.target_names[static_cast<std::size_t>(t)],
                    jobs.size() == 1 ? "" : fmt::format(" in {} of {} trainings", lacks, jobs.size())));
  }
  return remarks;
}

Remarks remarks_on_questions(const Dataset& dataset, const Members& training) {
  Remarks remarks;
  for (std::int64_t t = 0; t < dataset.num_targets; ++t) {
    if (has_both_answers(dataset, t, training)) continue;
    remarks.push_back(fmt::format("the answer to '{}' is the same for all training graphs",
                                  dataset.target_names[static_cast<std::size_t>(t)]));
  }
  return remarks;
}

Remarks remarks_on_numbers(const Dataset& dataset, const Members& training) {
  Remarks remarks;
  for (std::int64_t t = 0; t < dataset.num_targets; ++t) {
    float least = INFINITY;
    float most = -INFINITY;
    for (const float y : labels_of(dataset, t, training)) {
      least = std::min(least, y);
      most = std::max(most, y);
    }
    const std::string& name = dataset.target_names[static_cast<std::size_t>(t)];
    const float largest = std::max(std::abs(least), std::abs(most));
    const float step = std::nextafter(largest, INFINITY) - largest;
    if (least == most) {
      remarks.push_back(
          fmt::format("target '{}' is {} for all training graphs{}", name, least,
                      step > 1 ? fmt::format(", in steps of {}: subtract a constant from it", step) : ""));
    } else if (step > 1e-3F * (most - least)) {
      remarks.push_back(fmt::format(
          "target '{}' goes from {} to {}, but in single precision only in steps of {}: subtract a constant from it",
          name, least, most, step));
    }
  }
  return remarks;
}

}  // namespace

std::vector<std::string> remarks_on_data(const Dataset& dataset, const std::vector<Job>& jobs, Task task) {
  Remarks remarks;
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
  if (task == Task::classification && dataset.class_names.size() == 1) {
    remarks.push_back(fmt::format("all labels are '{}': there is nothing to tell apart", dataset.class_names[0]));
    return remarks;
  }
  if (task == Task::yes_no) {
    for (std::string& text : remarks_on_validation(dataset, jobs)) remarks.push_back(std::move(text));
  }
  const auto on_training = task == Task::classification ? remarks_on_classes
                           : task == Task::yes_no       ? remarks_on_questions
                                                        : remarks_on_numbers;
  for (const Job& job : jobs) {
    for (const std::string& text : on_training(dataset, job.split.train)) {
      remarks.push_back((job.name.empty() ? "" : job.name + ": ") + text);
    }
  }
  return remarks;
}

}  // namespace gnnir
