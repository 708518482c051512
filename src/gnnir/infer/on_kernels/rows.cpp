#include "gnnir/infer/on_kernels/rows.h"

#include <algorithm>

namespace gnnir::on_kernels {

Rows Rows::zeros(std::int64_t count, std::int64_t d) {
  Rows rows(count, d);
  std::fill_n(rows.data(), count * d, 0.0F);
  return rows;
}

Rows gathered(const Rows& rows, std::span<const std::int32_t> which) {
  Rows some(std::ssize(which), rows.d());
  for (std::size_t r = 0; r < which.size(); ++r) {
    std::copy_n(rows.row(which[r]), rows.d(), some.row(static_cast<std::int64_t>(r)));
  }
  return some;
}

Rows side_by_side(const std::vector<const Rows*>& parts) {
  std::int64_t width = 0;
  for (const Rows* part : parts) width += part->d();
  Rows all(parts.front()->count(), width);
  for (std::int64_t r = 0; r < all.count(); ++r) {
    float* to = all.row(r);
    for (const Rows* part : parts) to = std::copy_n(part->row(r), part->d(), to);
  }
  return all;
}

}  // namespace gnnir::on_kernels
