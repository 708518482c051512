#include "gnnir/infer/nearest_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "gnnir/kernels/matrix_product.h"

namespace gnnir {
namespace {

constexpr std::int64_t asked_at_once = 64;
constexpr std::int64_t known_at_once = 1024;

/// NaN where a row has numbers that are not finite.
std::vector<double> squares_of(const PointRows& points) {
  std::vector<double> squares;
  for (std::int64_t i = 0; i < points.size(); ++i) {
    const std::span<const float> row = points.row(i);
    const double square =
        std::transform_reduce(row.begin(), row.end(), 0.0, std::plus<>(), [](double x) { return x * x; });
    squares.push_back(std::isfinite(square) ? square : std::numeric_limits<double>::quiet_NaN());
  }
  return squares;
}

double distance_between(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    const double difference = static_cast<double>(a[c]) - b[c];
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

/// Of one point: the rows that may be among the nearest, by squares of distances that are only known to lie in a range.
class Candidates {
 public:
  explicit Candidates(const NearestRowsOptions& options)
      : wanted_(static_cast<std::size_t>(options.count)), none_(options.none * options.none) {}

  void take(std::int64_t row, double square, double error) {
    if (square - error > limit_) return;  // what is no number stays
    rows_.emplace_back(square - error, row);
    if (!std::isfinite(square)) return;
    upper_.push_back(square + error);
    std::push_heap(upper_.begin(), upper_.end());
    if (upper_.size() > wanted_) {
      std::pop_heap(upper_.begin(), upper_.end());
      upper_.pop_back();
    }
    if (upper_.size() == wanted_) limit_ = std::max(upper_.front(), none_);
  }

  [[nodiscard]] std::vector<std::int64_t> rows() const {
    std::vector<std::int64_t> rows;
    for (const auto& [lower, row] : rows_) {
      if (!(lower > limit_)) rows.push_back(row);
    }
    return rows;
  }

 private:
  std::size_t wanted_;
  double none_;
  double limit_ = std::numeric_limits<double>::infinity();  // the square of no wanted row is larger
  std::vector<double> upper_;                               // a heap: the smallest so far
  std::vector<std::pair<double, std::int64_t>> rows_;       // with the least that its square may be
};

class Search {
 public:
  Search(const PointRows& known, const PointRows& asked, const NearestRowsOptions& options)
      : known_(known),
        asked_(asked),
        options_(options),
        known_squares_(squares_of(known)),
        squares_(squares_of(asked)) {}

  /// Of the points from `first`, so many.
  void run(std::int64_t first, std::int64_t count, std::vector<std::vector<NearRow>>& found) const {
    std::vector<Candidates> candidates(static_cast<std::size_t>(count), Candidates(options_));
    std::vector<float> products(static_cast<std::size_t>(count * known_at_once));
    for (std::int64_t begin = 0; begin < known_.size(); begin += known_at_once) {
      const std::int64_t rows = std::min(known_at_once, known_.size() - begin);
      kernels::product_transposed(count, known_.columns, rows, asked_.row(first).data(), known_.row(begin).data(),
                                  products.data());
      for (std::int64_t i = 0; i < count; ++i) {
        compare(first + i, begin,
                std::span(products).subspan(static_cast<std::size_t>(i * rows)).first(static_cast<std::size_t>(rows)),
                candidates[static_cast<std::size_t>(i)]);
      }
    }
    for (std::int64_t i = 0; i < count; ++i) {
      found[static_cast<std::size_t>(first + i)] = nearest_of(first + i, candidates[static_cast<std::size_t>(i)]);
    }
  }

 private:
  /// With the known rows from `begin`.
  void compare(std::int64_t point, std::int64_t begin, std::span<const float> products, Candidates& candidates) const {
    const auto p = static_cast<std::size_t>(point);
    if (std::isnan(squares_[p])) return;
    const double error = static_cast<double>(known_.columns + 16) * std::numeric_limits<float>::epsilon();
    for (std::size_t j = 0; j < products.size(); ++j) {
      const std::int64_t row = begin + static_cast<std::int64_t>(j);
      const double both = squares_[p] + known_squares_[static_cast<std::size_t>(row)];
      const bool is_own = !options_.own.empty() && options_.own[p] == row;
      if (!is_own && !std::isnan(both)) candidates.take(row, both - 2.0 * products[j], error * both);
    }
  }

  [[nodiscard]] std::vector<NearRow> nearest_of(std::int64_t point, const Candidates& candidates) const {
    std::vector<NearRow> nearest;
    for (const std::int64_t row : candidates.rows()) {
      const double distance = distance_between(asked_.row(point), known_.row(row));
      nearest.push_back({row, distance <= options_.none ? 0 : distance});
    }
    std::stable_sort(nearest.begin(), nearest.end(),
                     [](const NearRow& a, const NearRow& b) { return a.distance < b.distance; });
    nearest.resize(std::min(nearest.size(), static_cast<std::size_t>(options_.count)));
    return nearest;
  }

  const PointRows& known_;
  const PointRows& asked_;
  const NearestRowsOptions& options_;
  std::vector<double> known_squares_;
  std::vector<double> squares_;
};

}  // namespace

std::vector<std::vector<NearRow>> nearest_rows(const PointRows& known, const PointRows& asked,
                                               const NearestRowsOptions& options, ThreadPool& pool) {
  const Search search(known, asked, options);
  std::vector<std::vector<NearRow>> found(static_cast<std::size_t>(asked.size()));
  const std::int64_t blocks = (asked.size() + asked_at_once - 1) / asked_at_once;
  pool.run(static_cast<std::size_t>(blocks), [&](std::size_t block) {
    const std::int64_t first = static_cast<std::int64_t>(block) * asked_at_once;
    search.run(first, std::min(asked_at_once, asked.size() - first), found);
  });
  return found;
}

}  // namespace gnnir
