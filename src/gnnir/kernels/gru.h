#pragma once

#include "gnnir/kernels/rows.h"

namespace gnnir::kernels {

/// A GRU cell's weights (T = const float) or their gradients (T = float).
template <typename T>
struct GruTensors {
  T *weight_ih, *weight_hh;  ///< [3d, d]
  T *bias_ih, *bias_hh;      ///< [3d]
};

/// Both weights transposed, [d, 3d], in memory of this thread: valid until the next one is made.
struct TransposedGru {
  TransposedGru(const GruTensors<const float>& gru, std::int64_t d);
  const float *input, *hidden;
};

/// Rows of a step, and how many the level before has.
struct GruRows {
  RowLinks links;
  std::int64_t before;
  std::int64_t d;
};

/// out_r = GRU(message_r, h_self(r)). message, out: [rows, d]; h: [before, d]; gates: [rows, 4d], for the backward pass
void gru_cell(const GruRows& rows, const GruTensors<const float>& gru, const TransposedGru& transposed,
              const float* message, const float* h, float* gates, float* out);

/// From g = ∂/∂out: dmessage [rows, d] and dh [before, d] are set, the gradients of the weights are added to.
void gru_cell_backward(const GruRows& rows, const GruTensors<const float>& gru, const float* message, const float* h,
                       const float* gates, const float* g, float* dmessage, float* dh,
                       const GruTensors<float>& gradients);

}  // namespace gnnir::kernels
