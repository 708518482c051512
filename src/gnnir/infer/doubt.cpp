#include "gnnir/infer/doubt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gnnir/infer/prediction.h"
#include "gnnir/record/held_out.h"

namespace gnnir {
namespace {

std::span<const float> row_of(const std::vector<float>& outputs, std::size_t row, const TargetEncoding& targets) {
  const auto columns = static_cast<std::size_t>(targets.outputs());
  return std::span(outputs).subspan(row * columns, columns);
}

/// How wrong it is to say of a question, or of the classes, that `answer` is true.
double wrongness(const TargetEncoding& targets, const Prediction& prediction, std::size_t column, std::int64_t answer) {
  if (targets.task == Task::classification) return 1 - prediction.probabilities[static_cast<std::size_t>(answer)];
  const double yes = prediction.probabilities[column];
  return answer == 1 ? 1 - yes : yes;
}

/// What is no finite number is as wrong as can be.
double score_of_label(const TargetEncoding& targets, const Prediction& prediction, std::size_t column, float label) {
  constexpr double most = std::numeric_limits<double>::infinity();
  if (targets.task == Task::regression) {
    const double error = std::abs(static_cast<double>(label) - prediction.targets[column]);
    return std::isfinite(error) ? error : most;
  }
  return prediction.finite ? wrongness(targets, prediction, column, static_cast<std::int64_t>(label)) : most;
}

/// Of one fold, by column of labels.
std::vector<std::vector<double>> scores_of(const HeldOutFold& fold) {
  const std::size_t columns = label_columns(fold.targets);
  std::vector<std::vector<double>> scores(columns);
  for (std::size_t row = 0; row * columns < fold.labels.size(); ++row) {
    const Prediction prediction = decode(fold.targets, row_of(fold.outputs, row, fold.targets));
    for (std::size_t c = 0; c < columns; ++c) {
      const float label = fold.labels[row * columns + c];
      if (!std::isnan(label)) scores[c].push_back(score_of_label(fold.targets, prediction, c, label));
    }
  }
  return scores;
}

std::string name_of_column(const TargetEncoding& targets, std::size_t column) {
  return targets.task == Task::classification ? "the classes" : targets.names[column];
}

std::string percent(double share) { return fmt::format("{:g} %", 100 * share); }

}  // namespace

Doubt::Doubt(std::span<const ModelHeader* const> models, std::optional<double> confidence, Calibration kind)
    : confidence_(confidence) {
  if (confidence) check_confidence(*confidence);
  if (!confidence && kind == Calibration::none) return;
  folds_ = held_out_folds(models);
  if (confidence) learn_scores();
  if (kind == Calibration::none) return;
  std::vector<float> outputs;
  std::vector<float> labels;
  for (const HeldOutFold& fold : folds_) {
    outputs.insert(outputs.end(), fold.outputs.begin(), fold.outputs.end());
    labels.insert(labels.end(), fold.labels.begin(), fold.labels.end());
  }
  calibrator_.emplace(kind, folds_.front().targets, outputs, labels);
}

void Doubt::learn_scores() {
  std::vector<std::vector<std::vector<double>>> by_column(label_columns(folds_.front().targets));
  for (const HeldOutFold& fold : folds_) {
    std::vector<std::vector<double>> scores = scores_of(fold);
    for (std::size_t c = 0; c < by_column.size(); ++c) by_column[c].push_back(std::move(scores[c]));
  }
  for (auto& of_folds : by_column) scores_.emplace_back(std::move(of_folds));
}

Bounds Doubt::bounds_in(std::span<const std::vector<float>> outputs, std::size_t row) const {
  if (!confidence_) return {};
  std::vector<Prediction> said;
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
    const TargetEncoding& targets = folds_[fold].targets;
    said.push_back(decode(targets, row_of(outputs[fold], row, targets)));
  }
  const TargetEncoding& targets = folds_.front().targets;
  Bounds bounds;
  std::vector<double> of_folds(folds_.size());
  if (targets.task == Task::regression) {
    for (std::size_t t = 0; t < scores_.size(); ++t) {
      for (std::size_t fold = 0; fold < said.size(); ++fold) of_folds[fold] = said[fold].targets[t];
      bounds.intervals.push_back(scores_[t].interval(of_folds, *confidence_));
    }
    return bounds;
  }
  if (!std::all_of(said.begin(), said.end(), [](const Prediction& one) { return one.finite; })) return bounds;
  const std::int64_t answers = targets.task == Task::classification ? targets.outputs() : 2;
  for (std::size_t c = 0; c < scores_.size(); ++c) {
    std::vector<std::int64_t>& set = bounds.sets.emplace_back();
    for (std::int64_t answer = 0; answer < answers; ++answer) {
      for (std::size_t fold = 0; fold < said.size(); ++fold) of_folds[fold] = wrongness(targets, said[fold], c, answer);
      if (scores_[c].admits(of_folds, *confidence_)) set.push_back(answer);
    }
  }
  return bounds;
}

std::vector<Bounds> Doubt::bounds_of(std::span<const MemberResults> models) const {
  std::vector<std::vector<float>> outputs;
  for (const HeldOutFold& fold : folds_) outputs.push_back(fold.outputs_of(models));
  const std::size_t rows = outputs.front().size() / static_cast<std::size_t>(folds_.front().targets.outputs());
  std::vector<Bounds> bounds;
  for (std::size_t row = 0; row < rows; ++row) bounds.push_back(bounds_in(outputs, row));
  return bounds;
}

std::vector<std::size_t> Doubt::held_out() const {
  std::vector<std::size_t> counts;
  for (const ConformalScores& scores : scores_) counts.push_back(scores.count());
  return counts;
}

void Doubt::calibrate(std::span<float> outputs) const {
  if (calibrator_) calibrator_->apply(outputs);
}

std::vector<double> Doubt::temperatures() const {
  return calibrator_ ? calibrator_->temperatures() : std::vector<double>();
}

std::vector<std::string> Doubt::remarks() const {
  std::vector<std::string> remarks;
  for (std::size_t c = 0; c < scores_.size() && confidence_; ++c) {
    const std::size_t n = scores_[c].count();
    if (conformal_rank(n, *confidence_) <= n) continue;
    const TargetEncoding& targets = folds_.front().targets;
    remarks.push_back(
        fmt::format("{} held-out graph{} with a label {} too few to promise {} of {}: {}", n, n == 1 ? "" : "s",
                    n == 1 ? "is" : "are", percent(*confidence_), name_of_column(targets, c),
                    targets.task == Task::regression ? "its intervals have no bounds" : "all are in the set"));
  }
  const std::vector<double> found = temperatures();
  const auto is_least = [](double t) { return t < least_temperature * 1.001; };
  const auto is_most = [](double t) { return t > most_temperature * 0.999; };
  if (std::any_of(found.begin(), found.end(), [&](double t) { return is_least(t) || is_most(t); })) {
    remarks.emplace_back(
        "a temperature lies at the end of what is looked at (0.1 to 10): the held-out graphs are too few, or too easy "
        "or too hard, to say how sure the model may be");
  }
  return remarks;
}

std::string Doubt::graphs_text() const {
  std::size_t graphs = 0;
  for (const HeldOutFold& fold : folds_) graphs += fold.labels.size() / label_columns(fold.targets);
  return folds_.size() == 1 ? fmt::format("the {} validation graphs", graphs)
                            : fmt::format("the {} graphs of the cross-validation", graphs);
}

std::vector<std::string> Doubt::assumptions() const {
  std::vector<std::string> sentences;
  const bool one = folds_.size() == 1;
  if (confidence_ && one) {
    sentences.push_back(
        fmt::format("{} is promised on average for graphs drawn as {} were (exchangeable with them); these also picked "
                    "the model's epoch, so that slightly less may hold",
                    percent(*confidence_), graphs_text()));
  } else if (confidence_) {
    const double proven = std::max(0.0, 2 * *confidence_ - 1);
    sentences.push_back(fmt::format(
        "{} is to be expected on average, and about {} is proven, for graphs drawn as {} were (exchangeable with them)",
        percent(*confidence_), percent(proven), graphs_text()));
  }
  if (calibrator_) {
    sentences.push_back(fmt::format("probabilities are calibrated for graphs drawn as {} were{}", graphs_text(),
                                    one ? ", which also picked the model's epoch" : ""));
  }
  return sentences;
}

}  // namespace gnnir
