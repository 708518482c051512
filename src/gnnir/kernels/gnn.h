#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// One GNN call, T steps of GIN with GRU updates over a batch of graphs (or branches), as one operation with its own
/// backward pass. Runs of whole graphs that fit the second-level cache go through all steps before the next run begins.
namespace gnnir::kernels {

/// What does not change from call to call.
struct GnnShape {
  std::int64_t hidden = 0;
  std::int64_t steps = 0;
  bool graph_norm = false;
  float norm_epsilon = 0;
};

/// The rows and edges of a batch. A row's edges stand together; all ends are within its graph.
struct GnnTopology {
  std::vector<std::int64_t> graph_offsets;  ///< [graphs + 1]: rows of each graph
  std::vector<std::int64_t> edge_offsets;   ///< [rows + 1]: incoming edges of each row
  std::vector<std::int64_t> edge_sources;   ///< [edges]

  /// graph_offsets and edge_target ascending: `ptr` and `edge_index` of a Batch.
  static GnnTopology from(std::span<const std::int64_t> graph_offsets, std::span<const std::int64_t> edge_sources,
                          std::span<const std::int64_t> edge_targets);

  [[nodiscard]] std::int64_t graphs() const { return static_cast<std::int64_t>(graph_offsets.size()) - 1; }
  [[nodiscard]] std::int64_t rows() const { return graph_offsets.back(); }
};

/// Weights (T = const float) or their gradients (T = float). Norm entries are null without normalization.
template <typename T>
struct GnnTensors {
  T* epsilon;                ///< [1]
  T *in_weight, *in_bias;    ///< GIN's first map: [d, d], [d]
  T *out_weight, *out_bias;  ///< GIN's second map
  T *weight_ih, *weight_hh;  ///< GRU: [3d, d]
  T *bias_ih, *bias_hh;      ///< [3d]
  T *in_scale, *in_shift;    ///< normalization before the first ReLU: [d]
  T *out_scale, *out_shift;  ///< and before the second
};

/// Floats that the forward pass keeps for the backward pass.
std::int64_t gnn_tape_size(const GnnShape& shape, const GnnTopology& topology);

/// h, out: [rows, d]. tape: [gnn_tape_size], or null if no backward pass follows.
void gnn_forward(const GnnShape& shape, const GnnTopology& topology, const GnnTensors<const float>& weights,
                 const float* h, float* tape, float* out);

/// From g = ∂/∂out [rows, d]: dh = ∂/∂h [rows, d]; weight gradients are added to.
void gnn_backward(const GnnShape& shape, const GnnTopology& topology, const GnnTensors<const float>& weights,
                  const float* tape, const float* g, float* dh, const GnnTensors<float>& gradients);

}  // namespace gnnir::kernels
