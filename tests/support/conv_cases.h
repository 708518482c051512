#pragma once

#include <cstdint>
#include <memory>
#include <ostream>

#include "gnnir/kernels/gin.h"
#include "gnnir/kernels/message_passing.h"
#include "gnnir/kernels/nnconv.h"
#include "gnnir/kernels/pna.h"
#include "support/floats.h"
#include "support/kernel_cases.h"

namespace gnnir::testing {

enum class ConvKind { gine, gine_norm, pna, pna_norm, pna_without_edges, nnconv, nnconv_norm };

inline const char* name_of(ConvKind kind) {
  const char* names[] = {"gine", "gine_norm", "pna", "pna_norm", "pna_without_edges", "nnconv", "nnconv_norm"};
  return names[static_cast<int>(kind)];
}

inline std::ostream& operator<<(std::ostream& out, ConvKind kind) { return out << name_of(kind); }

/// A convolution with GRU updates whose weights, or their gradients, are one list of numbers: the GRU's first.
struct ConvCase {
  ConvKind kind;
  std::int64_t d;
  std::int64_t channels = 4;  ///< of NNConv's edges

  [[nodiscard]] bool graph_norm() const {
    return kind == ConvKind::gine_norm || kind == ConvKind::pna_norm || kind == ConvKind::nnconv_norm;
  }
  [[nodiscard]] bool is_nnconv() const { return kind == ConvKind::nnconv || kind == ConvKind::nnconv_norm; }
  [[nodiscard]] bool has_edges() const { return kind != ConvKind::pna_without_edges; }
  /// Of the edge terms.
  [[nodiscard]] std::int64_t edge_columns() const { return is_nnconv() ? channels : d; }
  [[nodiscard]] std::int64_t gru_size() const { return 6 * d * d + 6 * d; }
  /// Of a normalization.
  [[nodiscard]] std::int64_t norm_size() const { return graph_norm() ? 2 * d : 0; }
  [[nodiscard]] std::int64_t size() const {
    switch (kind) {
      case ConvKind::gine:
        return gru_size() + 1 + 2 * d * d + 2 * d;
      case ConvKind::gine_norm:
        return gru_size() + 1 + 2 * d * d + 6 * d;
      case ConvKind::nnconv:
      case ConvKind::nnconv_norm:
        return gru_size() + (channels + 2) * d * d + d + norm_size();
      default:
        return gru_size() + 16 * d * d + 3 * d + norm_size();
    }
  }

  template <typename T>
  [[nodiscard]] kernels::GruTensors<T> gru(T* numbers) const {
    Pieces<T> pieces{numbers};
    kernels::GruTensors<T> tensors{};
    tensors.weight_ih = pieces.take(3 * d * d);
    tensors.weight_hh = pieces.take(3 * d * d);
    tensors.bias_ih = pieces.take(3 * d);
    tensors.bias_hh = pieces.take(3 * d);
    return tensors;
  }

  template <typename T>
  [[nodiscard]] kernels::GinTensors<T> gin(T* numbers) const {
    Pieces<T> pieces{numbers + gru_size()};
    kernels::GinTensors<T> tensors{};
    tensors.epsilon = pieces.take(1);
    tensors.in_weight = pieces.take(d * d);
    tensors.in_bias = pieces.take(d);
    tensors.out_weight = pieces.take(d * d);
    tensors.out_bias = pieces.take(d);
    if (!graph_norm()) return tensors;
    tensors.in_scale = pieces.take(d);
    tensors.in_shift = pieces.take(d);
    tensors.out_scale = pieces.take(d);
    tensors.out_shift = pieces.take(d);
    return tensors;
  }

  template <typename T>
  [[nodiscard]] kernels::PnaTensors<T> pna(T* numbers) const {
    Pieces<T> pieces{numbers + gru_size()};
    kernels::PnaTensors<T> tensors{};
    tensors.node_weight = pieces.take(3 * d * d);
    tensors.message_bias = pieces.take(d);
    tensors.out_weight = pieces.take(d * d);
    tensors.out_bias = pieces.take(d);
    tensors.combine_weight = pieces.take(12 * d * d);
    tensors.bias = pieces.take(d);
    if (graph_norm()) tensors.norm = {pieces.take(d), pieces.take(d)};
    return tensors;
  }

  template <typename T>
  [[nodiscard]] kernels::NnConvTensors<T> nnconv(T* numbers) const {
    Pieces<T> pieces{numbers + gru_size()};
    kernels::NnConvTensors<T> tensors{};
    tensors.root_weight = pieces.take(d * d);
    tensors.bias = pieces.take(d);
    tensors.edge_matrices = pieces.take((channels + 1) * d * d);
    if (graph_norm()) tensors.norm = {pieces.take(d), pieces.take(d)};
    return tensors;
  }

  [[nodiscard]] kernels::GinShape gin_shape() const { return {d, graph_norm(), 0.01F}; }
  [[nodiscard]] kernels::PnaShape pna_shape() const { return {d, 1.1F, 0.01F}; }
  [[nodiscard]] kernels::NnConvShape nnconv_shape() const { return {d, channels, 0.01F}; }

  /// One at a time: kernels of the same kind share memory.
  [[nodiscard]] std::unique_ptr<kernels::Conv> kernel(const float* weights, const float* terms) const {
    switch (kind) {
      case ConvKind::gine:
      case ConvKind::gine_norm:
        return std::make_unique<kernels::GinConv>(gin_shape(), gin(weights), terms);
      case ConvKind::nnconv:
      case ConvKind::nnconv_norm:
        return std::make_unique<kernels::NnConv>(nnconv_shape(), nnconv(weights), terms);
      default:
        return std::make_unique<kernels::PnaConv>(pna_shape(), pna(weights), has_edges() ? terms : nullptr);
    }
  }

  /// For a backward pass.
  [[nodiscard]] std::unique_ptr<kernels::Conv> kernel(const float* weights, float* gradients, const float* terms,
                                                      float* dterms) const {
    switch (kind) {
      case ConvKind::gine:
      case ConvKind::gine_norm:
        return std::make_unique<kernels::GinConv>(gin_shape(), gin(weights), gin(gradients), terms, dterms);
      case ConvKind::nnconv:
      case ConvKind::nnconv_norm:
        return std::make_unique<kernels::NnConv>(nnconv_shape(), nnconv(weights), nnconv(gradients), terms, dterms);
      default:
        return std::make_unique<kernels::PnaConv>(pna_shape(), pna(weights), pna(gradients),
                                                  has_edges() ? terms : nullptr, has_edges() ? dterms : nullptr);
    }
  }

  void forward(const kernels::GnnPlan& plan, const float* weights, const float* terms, const float* x, float* tape,
               float* out) const {
    const auto conv = kernel(weights, terms);
    kernels::message_passing_forward(d, plan, gru(weights), *conv, x, tape, out);
  }

  void backward(const kernels::GnnPlan& plan, const float* weights, const float* terms, const float* x,
                const float* tape, const float* g, float* dx, float* gradients, float* dterms) const {
    const auto conv = kernel(weights, gradients, terms, dterms);
    kernels::message_passing_backward(d, plan, gru(weights), *conv, x, tape, g, dx, gru(gradients));
  }

  [[nodiscard]] std::int64_t tape_size(const kernels::GnnPlan& plan, const float* weights, const float* terms) const {
    return kernels::message_passing_tape_size(d, plan, *kernel(weights, terms));
  }
};

}  // namespace gnnir::testing
