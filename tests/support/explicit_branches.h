#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/graph/batch.h"
#include "support/floats.h"
#include "support/kernel_cases.h"

namespace gnnir::testing {

/// Every branch as a graph of its own.
struct ExplicitBranches {
  Batch batch;
  std::vector<std::int64_t> origin;       ///< [rows of batch]: the row of GnnPlan::branches' level 0 that each copies
  std::vector<std::int64_t> edge_origin;  ///< [edges of batch]: the edge of the graphs that each copies

  ExplicitBranches(const Batch& graphs, const Choice& choice) {
    std::vector<std::int32_t> copies;
    for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
      copies.push_back(static_cast<std::int32_t>(choice.count(g)));
      const std::int32_t first_branch = choice.ptr[static_cast<std::size_t>(g)];
      for (std::int32_t branch = first_branch; branch < first_branch + copies.back(); ++branch) {
        for (std::int32_t row = graphs.first_row(g); row < graphs.first_row(g + 1); ++row) {
          const bool individualized = row == choice.rows[static_cast<std::size_t>(branch)];
          origin.push_back(individualized ? graphs.first_row(g + 1) + branch : row + first_branch);
        }
        for (std::int32_t edge = graphs.first_edge(g); edge < graphs.first_edge(g + 1); ++edge) {
          edge_origin.push_back(edge);
        }
      }
    }
    batch = repeated(graphs, copies);
  }
};

/// Rows of x: [.., columns], one after the other.
template <typename Rows>
Floats gathered(const Floats& x, const Rows& rows, std::int64_t columns) {
  Floats result;
  for (const auto row : rows) result.insert(result.end(), x.begin() + row * columns, x.begin() + (row + 1) * columns);
  return result;
}

/// The transpose: rows of x added up where they belong, in a matrix of so many rows.
template <typename Rows>
Floats scattered(const Floats& x, const Rows& rows, std::int64_t count, std::int64_t columns) {
  Floats result = zeros(count * columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::int64_t c = 0; c < columns; ++c) {
      result[static_cast<std::size_t>(rows[i] * columns + c)] +=
          x[i * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)];
    }
  }
  return result;
}

}  // namespace gnnir::testing
