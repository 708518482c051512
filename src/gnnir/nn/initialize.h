#pragma once

#include <torch/nn/module.h>

#include <cstdint>

namespace gnnir {

/// Draws all weights anew from (seed, parameter's name): linear maps uniform on ±1/√fan-in, GRU and LSTM cells uniform
/// on ±1/√hidden, embeddings standard normal (libtorch's own defaults, without its global generator). What has a fixed
/// start (normalization's scale and shift, GIN's ε) keeps it.
void initialize_weights(torch::nn::Module& model, std::uint64_t seed);

}  // namespace gnnir
