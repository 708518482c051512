#include "gnnir/run/scores_of_a_guess.h"

#include <algorithm>
#include <cmath>

#include "gnnir/train/prepare.h"

namespace gnnir {
namespace {

/// Labels alone: no features are encoded.
EncodedDataset labels_of(const Dataset& dataset, const TargetEncoding& targets) {
  EncodedDataset data;
  data.dataset = &dataset;
  if (targets.task == Task::classification) {
    data.classes = targets.encode_classes(dataset);
  } else {
    data.targets = targets.encode_targets(dataset);
  }
  return data;
}

/// The logarithm of a share; of none a little more than nothing.
float log_of(double share) { return static_cast<float>(std::log(std::max(share, 1e-6))); }

/// What is said of every graph, as a model's outputs would say it.
std::vector<float> guess(const TargetEncoding& targets, const EncodedDataset& data,
                         const std::vector<std::int64_t>& training) {
  std::vector<double> sum(targets.names.size());
  std::vector<double> count(targets.names.size());
  for (const std::int64_t graph : training) {
    const auto g = static_cast<std::size_t>(graph);
    for (std::size_t t = 0; t < sum.size(); ++t) {
      const bool is_class = targets.task == Task::classification;
      if (is_class ? data.classes[g] < 0 : std::isnan(data.targets[g * sum.size() + t])) continue;
      sum[t] += is_class ? (data.classes[g] == static_cast<std::int64_t>(t) ? 1 : 0) : data.targets[g * sum.size() + t];
      ++count[t];
    }
  }
  std::vector<float> outputs;
  for (std::size_t t = 0; t < sum.size(); ++t) {
    const double mean = count[t] > 0 ? sum[t] / count[t] : 0;
    switch (targets.task) {
      case Task::classification:
        outputs.push_back(log_of(mean));
        break;
      case Task::yes_no:
        outputs.push_back(log_of(mean) - log_of(1 - mean));
        break;
      case Task::regression:
        outputs.push_back(static_cast<float>(mean));
    }
  }
  return outputs;
}

}  // namespace

std::vector<Scores> scores_of_a_guess(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs) {
  std::vector<Scores> by_job;
  for (const Job& job : jobs) {
    ModelHeader model;
    model.config = config;
    model.targets = targets_for(dataset, job.split, config);
    const EncodedDataset data = labels_of(dataset, model.targets);
    const std::vector<float> always = guess(model.targets, data, job.split.train);
    std::vector<float> outputs;
    for (std::size_t i = 0; i < job.split.test.size(); ++i) outputs.insert(outputs.end(), always.begin(), always.end());
    by_job.push_back(score(model, data, job.split.test, outputs));
  }
  return by_job;
}

}  // namespace gnnir
