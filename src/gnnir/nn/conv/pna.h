#pragma once

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/norm.h"
#include "gnnir/nn/tower_linear.h"

namespace gnnir {

/// PNA (Corso et al. 2020): messages `m_uv = MLP(concat(h_v, h_u, e_uv))`; aggregators mean, max, min and
/// √(variance + 1e-5) over u∈N(v); scalers 1, s_v and 1/s_v with s_v = log(degree + 1) over its mean in the training
/// graphs; then a linear map of concat(h_v, all 12). With towers the channels fall into groups that see only
/// themselves up to a last linear map that joins them. A node without neighbours has 0, 0, 0, √1e-5 and counts as of
/// degree 1. Where several messages are the largest, each gets an equal share of the gradient.
class PnaConv : public Conv {
 public:
  PnaConv(const GnnOptions& options, const GraphFacts& facts);
  at::Tensor edge_terms(const at::Tensor& e) override;
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;
  [[nodiscard]] std::vector<at::Tensor> kernel_weights() const override;
  [[nodiscard]] std::unique_ptr<kernels::Conv> kernel(const KernelInputs& inputs) const override;

 private:
  /// A linear map that is to be followed by the towers' last one, with that one multiplied into it.
  [[nodiscard]] at::Tensor joined(const at::Tensor& matrix) const;
  [[nodiscard]] at::Tensor bias() const;

  NormOptions norm_options_;
  std::int64_t hidden_;
  double mean_log_degree_;
  TowerLinear target_, source_, edge_{nullptr};  // the message's hidden layer
  at::Tensor message_bias_;                      // [d]
  TowerLinear message_;                          // the message's second map
  at::Tensor out_bias_;                          // [d]
  TowerLinear self_, combine_;  // the linear map at the end: from h_v, and by scaler from the aggregators
  at::Tensor bias_;             // [d]
  at::Tensor join_;             // [d, d], with several towers
  Norm norm_;
};

}  // namespace gnnir
