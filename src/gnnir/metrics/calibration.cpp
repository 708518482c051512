#include "gnnir/metrics/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace gnnir {
namespace {

/// Why there is no figure; a number of no meaning if there is one.
MetricValue lack_in(const ClassRows& rows) {
  if (rows.size() == 0) return MetricValue::lacks_labels(no_labels);
  if (!rows.all_predicted()) return MetricValue::lacks_predictions(not_finite);
  return {0};
}

double squared_error(const ClassRows& rows, std::size_t row) {
  double sum = 0;
  for (std::int64_t c = rows.num_classes == 2 ? 1 : 0; c < rows.num_classes; ++c) {
    const double error = rows.probability(row, c) - (rows.labels[row] == c ? 1 : 0);
    sum += error * error;
  }
  return sum;
}

constexpr std::size_t bins = 15;

/// They are ]0, 1/15], ]1/15, 2/15], …
std::size_t bin_of(double confidence) {
  return std::min(static_cast<std::size_t>(std::ceil(confidence * bins)) - 1, bins - 1);
}

}  // namespace

MetricValue log_loss(const ClassRows& rows) {
  if (const MetricValue lack = lack_in(rows); lack.lack != MetricValue::Lack::none) return lack;
  return {std::accumulate(rows.surprise.begin(), rows.surprise.end(), 0.0) / static_cast<double>(rows.size())};
}

MetricValue brier(const ClassRows& rows) {
  if (const MetricValue lack = lack_in(rows); lack.lack != MetricValue::Lack::none) return lack;
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) sum += squared_error(rows, i);
  return {sum / static_cast<double>(rows.size())};
}

std::vector<ReliabilityBin> reliability(const ClassRows& rows) {
  std::array<ReliabilityBin, bins> sums{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.predicted[i] < 0) continue;
    const double confidence = rows.probability(i, rows.predicted[i]);
    ReliabilityBin& sum = sums[bin_of(confidence)];
    ++sum.graphs;
    sum.probability += confidence;
    sum.right += rows.predicted[i] == rows.labels[i] ? 1 : 0;
  }
  std::vector<ReliabilityBin> found;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    ReliabilityBin& sum = sums[bin];
    if (sum.graphs == 0) continue;
    sum.from = static_cast<double>(bin) / bins;
    sum.to = static_cast<double>(bin + 1) / bins;
    sum.probability /= static_cast<double>(sum.graphs);
    sum.right /= static_cast<double>(sum.graphs);
    found.push_back(sum);
  }
  return found;
}

MetricValue ece(const ClassRows& rows) {
  if (const MetricValue lack = lack_in(rows); lack.lack != MetricValue::Lack::none) return lack;
  std::array<double, bins> excess{};  // of probability over being right, summed over the bin's graphs
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double confidence = rows.probability(i, rows.predicted[i]);
    excess[bin_of(confidence)] += confidence - (rows.predicted[i] == rows.labels[i] ? 1 : 0);
  }
  double sum = 0;
  for (const double difference : excess) sum += std::abs(difference);
  return {sum / static_cast<double>(rows.size())};
}

}  // namespace gnnir
