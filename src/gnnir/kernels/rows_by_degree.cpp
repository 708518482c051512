#include "gnnir/kernels/rows_by_degree.h"

#include <algorithm>

namespace gnnir::kernels {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

void RowsByDegree::sort(const RowLinks& links) {
  const auto degree = [&](std::int64_t r) { return links.offsets[r + 1] - links.offsets[r]; };
  next_.clear();
  for (std::int64_t r = 0; r < links.rows; ++r) {
    if (at(degree(r)) >= next_.size()) next_.resize(at(degree(r)) + 1);
    ++next_[at(degree(r))];
  }
  classes_.clear();
  std::int64_t end = 0;
  for (std::size_t n = 0; n < next_.size(); ++n) {
    const std::int64_t begin = end;
    end += next_[n];
    next_[n] = begin;
    if (end > begin) classes_.push_back({static_cast<std::int64_t>(n), begin, end});
  }
  rows_.resize(at(links.rows));
  for (std::int64_t r = 0; r < links.rows; ++r) rows_[at(next_[at(degree(r))]++)] = static_cast<std::int32_t>(r);

  first_row_ = links.first_row;
  has_edges_ = links.edges != nullptr;
  self_.clear();
  sources_.clear();
  edges_.clear();
  offsets_.assign(1, 0);
  for (const std::int32_t r : rows_) {
    self_.push_back(links.self[r]);
    sources_.insert(sources_.end(), links.sources + links.offsets[r], links.sources + links.offsets[r + 1]);
    if (has_edges_) edges_.insert(edges_.end(), links.edges + links.offsets[r], links.edges + links.offsets[r + 1]);
    offsets_.push_back(static_cast<std::int32_t>(sources_.size()));
  }
}

RowLinks RowsByDegree::links() const {
  return {static_cast<std::int64_t>(rows_.size()), self_.data(), offsets_.data(), sources_.data(), first_row_,
          has_edges_ ? edges_.data() : nullptr};
}

}  // namespace gnnir::kernels
