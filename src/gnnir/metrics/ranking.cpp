#include "gnnir/metrics/ranking.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gnnir {
namespace {

/// Graphs with the same score.
struct Tie {
  double graphs = 0;
  double positives = 0;
};

/// From the highest score to the lowest.
std::vector<Tie> ties_of(std::span<const double> score, const std::vector<bool>& positive) {
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
  std::vector<Tie> ties;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || score[order[i]] != score[order[i - 1]]) ties.emplace_back();
    ++ties.back().graphs;
    ties.back().positives += positive[order[i]] ? 1 : 0;
  }
  return ties;
}

/// The mean over classes of a figure for one against the rest.
MetricValue one_against_rest(const ClassRows& rows,
                             double (*figure)(std::span<const double> score, const std::vector<bool>& positive)) {
  if (rows.size() == 0) return MetricValue::lacks_labels(no_labels);
  if (rows.one_class_only()) return MetricValue::lacks_labels(one_class);
  if (!rows.all_predicted()) return MetricValue::lacks_predictions(not_finite);
  double total = 0;
  double classes = 0;
  std::vector<double> score(rows.size());
  std::vector<bool> positive(rows.size());
  for (std::int64_t c = rows.num_classes == 2 ? 1 : 0; c < rows.num_classes; ++c) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      score[i] = rows.probability(i, c);
      positive[i] = rows.labels[i] == c;
    }
    const double value = figure(score, positive);
    if (std::isnan(value)) continue;
    total += value;
    ++classes;
  }
  return {total / classes};
}

}  // namespace

double roc_auc(std::span<const double> score, const std::vector<bool>& positive) {
  double right_pairs = 0;
  double positives = 0;
  double negatives = 0;
  for (const Tie& tie : ties_of(score, positive)) {
    const double negatives_here = tie.graphs - tie.positives;
    right_pairs += negatives_here * (positives + tie.positives / 2);
    positives += tie.positives;
    negatives += negatives_here;
  }
  return right_pairs / (positives * negatives);  // 0/0 where a kind is missing
}

double average_precision(std::span<const double> score, const std::vector<bool>& positive) {
  double sum = 0;
  double graphs = 0;
  double positives = 0;
  for (const Tie& tie : ties_of(score, positive)) {
    graphs += tie.graphs;
    positives += tie.positives;
    sum += tie.positives * positives / graphs;
  }
  return positives == graphs ? std::nan("") : sum / positives;
}

MetricValue roc_auc(const ClassRows& rows) { return one_against_rest(rows, roc_auc); }
MetricValue pr_auc(const ClassRows& rows) { return one_against_rest(rows, average_precision); }

namespace {

/// What the curves have in common: graphs above each threshold, and the positives among them.
template <typename OnThreshold>
void walk_thresholds(std::span<const double> score, const std::vector<bool>& positive, const OnThreshold& on) {
  const auto positives = static_cast<double>(std::count(positive.begin(), positive.end(), true));
  const double negatives = static_cast<double>(positive.size()) - positives;
  if (positives == 0 || negatives == 0) return;
  Tie above;
  for (const Tie& tie : ties_of(score, positive)) {
    above.graphs += tie.graphs;
    above.positives += tie.positives;
    on(above, positives, negatives);
  }
}

}  // namespace

ThresholdCurve roc_curve(std::span<const double> score, const std::vector<bool>& positive) {
  ThresholdCurve curve;
  walk_thresholds(score, positive, [&](const Tie& above, double positives, double negatives) {
    if (curve.x.empty()) curve = {{0}, {0}};
    curve.x.push_back((above.graphs - above.positives) / negatives);
    curve.y.push_back(above.positives / positives);
  });
  return curve;
}

ThresholdCurve precision_recall_curve(std::span<const double> score, const std::vector<bool>& positive) {
  ThresholdCurve curve;
  walk_thresholds(score, positive, [&](const Tie& above, double positives, double /*negatives*/) {
    const double precision = above.positives / above.graphs;
    if (curve.x.empty()) curve = {{0}, {precision}};
    curve.x.push_back(above.positives / positives);
    curve.y.push_back(precision);
  });
  return curve;
}

}  // namespace gnnir
