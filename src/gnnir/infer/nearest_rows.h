#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/base/thread_pool.h"

namespace gnnir {

/// Points in a space.
struct PointRows {
  std::int64_t columns = 0;
  std::vector<float> values = {};  ///< [rows, columns]

  [[nodiscard]] std::int64_t size() const { return columns == 0 ? 0 : std::ssize(values) / columns; }
  [[nodiscard]] std::span<const float> row(std::int64_t i) const {
    return std::span(values).subspan(static_cast<std::size_t>(i * columns), static_cast<std::size_t>(columns));
  }
  void add(std::span<const float> row) { values.insert(values.end(), row.begin(), row.end()); }
};

struct NearRow {
  std::int64_t row = 0;
  double distance = 0;
};

struct NearestRowsOptions {
  std::int64_t count = 1;                  ///< of each, or as many as there are
  double none = 0;                         ///< a distance up to this is 0
  std::span<const std::int64_t> own = {};  ///< a row for each that is asked about, which is not to be found; or empty
};

/// The nearest of the known rows to each of those asked about, by distance, equal ones in their order; none of a row
/// that has numbers which are not finite. Exact: products of matrices only leave out what is too far.
std::vector<std::vector<NearRow>> nearest_rows(const PointRows& known, const PointRows& asked,
                                               const NearestRowsOptions& options, ThreadPool& pool);

}  // namespace gnnir
