#include "gnnir/kernels/pna.h"

#include "gnnir/catalog/own_options.h"
#include "gnnir/nn/conv/registry.h"
#include "gnnir/nn/norm.h"
#include "gnnir/nn/operation.h"
#include "gnnir/nn/segment.h"
#include "gnnir/nn/tower_linear.h"

namespace gnnir {
namespace {

/// PNA (Corso et al. 2020): messages `m_uv = MLP(concat(h_v, h_u, e_uv))`; aggregators mean, max, min and
/// √(variance + 1e-5) over u∈N(v); scalers 1, s_v and 1/s_v with s_v = log(degree + 1) over its mean in the training
/// graphs; then a linear map of concat(h_v, all 12). With towers the channels fall into groups that see only
/// themselves up to a last linear map that joins them. A node without neighbours has 0, 0, 0, √1e-5 and counts as of
/// degree 1. Where several messages are the largest, each gets an equal share of the gradient.
class PnaConv : public Conv, public DrawsOwnWeights {
 public:
  PnaConv(const GnnOptions& options, std::int64_t towers, const GraphFacts& facts);
  at::Tensor edge_terms(const at::Tensor& e) override;
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;
  void draw_weights(WeightDraw& draw) override;
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

/// In the order of PnaConv::kernel_weights.
template <typename T>
kernels::PnaTensors<T> pna_tensors(const std::vector<at::Tensor>& tensors) {
  const auto at = [&](std::size_t i) { return i < tensors.size() ? floats(tensors[i]) : nullptr; };
  return {at(0), at(1), at(2), at(3), at(4), at(5), {at(6), at(7)}};
}

PnaConv::PnaConv(const GnnOptions& options, std::int64_t towers, const GraphFacts& facts)
    : norm_options_(options.norm),
      hidden_(options.hidden),
      mean_log_degree_(facts.mean_log_degree),
      target_(nullptr),
      source_(nullptr),
      message_(nullptr),
      self_(nullptr),
      combine_(nullptr),
      norm_(register_module("norm", Norm(options.norm, options.hidden))) {
  const std::int64_t d = options.hidden;
  const std::int64_t of_tower = d / std::max<std::int64_t>(towers, 1);
  const auto map = [&](const char* name, std::int64_t in, std::int64_t out, std::int64_t blocks) {
    return register_module(name, TowerLinear(in, out, d, towers, blocks * of_tower));
  };
  const std::int64_t parts = facts.edge_features ? 3 : 2;
  target_ = map("target", 1, 1, parts);
  source_ = map("source", 1, 1, parts);
  if (facts.edge_features) edge_ = map("edge", 1, 1, parts);
  message_ = map("message", 1, 1, 1);
  self_ = map("self", 1, 1, 13);
  combine_ = map("combine", 4, 3, 13);
  message_bias_ = register_parameter("message_bias", torch::zeros({d}));
  out_bias_ = register_parameter("out_bias", torch::zeros({d}));
  bias_ = register_parameter("bias", torch::zeros({d}));
  if (towers > 1) join_ = register_parameter("join", torch::eye(d));
}

at::Tensor PnaConv::joined(const at::Tensor& matrix) const { return join_.defined() ? at::mm(join_, matrix) : matrix; }

at::Tensor PnaConv::bias() const { return join_.defined() ? at::mv(join_, bias_) : bias_; }

at::Tensor PnaConv::edge_terms(const at::Tensor& e) {
  return edge_.is_empty() ? at::Tensor() : at::mm(e, edge_->matrix().t());
}

at::Tensor PnaConv::forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) {
  const std::int64_t n = h.size(0);
  const at::Tensor& target = graphs.edge_target();
  at::Tensor hidden = at::mm(h, target_->matrix().t()).index_select(0, target) +
                      at::mm(h, source_->matrix().t()).index_select(0, graphs.edge_source()) + message_bias_;
  if (edge_terms.defined()) hidden = hidden + edge_terms;
  const at::Tensor messages = at::mm(at::relu(hidden), message_->matrix().t()) + out_bias_;

  const at::Tensor degree = segment_count(target, n).to(h.scalar_type()).clamp_min(1).unsqueeze(1);
  const at::Tensor mean = segment_sum(messages, target, n) / degree;
  const at::Tensor centred = messages - mean.index_select(0, target);
  const at::Tensor deviation = at::sqrt(segment_sum(centred * centred, target, n) / degree + 1e-5);
  const at::Tensor aggregates =
      at::cat({mean, segment_max(messages, target, n), -segment_max(-messages, target, n), deviation}, 1);

  const at::Tensor amplification = at::log(degree + 1) / mean_log_degree_;
  const std::vector<at::Tensor> by_scaler = combine_->matrix().chunk(3, 0);
  const auto scaled = [&](std::size_t s) { return at::mm(aggregates, joined(by_scaler[s]).t()); };
  const at::Tensor out = at::mm(h, joined(self_->matrix()).t()) + bias() + scaled(0) + amplification * scaled(1) +
                         scaled(2) / amplification;
  return norm_(out, graphs);
}

std::vector<at::Tensor> PnaConv::kernel_weights() const {
  if (!norm_->in_kernels()) return {};
  std::vector<at::Tensor> by_scaler;
  for (const at::Tensor& matrix : combine_->matrix().chunk(3, 0)) by_scaler.push_back(joined(matrix));
  std::vector<at::Tensor> weights = {at::cat({target_->matrix(), source_->matrix(), joined(self_->matrix())}, 0),
                                     message_bias_,
                                     message_->matrix(),
                                     out_bias_,
                                     at::cat(by_scaler, 0),
                                     bias()};
  norm_->add_weights(weights);
  return weights;
}

std::unique_ptr<kernels::Conv> PnaConv::kernel(const KernelInputs& inputs) const {
  const kernels::PnaShape shape{hidden_, static_cast<float>(mean_log_degree_),
                                static_cast<float>(norm_options_.epsilon)};
  return std::make_unique<kernels::PnaConv>(shape, pna_tensors<const float>(inputs.weights),
                                            pna_tensors<float>(inputs.gradients), inputs.edge_terms,
                                            inputs.edge_term_gradients);
}

void PnaConv::draw_weights(WeightDraw& draw) {
  for (const char* bias : {"message_bias", "out_bias", "bias"}) draw.keep(bias);
  if (join_.defined()) draw.keep("join");
}

}  // namespace

ConvDescriptor pna_conv() {
  return {conv_entry("pna"), [](const GnnOptions& options, const GraphFacts& facts) -> std::shared_ptr<Conv> {
            return std::make_shared<PnaConv>(options, pna_towers().as_integer(options.own), facts);
          }};
}

}  // namespace gnnir
