#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/features.h"
#include "gnnir/graph/batch.h"
#include "gnnir/kernels/row_colours.h"

namespace gnnir {

/// Features of the nodes, or edges, of several graphs, one behind the other.
struct InputRows {
  std::int64_t rows = 0;
  std::int64_t num_reals = 0;
  std::vector<std::int64_t> categories;  ///< [rows], or none
  std::vector<float> reals;              ///< [rows, num_reals]

  /// What rows are told apart by. Of no rows, none.
  [[nodiscard]] std::vector<kernels::FeatureColumn> columns() const;
};

/// A feature kind that a model does not have is left out, whatever the graphs have.
InputRows input_rows(const std::vector<FeatureRows>& features, std::span<const std::int64_t> graphs, bool categories,
                     std::int64_t num_reals, std::int64_t rows);

/// Some graphs of a data set as one.
Batch batch_of(const Dataset& dataset, std::span<const std::int64_t> graphs);

}  // namespace gnnir
