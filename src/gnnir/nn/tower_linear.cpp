#include "gnnir/nn/tower_linear.h"

#include <cmath>

#include "gnnir/base/error.h"

namespace gnnir {

TowerLinearImpl::TowerLinearImpl(std::int64_t in_blocks, std::int64_t out_blocks, std::int64_t hidden,
                                 std::int64_t towers, std::int64_t fan_in)
    : in_blocks_(in_blocks), out_blocks_(out_blocks), towers_(towers), fan_in_(fan_in) {
  if (towers < 1 || hidden % towers != 0) {
    throw setting_error("model.towers", "expected a divisor of hidden = {}, found {}", hidden, towers);
  }
  const std::int64_t size = hidden / towers;
  weight_ = register_parameter("weight", torch::zeros({out_blocks, in_blocks, towers, size, size}));
}

void TowerLinearImpl::draw_weights(WeightDraw& draw) {
  draw.uniform("weight", weight_, 1.0 / std::sqrt(static_cast<double>(fan_in_)));
}

at::Tensor TowerLinearImpl::matrix() const {
  std::vector<at::Tensor> rows;
  for (std::int64_t out = 0; out < out_blocks_; ++out) {
    std::vector<at::Tensor> blocks;
    for (std::int64_t in = 0; in < in_blocks_; ++in) {
      const at::Tensor towers = weight_[out][in];
      blocks.push_back(towers_ == 1 ? towers[0] : at::block_diag(towers.unbind(0)));
    }
    rows.push_back(at::cat(blocks, 1));
  }
  return at::cat(rows, 0);
}

}  // namespace gnnir
