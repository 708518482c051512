#include "gnnir/metrics/metrics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/metrics/class_rows.h"
#include "gnnir/metrics/classification.h"
#include "gnnir/metrics/regression.h"

namespace gnnir {
namespace {

/// Takes in what metrics give.
class Sheet {
 public:
  explicit Sheet(Reasons* reasons) : reasons_(reasons) {}

  void put(const std::string& name, const MetricValue& value) {
    if (value.lack == MetricValue::Lack::none) {
      scores_[name] = value.number;
    } else if (reasons_) {
      (*reasons_)[name] = value.why;
    }
  }
  void put_loss(double loss) { scores_["loss"] = loss; }

  /// What a metric gives of each target, and the mean.
  void put(const Metric& metric, const std::vector<std::string>& targets, const std::vector<MetricValue>& values) {
    if (targets.size() > 1 && !metric.only_mean) {
      for (std::size_t t = 0; t < targets.size(); ++t) put(score_of(metric.name, targets[t]), values[t]);
    }
    put(metric.name, mean_of(values));
  }

  Scores scores() && { return std::move(scores_); }

 private:
  static MetricValue mean_of(const std::vector<MetricValue>& values) {
    double sum = 0;
    double count = 0;
    for (const MetricValue& value : values) {
      if (value.lack == MetricValue::Lack::predictions) return value;
      if (value.lack == MetricValue::Lack::labels) continue;
      sum += value.number;
      ++count;
    }
    return count == 0 ? values.front() : MetricValue{sum / count};
  }

  Reasons* reasons_;
  Scores scores_;
};

double sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

std::vector<ClassRows> rows_of_questions(std::span<const float> outputs, std::span<const float> answers,
                                         std::size_t columns) {
  std::vector<ClassRows> questions;
  for (std::size_t t = 0; t < columns; ++t) questions.push_back(ClassRows::of_answers(outputs, answers, t, columns));
  return questions;
}

/// 0: not known. Files of before it was kept know it where targets are standardised.
double deviation_of(const TargetEncoding& encoding, std::size_t target) {
  if (!encoding.deviation.empty()) return encoding.deviation[target];
  return encoding.standardizes() ? encoding.scale[target] : 0;
}

std::vector<NumberRows> rows_of_targets(std::span<const float> outputs, std::span<const float> targets,
                                        const TargetEncoding& encoding) {
  const std::size_t columns = encoding.names.size();
  std::vector<NumberRows> all;
  for (std::size_t t = 0; t < columns; ++t) {
    all.push_back(NumberRows::of(outputs, targets, t, columns));
    all.back().unit = encoding.scale[t];
    all.back().deviation = deviation_of(encoding, t);
  }
  return all;
}

/// Over all labels that are present, whatever their column.
double mean_absolute_error(std::span<const float> outputs, std::span<const float> targets) {
  double total = 0;
  double count = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (std::isnan(targets[i])) continue;
    total += std::abs(static_cast<double>(outputs[i]) - static_cast<double>(targets[i]));
    ++count;
  }
  return total / count;
}

bool none_is_there(std::span<const float> labels) {
  return std::all_of(labels.begin(), labels.end(), [](float label) { return std::isnan(label); });
}

}  // namespace

Scores score_classes(std::span<const float> outputs, std::span<const std::int64_t> classes,
                     const TargetEncoding& encoding, Reasons* reasons) {
  const ClassRows rows = ClassRows::of(outputs, classes, encoding.outputs());
  if (rows.size() == 0) return {};
  Sheet sheet(reasons);
  sheet.put_loss(sum(rows.surprise) / static_cast<double>(rows.size()));
  for (const Metric& metric : metrics()) {
    if (metric.is_for(Task::classification, 1)) sheet.put(metric.name, metric.of_classes(rows));
  }
  for (std::int64_t c = 0; c < encoding.outputs(); ++c) {
    sheet.put(score_of("f1", encoding.names[static_cast<std::size_t>(c)]), f1_of(rows, c));
  }
  return std::move(sheet).scores();
}

Scores score_answers(std::span<const float> outputs, std::span<const float> answers, const TargetEncoding& encoding,
                     Reasons* reasons) {
  if (none_is_there(answers)) return {};
  const std::vector<ClassRows> questions = rows_of_questions(outputs, answers, encoding.names.size());
  double loss = 0;
  double count = 0;
  for (const ClassRows& rows : questions) {
    loss += sum(rows.surprise);
    count += static_cast<double>(rows.size());
  }
  Sheet sheet(reasons);
  sheet.put_loss(loss / count);
  for (const Metric& metric : metrics()) {
    if (!metric.is_for(Task::yes_no, encoding.outputs())) continue;
    std::vector<MetricValue> values;
    for (const ClassRows& rows : questions) values.push_back(metric.of_classes(rows));
    sheet.put(metric, encoding.names, values);
  }
  return std::move(sheet).scores();
}

Scores score_targets(std::span<const float> outputs, std::span<const float> targets, const TargetEncoding& encoding,
                     Reasons* reasons) {
  if (none_is_there(targets)) return {};
  const std::vector<NumberRows> all = rows_of_targets(outputs, targets, encoding);
  Sheet sheet(reasons);
  sheet.put_loss(mean_absolute_error(outputs, targets));
  for (const Metric& metric : metrics()) {
    if (!metric.is_for(Task::regression, encoding.outputs())) continue;
    std::vector<MetricValue> values;
    for (const NumberRows& rows : all) values.push_back(metric.of_numbers(rows));
    sheet.put(metric, encoding.names, values);
  }
  return std::move(sheet).scores();
}

std::vector<ConfusionMatrix> confusion_of_classes(std::span<const float> outputs, std::span<const std::int64_t> classes,
                                                  const TargetEncoding& encoding) {
  return {confusion_matrix(ClassRows::of(outputs, classes, encoding.outputs()), "", encoding.names)};
}

std::vector<ConfusionMatrix> confusion_of_answers(std::span<const float> outputs, std::span<const float> answers,
                                                  const TargetEncoding& encoding) {
  std::vector<ConfusionMatrix> all;
  const std::vector<ClassRows> questions = rows_of_questions(outputs, answers, encoding.names.size());
  for (std::size_t t = 0; t < questions.size(); ++t) {
    std::vector<std::string> names = {"0", "1"};
    if (t < encoding.answers.size()) names.assign(encoding.answers[t].begin(), encoding.answers[t].end());
    all.push_back(confusion_matrix(questions[t], encoding.names[t], std::move(names)));
  }
  return all;
}

Summary summarize(std::vector<double> values) {
  Summary summary;
  if (values.empty()) return summary;
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  summary.std = values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0;
  const std::size_t middle = values.size() / 2;
  summary.median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  summary.min = values.front();
  summary.max = values.back();
  return summary;
}

}  // namespace gnnir
