#pragma once

#include "gnnir/kernels/conv.h"
#include "gnnir/kernels/step_norm.h"

namespace gnnir::kernels {

/// What does not change from call to call.
struct GinShape {
  std::int64_t hidden = 0;
  bool graph_norm = false;
  float norm_epsilon = 0;
};

/// Weights (T = const float) or their gradients (T = float). Norm entries are null without normalization.
template <typename T>
struct GinTensors {
  T* epsilon;                ///< [1]
  T *in_weight, *in_bias;    ///< the MLP's first map: [d, d], [d]
  T *out_weight, *out_bias;  ///< and its second
  T *in_scale, *in_shift;    ///< normalization before the first ReLU: [d]
  T *out_scale, *out_shift;  ///< and before the second
};

/// GIN, `MLP((1+ε) x_v + Σ_u x_u)`, or with edge terms c GINE, `MLP((1+ε) x_v + Σ_u ReLU(x_u + c_uv))`.
class GinConv : public Conv {
 public:
  /// edge_terms: [edges, d], or null for GIN.
  GinConv(const GinShape& shape, const GinTensors<const float>& weights, const float* edge_terms = nullptr);
  /// With what a backward pass adds to.
  GinConv(const GinShape& shape, const GinTensors<const float>& weights, const GinTensors<float>& gradients,
          const float* edge_terms = nullptr, float* edge_term_gradients = nullptr);

  [[nodiscard]] std::int64_t tape_size(const ConvStep& step) const override;
  const float* forward(const ConvStep& step, const float* x, float* tape) override;
  const float* message(const ConvStep& step, const float* tape) override;
  void backward(const ConvStep& step, const float* x, const float* tape, const float* message, float* g,
                float* dx) override;

 private:
  struct Tape;
  [[nodiscard]] Tape tape_of(const ConvStep& step, float* place) const;

  GinShape shape_;
  GinTensors<const float> weights_;
  GinTensors<float> gradients_{};
  const float* edge_terms_;
  float* edge_term_gradients_ = nullptr;
  NormedRelu in_relu_, out_relu_;
  const float* in_transposed_;   // [d, d]
  const float* out_transposed_;  // [d, d]
};

}  // namespace gnnir::kernels
