// What must hold for every metric of the table.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "gnnir/base/rng.h"
#include "gnnir/metrics/metrics.h"
#include "metrics/cases.h"

namespace gnnir {
namespace {

using namespace metric_cases;

constexpr std::size_t graphs = 30;

/// Predictions of a task and its labels, [graphs, columns] row by row, those of classes as numbers in one column.
struct Sample {
  TargetEncoding encoding;
  std::vector<float> outputs = {};
  std::vector<float> labels = {};

  [[nodiscard]] std::size_t columns() const { return encoding.names.size(); }
  [[nodiscard]] std::size_t label_columns() const { return labels.size() / graphs; }
  [[nodiscard]] Scores scores(Reasons* reasons = nullptr) const {
    if (encoding.task == Task::yes_no) return score_answers(outputs, labels, encoding, reasons);
    if (encoding.task == Task::regression) return score_targets(outputs, labels, encoding, reasons);
    std::vector<std::int64_t> numbers;
    for (const float label : labels) numbers.push_back(std::isnan(label) ? -1 : static_cast<std::int64_t>(label));
    return score_classes(outputs, numbers, encoding, reasons);
  }
};

std::vector<Sample> samples() {
  std::vector<Sample> all = {{classes({"a", "b"})},
                             {classes({"a", "b", "c", "d"})},
                             {questions({"a", "b", "c"})},
                             {targets({"a"})},
                             {targets({"a", "b", "c"})}};
  Rng rng(1, Purpose::test);
  for (Sample& sample : all) {
    const Task task = sample.encoding.task;
    if (task == Task::regression) sample.encoding.deviation.assign(sample.columns(), 2);
    const std::size_t label_columns = task == Task::classification ? 1 : sample.columns();
    const auto kinds = static_cast<std::uint64_t>(task == Task::classification ? sample.columns() : 2);
    for (std::size_t i = 0; i < graphs * label_columns; ++i) {
      sample.labels.push_back(task == Task::regression ? static_cast<float>(rng.uniform())
                                                       : static_cast<float>(rng.below(kinds)));
    }
    for (std::size_t i = 0; i < graphs * sample.columns(); ++i) {
      sample.outputs.push_back(static_cast<float>(4 * rng.uniform() - 2));
    }
  }
  return all;
}

Sample perfect(Sample sample) {
  for (std::size_t i = 0; i < sample.outputs.size(); ++i) {
    const float label = sample.labels[sample.encoding.task == Task::classification ? i / sample.columns() : i];
    const bool is_it = sample.encoding.task == Task::classification
                           ? static_cast<std::size_t>(label) == i % sample.columns()
                           : label == 1;
    sample.outputs[i] = sample.encoding.task == Task::regression ? label : is_it ? 100.0F : -100.0F;
  }
  return sample;
}

/// Rows in another order.
Sample permuted(const Sample& sample) {
  std::vector<std::size_t> order(graphs);
  std::iota(order.begin(), order.end(), 0);
  Rng rng(2, Purpose::test);
  for (std::size_t i = graphs; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  Sample result = sample;
  const auto move = [&](const std::vector<float>& from, std::vector<float>& to, std::size_t columns) {
    for (std::size_t i = 0; i < graphs * columns; ++i) to[i] = from[order[i / columns] * columns + i % columns];
  };
  move(sample.outputs, result.outputs, sample.columns());
  move(sample.labels, result.labels, sample.label_columns());
  return result;
}

TEST(EveryMetric, HasABestValueThatPerfectPredictionsReach) {
  for (const Sample& sample : samples()) {
    Reasons reasons;
    const Scores scores = perfect(sample).scores(&reasons);
    for (const Metric& metric : metrics()) {
      if (!metric.is_for(sample.encoding.task, sample.encoding.outputs())) continue;
      if (std::string(metric.name).ends_with("log_mae")) {
        EXPECT_EQ(reasons.at(metric.name), "an error is 0, which has no logarithm");
        continue;
      }
      ASSERT_TRUE(scores.contains(metric.name)) << metric.name << ": " << reasons[metric.name];
      EXPECT_NEAR(scores.at(metric.name), metric.higher_is_better ? 1 : 0, 1e-12) << metric.name;
    }
  }
}

TEST(EveryMetric, IsWorseForRandomPredictions) {
  for (const Sample& sample : samples()) {
    const Scores random = sample.scores();
    for (const Metric& metric : metrics()) {
      if (!metric.is_for(sample.encoding.task, sample.encoding.outputs()) || metric.only_mean) continue;
      const double value = random.at(metric.name);
      EXPECT_TRUE(metric.higher_is_better ? value < 0.95 : value > 0.05) << metric.name << " " << value;
    }
  }
}

TEST(EveryMetric, DoesNotDependOnTheOrderOfGraphs) {
  for (const Sample& sample : samples()) {
    const Scores before = sample.scores();
    const Scores after = permuted(sample).scores();
    ASSERT_EQ(before.size(), after.size());
    for (const auto& [name, value] : before) EXPECT_NEAR(value, after.at(name), 1e-12) << name;
  }
}

TEST(EveryMetric, DoesNotSeeGraphsWithoutALabel) {
  for (const Sample& sample : samples()) {
    Sample more = sample;
    more.labels.insert(more.labels.end(), 2 * sample.label_columns(), missing);
    more.outputs.insert(more.outputs.end(), sample.columns(), 7);
    more.outputs.insert(more.outputs.end(), sample.columns(), missing);
    EXPECT_EQ(more.scores(), sample.scores());
  }
}

/// Hostile predictions and labels for any of them.
std::vector<Sample> odd_samples() {
  std::vector<Sample> all;
  for (const Sample& sample : samples()) {
    for (const float output : {0.0F, missing, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::max(),
                               -std::numeric_limits<float>::max()}) {
      Sample constant = sample;
      std::fill(constant.outputs.begin(), constant.outputs.end(), output);
      all.push_back(constant);
      Sample once = sample;
      once.outputs[3] = output;
      all.push_back(once);
    }
    Sample one_label = sample;
    std::fill(one_label.labels.begin(), one_label.labels.end(), 1.0F);
    all.push_back(one_label);
    Sample lonely = sample;
    std::fill(lonely.labels.begin() + static_cast<std::ptrdiff_t>(sample.label_columns()), lonely.labels.end(),
              missing);
    all.push_back(lonely);
  }
  return all;
}

TEST(EveryMetric, IsFiniteOrAbsentForAReason) {
  for (const Sample& sample : odd_samples()) {
    Reasons reasons;
    const Scores scores = sample.scores(&reasons);
    for (const auto& [name, value] : scores) {
      EXPECT_TRUE(std::isfinite(value) || name == "loss") << name;
    }
    for (const Metric& metric : metrics()) {
      if (!metric.is_for(sample.encoding.task, sample.encoding.outputs())) continue;
      EXPECT_NE(scores.contains(metric.name), reasons.contains(metric.name)) << metric.name;
    }
    for (const auto& [name, why] : reasons) EXPECT_FALSE(why.empty()) << name;
  }
}

TEST(EveryMetric, IsOfOneKindOfTask) {
  std::set<std::string> names;
  for (const Metric& metric : metrics()) {
    EXPECT_NE(metric.of_classes == nullptr, metric.of_numbers == nullptr) << metric.name;
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_EQ(find_metric(metric.name), &metric);
    EXPECT_EQ(find_metric(score_of(metric.name, "a:b")), &metric);
  }
  EXPECT_EQ(find_metric("loss"), nullptr);
  EXPECT_EQ(find_metric(""), nullptr);
}

TEST(Score, OfATargetWithALineEndInItsNameIsStillOneField) { EXPECT_EQ(score_of("mae", "a\nb,c"), "mae:a b,c"); }

}  // namespace
}  // namespace gnnir
