#pragma once

#include <cstdint>
#include <span>

#include "gnnir/kernels/rows.h"

namespace gnnir::kernels {

/// One step of message passing on one run of graphs, as a convolution sees it: P rows of the level before become R.
struct ConvStep {
  RowLinks links;                        ///< R rows
  std::int64_t rows_before;              ///< P
  std::span<const std::int64_t> groups;  ///< [groups + 1]: rows that are normalized together, from 0 on
  const float* counts = nullptr;         ///< [R]: how many rows of its group each stands for; null: for itself

  [[nodiscard]] std::int64_t rows() const { return links.rows; }
  /// Edges into the R rows; they count from first_edge() in links.sources and links.edges.
  [[nodiscard]] std::int64_t edges() const { return links.offsets[links.rows] - links.offsets[0]; }
  [[nodiscard]] std::int64_t first_edge() const { return links.offsets[0]; }
};

/// A convolution `m_v = ReLU(Conv(H)_v)` with its weights, and in a backward pass with the place for their gradients.
/// x: [P, d]; message: [R, d]. What a step keeps for the backward pass is its tape.
class Conv {
 public:
  virtual ~Conv() = default;
  /// Floats of a step's tape.
  [[nodiscard]] virtual std::int64_t tape_size(const ConvStep& step) const = 0;
  /// The rectified message; it stays until the next call.
  virtual const float* forward(const ConvStep& step, const float* x, float* tape) = 0;
  /// The same again from the tape.
  virtual const float* message(const ConvStep& step, const float* tape) = 0;
  /// From g = ∂/∂message, which is spoiled: adds ∂/∂x to dx, and gradients to those of the weights and edge terms.
  virtual void backward(const ConvStep& step, const float* x, const float* tape, const float* message, float* g,
                        float* dx) = 0;
  /// After the last backward step: gradients that were put together over the steps are added to those of the weights.
  virtual void end_backward() {}
};

}  // namespace gnnir::kernels
