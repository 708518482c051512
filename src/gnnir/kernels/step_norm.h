#pragma once

#include "gnnir/kernels/conv.h"

namespace gnnir::kernels {

/// Learned numbers of a normalization (T = const float) or their gradients (T = float); null where there is none.
template <typename T>
struct NormTensors {
  T *scale = nullptr, *shift = nullptr;  ///< [d]
};

/// The ReLU behind a layer of a convolution and, if there are scale and shift, normalization before it, over the rows
/// of each graph (or whole branch) of a step. Without normalization the kernel that makes the layer's rows rectifies
/// them. Its tape is what the backward pass needs: the rectified rows, or else the normalized ones, from which the
/// rectified can be had again.
class NormedRelu {
 public:
  NormedRelu(std::int64_t hidden, float epsilon, const NormTensors<const float>& weights,
             const NormTensors<float>& gradients);

  [[nodiscard]] bool normalizes() const { return weights_.scale != nullptr; }
  [[nodiscard]] std::int64_t tape_size(const ConvStep& step) const;
  /// Where the layer's rows are to be made: in the tape or, with normalization, at `elsewhere`.
  [[nodiscard]] float* place(float* tape, float* elsewhere) const { return normalizes() ? elsewhere : tape; }
  /// Normalizes and rectifies rows: [R, d], at place().
  void forward(const ConvStep& step, float* rows, float* tape) const;
  /// The rectified rows again: in the tape or, with normalization, written to `elsewhere`.
  [[nodiscard]] const float* again(const ConvStep& step, const float* tape, float* elsewhere) const;
  /// g: ∂/∂(rectified rows) → ∂/∂(the layer's rows), in place; gradients are added to.
  void backward(const ConvStep& step, const float* rectified, const float* tape, float* g) const;

 private:
  std::int64_t hidden_;
  float epsilon_;
  NormTensors<const float> weights_;
  NormTensors<float> gradients_;
};

}  // namespace gnnir::kernels
