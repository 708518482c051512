#pragma once

#include <torch/nn/module.h>

#include <cstdint>

#include "gnnir/nn/initialize.h"

namespace gnnir {

/// A linear map without bias whose channels fall into towers: outputs of a tower come from its own inputs only. Inputs
/// and outputs may be several blocks of `hidden` channels, each of which is divided. One tower is any linear map.
class TowerLinearImpl : public torch::nn::Module, public DrawsOwnWeights {
 public:
  /// fan_in: how many inputs an output has altogether, in this map and those whose results are added to its; it decides
  /// how small the weights begin.
  TowerLinearImpl(std::int64_t in_blocks, std::int64_t out_blocks, std::int64_t hidden, std::int64_t towers,
                  std::int64_t fan_in);
  /// The map as one matrix: [out_blocks·hidden, in_blocks·hidden].
  [[nodiscard]] at::Tensor matrix() const;
  void draw_weights(WeightDraw& draw) override;

 private:
  std::int64_t in_blocks_, out_blocks_, towers_, fan_in_;
  at::Tensor weight_;  // [out_blocks, in_blocks, towers, hidden/towers, hidden/towers]
};
TORCH_MODULE(TowerLinear);

}  // namespace gnnir
