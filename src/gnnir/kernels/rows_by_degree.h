#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/kernels/rows.h"

namespace gnnir::kernels {

/// The rows of a step in ascending order of how many edges come into them; rows of one degree stay in their order.
class RowsByDegree {
 public:
  /// Rows begin … end - 1 of the new order, with `degree` edges each.
  struct Class {
    std::int64_t degree, begin, end;
  };

  void sort(const RowLinks& links);

  /// The same rows and edges in the new order.
  [[nodiscard]] RowLinks links() const;
  /// Which row of the step stands where: [rows]
  [[nodiscard]] const std::vector<std::int32_t>& rows() const { return rows_; }
  /// The degrees that occur, ascending.
  [[nodiscard]] const std::vector<Class>& classes() const { return classes_; }

 private:
  std::vector<std::int32_t> rows_, self_, sources_, edges_;
  std::vector<std::int32_t> offsets_;
  std::vector<std::int64_t> next_;  // of each degree: where its next row goes
  std::vector<Class> classes_;
  std::int64_t first_row_ = 0;
  bool has_edges_ = false;
};

}  // namespace gnnir::kernels
