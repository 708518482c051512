#pragma once

#include <array>

#include "gnnir/kernels/conv.h"
#include "gnnir/kernels/rows_by_degree.h"
#include "gnnir/kernels/step_norm.h"

namespace gnnir::kernels {

struct PnaShape {
  std::int64_t hidden = 0;
  float mean_log_degree = 1;  ///< of the training graphs: mean of log(degree + 1)
  float norm_epsilon = 0;
};

/// Weights (T = const float) or their gradients (T = float).
template <typename T>
struct PnaTensors {
  T* node_weight;   ///< [3d, d]: what a message takes from its target, from its source, and what a node keeps of itself
  T* message_bias;  ///< [d]: of a message's hidden layer
  T *out_weight, *out_bias;  ///< a message's second map: [d, d], [d]
  T* combine_weight;         ///< [3d, 4d]: by scaler, from the four aggregators
  T* bias;                   ///< [d]
  NormTensors<T> norm;       ///< over each graph, before the last ReLU
};

/// PNA (Corso et al. 2020): messages m_uv = MLP(x_v, x_u, e_uv), then a linear map of x_v and of mean, max, min and
/// deviation of the messages, each as it is, amplified and attenuated by the degree. What the edge gives to the
/// message's hidden layer is the same in all steps: c, [edges, d], or null.
/// Scalers are the same for rows of one degree: sorted by degree, each class needs one map of its aggregates, not
/// three.
class PnaConv : public Conv {
 public:
  PnaConv(const PnaShape& shape, const PnaTensors<const float>& weights, const float* edge_terms);
  PnaConv(const PnaShape& shape, const PnaTensors<const float>& weights, const PnaTensors<float>& gradients,
          const float* edge_terms, float* edge_term_gradients);

  [[nodiscard]] std::int64_t tape_size(const ConvStep& step) const override;
  const float* forward(const ConvStep& step, const float* x, float* tape) override;
  const float* message(const ConvStep& step, const float* tape) override;
  void backward(const ConvStep& step, const float* x, const float* tape, const float* message, float* g,
                float* dx) override;
  void end_backward() override;

 private:
  struct Tape;
  /// A combining map for each of the lowest degrees, which is kept, and a last place that the others take in turns.
  struct Maps {
    static constexpr std::int64_t kept = 8;
    float* weights = nullptr;    // [kept + 1, 4d²]
    float* gradients = nullptr;  // likewise
    std::array<bool, kept> made{};
  };
  [[nodiscard]] Tape tape_of(const ConvStep& step, float* place) const;
  [[nodiscard]] float amplification(std::int64_t degree) const;
  void transpose_weights();
  const float* forward_map(std::int64_t degree);  // [4d, d]
  void combine_backward(const float* du, const float* aggregates, float* daggregates);
  void add_map_gradient(std::int64_t degree);

  PnaShape shape_;
  PnaTensors<const float> weights_;
  PnaTensors<float> gradients_{};
  const float* edge_terms_;
  float* edge_term_gradients_ = nullptr;
  NormedRelu relu_;
  RowsByDegree sorted_;
  const float* node_transposed_ = nullptr;  // [d, 3d]
  const float* out_transposed_ = nullptr;   // [d, d]
  Maps forward_maps_;
  Maps backward_maps_;
};

}  // namespace gnnir::kernels
