#pragma once

#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>

#include <cstdint>

namespace gnnir {

/// The features of a batch's nodes or edges as tensors. A feature kind that the model does not have is left undefined.
struct EncoderInputs {
  at::Tensor categories;  ///< [rows] int64
  at::Tensor reals;       ///< [rows, num_reals]
  at::Tensor gates;       ///< [rows, 1] what the embedding of each row is multiplied by; undefined: 1
};

/// `h_v⁰` or `e_uv⁰`: an embedding table for the categorical feature plus a linear map of the real ones. → [rows, d]
class EncoderImpl : public torch::nn::Module {
 public:
  EncoderImpl(std::int64_t num_categories, std::int64_t num_reals, std::int64_t hidden);
  at::Tensor forward(const EncoderInputs& inputs);

 private:
  at::Tensor embed(const EncoderInputs& inputs);

  torch::nn::Embedding table_{nullptr};
  torch::nn::Linear linear_{nullptr};
};
TORCH_MODULE(Encoder);

}  // namespace gnnir
