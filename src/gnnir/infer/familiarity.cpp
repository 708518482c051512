#include "gnnir/infer/familiarity.h"

#include <algorithm>
#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/infer/all_finite.h"

namespace gnnir {
namespace {

constexpr double usual_share = 0.99;
constexpr std::int64_t most_sampled = 2000;
/// What the order of a sum may change of a number, as a part of the largest of its column.
constexpr double relative_rounding = 1e-6;
/// A column that varies by no more than this part of its largest number is constant.
constexpr double constant = 1e-4;

std::span<const float> row_of(const Embeddings& embeddings, std::size_t row) {
  const auto width = static_cast<std::size_t>(embeddings.columns);
  return std::span(embeddings.rows).subspan(row * width, width);
}

/// Of the columns of finite rows.
struct ColumnStatistics {
  std::vector<double> mean;
  std::vector<double> deviation;
  std::vector<double> largest;
};

ColumnStatistics statistics_of(const Embeddings& embeddings) {
  const auto width = static_cast<std::size_t>(embeddings.columns);
  ColumnStatistics of{std::vector<double>(width), std::vector<double>(width), std::vector<double>(width)};
  double count = 0;
  const auto for_each_number = [&](const auto& take) {
    count = 0;
    for (std::size_t row = 0; row < embeddings.graph_of_row.size(); ++row) {
      const std::span<const float> values = row_of(embeddings, row);
      if (!all_finite(values)) continue;
      ++count;
      for (std::size_t c = 0; c < width; ++c) take(c, static_cast<double>(values[c]));
    }
    count = std::max(1.0, count);
  };
  for_each_number([&](std::size_t c, double x) {
    of.mean[c] += x;
    of.largest[c] = std::max(of.largest[c], std::abs(x));
  });
  for (double& sum : of.mean) sum /= count;
  for_each_number([&](std::size_t c, double x) { of.deviation[c] += (x - of.mean[c]) * (x - of.mean[c]); });
  for (double& sum : of.deviation) sum = std::sqrt(sum / count);
  return of;
}

}  // namespace

TrainingEmbeddings::TrainingEmbeddings(const Embeddings& training, ThreadPool& pool) : all_columns_(training.columns) {
  learn_columns(training);
  points_.columns = std::ssize(columns_);
  const PointRows all = scaled(training);
  for (std::int64_t row = 0; row < all.size(); ++row) {
    if (!all_finite(all.row(row))) continue;
    points_.add(all.row(row));
    graphs_.push_back(training.graph_of_row[static_cast<std::size_t>(row)]);
  }
  learn_usual_distance(pool);
}

void TrainingEmbeddings::learn_columns(const Embeddings& training) {
  const ColumnStatistics of = statistics_of(training);
  double rounding = 0;
  for (std::size_t c = 0; c < of.mean.size(); ++c) {
    if (of.deviation[c] <= constant * of.largest[c]) continue;
    columns_.push_back({c, of.mean[c], of.deviation[c]});
    rounding += std::pow(relative_rounding * of.largest[c] / of.deviation[c], 2);
  }
  rounding_ = std::sqrt(rounding);
  if (columns_.empty()) {
    throw data_error("[neighbours] {} training graph{}: nothing is far from them or near", training.graph_of_row.size(),
                     training.graph_of_row.size() == 1 ? " is too few" : "s that all have the same embedding");
  }
}

PointRows TrainingEmbeddings::scaled(const Embeddings& embeddings) const {
  if (embeddings.columns != all_columns_) {
    throw internal_error("[neighbours] expected embeddings of {} columns, found {}", all_columns_, embeddings.columns);
  }
  PointRows scaled{.columns = std::ssize(columns_)};
  scaled.values.reserve(embeddings.graph_of_row.size() * columns_.size());
  for (std::size_t row = 0; row < embeddings.graph_of_row.size(); ++row) {
    const std::span<const float> from = row_of(embeddings, row);
    const bool usable = all_finite(from);  // also where the column does not count
    for (const Column& column : columns_) {
      scaled.values.push_back(usable ? static_cast<float>((from[column.place] - column.mean) / column.deviation) : NAN);
    }
  }
  return scaled;
}

void TrainingEmbeddings::learn_usual_distance(ThreadPool& pool) {
  const std::int64_t count = std::min(size(), most_sampled);
  PointRows sample{.columns = points_.columns};
  std::vector<std::int64_t> own;
  for (std::int64_t i = 0; i < count; ++i) {
    own.push_back(i * size() / count);
    sample.add(points_.row(own.back()));
  }
  for (const auto& found : nearest_rows(points_, sample, {.count = 1, .none = rounding_, .own = own}, pool)) {
    closest_.push_back(found.front().distance);
  }
  std::sort(closest_.begin(), closest_.end());
  usual_ = closest_[static_cast<std::size_t>(std::ceil(usual_share * static_cast<double>(count))) - 1];
}

std::vector<Familiarity> TrainingEmbeddings::familiarity_of(const Embeddings& asked, std::int64_t neighbours,
                                                            ThreadPool& pool) const {
  if (neighbours < 1 || neighbours > size()) {
    throw setting_error("ask.neighbours", "expected 1 to {}, the number of training graphs, found {}", size(),
                        neighbours);
  }
  std::vector<Familiarity> familiarity;
  for (const auto& found : nearest_rows(points_, scaled(asked), {.count = neighbours, .none = rounding_}, pool)) {
    Familiarity& one = familiarity.emplace_back();
    for (const NearRow& near : found) {
      one.nearest.push_back({graphs_[static_cast<std::size_t>(near.row)], near.distance});
    }
    const double distance = found.empty() ? INFINITY : found.front().distance - rounding_;
    const auto closer = std::lower_bound(closest_.begin(), closest_.end(), distance) - closest_.begin();
    one.closer = static_cast<double>(closer) / static_cast<double>(closest_.size());
    one.unfamiliar = distance > usual_;
  }
  return familiarity;
}

}  // namespace gnnir
