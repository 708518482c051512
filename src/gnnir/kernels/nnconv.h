#pragma once

#include "gnnir/kernels/conv.h"
#include "gnnir/kernels/step_norm.h"

namespace gnnir::kernels {

struct NnConvShape {
  std::int64_t hidden = 0;    ///< d
  std::int64_t channels = 0;  ///< of the edge network's hidden layer
  float norm_epsilon = 0;
};

/// Weights (T = const float) or their gradients (T = float).
template <typename T>
struct NnConvTensors {
  T* root_weight;  ///< [d, d]
  T* bias;         ///< [d]
  /// [channels + 1, d, d]: the edge network's second map, by channel and with its bias last, from sources to targets
  T* edge_matrices;
  NormTensors<T> norm;  ///< over each graph, before the ReLU
};

/// NNConv (Gilmer et al. 2017): `W x_v + mean_u A(e_uv) x_u` with A(e) = Σ_k a_k(e) W_k + W_0, a(e) being the rectified
/// hidden layer of a network on edges. No matrix per edge is ever made: mean_u A(e) x_u = Σ_k W_k mean_u (a_k(e) x_u),
/// so outer products are summed up first and multiplied once. edge_terms: a, [edges, channels]
class NnConv : public Conv {
 public:
  NnConv(const NnConvShape& shape, const NnConvTensors<const float>& weights, const float* edge_terms);
  NnConv(const NnConvShape& shape, const NnConvTensors<const float>& weights, const NnConvTensors<float>& gradients,
         const float* edge_terms, float* edge_term_gradients);

  [[nodiscard]] std::int64_t tape_size(const ConvStep& step) const override;
  const float* forward(const ConvStep& step, const float* x, float* tape) override;
  const float* message(const ConvStep& step, const float* tape) override;
  void backward(const ConvStep& step, const float* x, const float* tape, const float* message, float* g,
                float* dx) override;

 private:
  NnConvShape shape_;
  NnConvTensors<const float> weights_;
  NnConvTensors<float> gradients_{};
  const float* edge_terms_;
  float* edge_term_gradients_ = nullptr;
  NormedRelu relu_;
  const float* root_transposed_;  // [d, d]
};

}  // namespace gnnir::kernels
