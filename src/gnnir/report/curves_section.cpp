#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gnnir/draw/curve_chart.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_curves.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

constexpr std::size_t most_curves = 10;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

double factor_of(const std::string& score) {
  const Metric* metric = find_metric(score);
  return metric && metric->share ? 100 : 1;
}

/// By epoch, from 1.
std::vector<double> values_by_epoch(const TrainingView& training, std::size_t epochs, const std::string& score,
                                    Scores EpochReport::*part) {
  std::vector<double> values(epochs, no_number);
  const double factor = factor_of(score);
  for (const EpochReport& epoch : training.epochs) {
    const auto found = (epoch.*part).find(score);
    const auto place = static_cast<std::size_t>(epoch.epoch - 1);
    if (found != (epoch.*part).end() && place < epochs) values[place] = factor * found->second;
  }
  return values;
}

std::vector<double> rates_by_epoch(const TrainingView& training, std::size_t epochs) {
  std::vector<double> rates(epochs, no_number);
  for (const EpochReport& epoch : training.epochs) {
    const auto place = static_cast<std::size_t>(epoch.epoch - 1);
    if (place < epochs) rates[place] = epoch.lr;
  }
  return rates;
}

/// Over those that have a number there.
std::vector<double> mean_of(const std::vector<std::vector<double>>& curves) {
  std::vector<double> mean(curves.front().size(), no_number);
  for (std::size_t i = 0; i < mean.size(); ++i) {
    double sum = 0;
    double count = 0;
    for (const std::vector<double>& curve : curves) {
      if (std::isnan(curve[i])) continue;
      sum += curve[i];
      ++count;
    }
    if (count > 0) mean[i] = sum / count;
  }
  return mean;
}

std::size_t epochs_of(const RunView& run) {
  std::int64_t epochs = 0;
  for (const TrainingView& training : run.trainings) {
    for (const EpochReport& epoch : training.epochs) epochs = std::max(epochs, epoch.epoch);
  }
  return static_cast<std::size_t>(std::clamp<std::int64_t>(epochs, 0, 1'000'000));
}

CurveChart chart_over_epochs(const std::string& title, const std::string& y_label, std::size_t epochs) {
  CurveChart chart{.title = title, .x_label = "epoch", .y_label = y_label, .x = {}, .curves = {}};
  for (std::size_t e = 1; e <= epochs; ++e) chart.x.push_back(static_cast<double>(e));
  return chart;
}

/// Training and validation of one training, and the learning rate.
std::string chart_of_one(const TrainingView& training, std::size_t epochs, const std::string& score) {
  CurveChart chart = chart_over_epochs(score_title(score) + " by epoch", score_title(score), epochs);
  chart.curves.push_back(
      {"validation, after the epoch", values_by_epoch(training, epochs, score, &EpochReport::validation)});
  chart.curves.push_back(
      {"training, while the weights change", values_by_epoch(training, epochs, score, &EpochReport::train)});
  if (score == "loss") chart.curves.push_back({"learning rate", rates_by_epoch(training, epochs), true, true});
  if (const EpochReport* best = training.best()) {
    chart.marked_x = static_cast<double>(best->epoch);
    chart.marked_label = fmt::format("best: epoch {}", best->epoch);
  }
  return to_html(chart);
}

/// Validation of all, as far as they can be told apart, and their mean.
std::string chart_of_many(const RunView& run, std::size_t epochs, const std::string& score) {
  CurveChart chart = chart_over_epochs("Validation " + score_title(score) + " by epoch", score_title(score), epochs);
  std::vector<std::vector<double>> curves;
  std::vector<std::vector<double>> train;
  for (const TrainingView& training : run.trainings) {
    curves.push_back(values_by_epoch(training, epochs, score, &EpochReport::validation));
    train.push_back(values_by_epoch(training, epochs, score, &EpochReport::train));
  }
  chart.curves.push_back({"mean", mean_of(curves)});
  chart.curves.push_back({"mean of training", mean_of(train), true});
  for (std::size_t i = 0; i < std::min(curves.size(), most_curves); ++i) {
    chart.curves.push_back({.name = run.trainings[i].name, .y = curves[i], .faint = true});
  }
  std::string html = to_html(chart);
  if (curves.size() > most_curves) {
    html += note(fmt::format("{} of {} trainings have a curve of their own; the mean is of those that did the epoch.",
                             most_curves, curves.size()));
  }
  return html;
}

}  // namespace

std::string curves_section(const RunView& run) {
  const std::size_t epochs = epochs_of(run);
  if (epochs == 0) return note("There is no metrics.csv with an epoch.");
  std::string html;
  for (const std::string& score : {run.metric, std::string("loss")}) {
    html += run.trainings.size() == 1 ? chart_of_one(run.trainings.front(), epochs, score)
                                      : chart_of_many(run, epochs, score);
  }
  if (run.trainings.size() == 1) {
    const TrainingView& training = run.trainings.front();
    const EpochReport* best = training.best();
    if (training.outcome && best) {
      html += note(
          fmt::format("The best of {} epochs by validation was {}; test scores are its own. The training ended: {}.",
                      training.outcome->epochs, training.outcome->best_epoch, training.outcome->stopped_because));
    }
  }
  return html;
}

std::string curves_of_runs(std::span<const RunInChart> runs, const std::string& score) {
  std::size_t epochs = 0;
  for (const RunInChart& one : runs) epochs = std::max(epochs, epochs_of(*one.run));
  if (epochs == 0) return "";
  CurveChart chart = chart_over_epochs("Validation " + score_title(score) + " by epoch", score_title(score), epochs);
  for (const RunInChart& one : runs) {
    std::vector<std::vector<double>> curves;
    for (const TrainingView& training : one.run->trainings) {
      curves.push_back(values_by_epoch(training, epochs, score, &EpochReport::validation));
    }
    if (!curves.empty()) chart.curves.push_back({one.name, mean_of(curves)});
  }
  return to_html(chart);
}

}  // namespace gnnir
