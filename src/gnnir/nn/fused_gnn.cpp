#include "gnnir/nn/fused_gnn.h"

#include <ATen/Functions.h>

#include <numeric>

#include "gnnir/kernels/graph_rows.h"
#include "gnnir/kernels/message_passing.h"
#include "gnnir/nn/operation.h"

namespace gnnir {
namespace {

/// inputs: x, edge terms (if there are any), the GRU's weights (4), the convolution's.
class GnnOperation : public Operation {
 public:
  GnnOperation(std::shared_ptr<const Conv> conv, std::shared_ptr<const kernels::GnnPlan> plan, std::int64_t hidden,
               bool edges)
      : conv_(std::move(conv)), plan_(std::move(plan)), hidden_(hidden), activations_(edges ? 2 : 1) {}

  [[nodiscard]] std::size_t activations() const override { return activations_; }

  Tensors forward(const Tensors& inputs, bool keep) override {
    const at::Tensor& x = inputs[0];
    check_rows(x, plan_->rows(0), hidden_, "node embeddings");
    at::Tensor out = at::empty({plan_->rows(plan_->steps()), hidden_}, x.options());
    const auto conv = conv_->kernel({.weights = conv_part(inputs), .edge_terms = edge_terms(inputs)});
    if (keep) {
      tape_ = at::empty({kernels::message_passing_tape_size(hidden_, *plan_, *conv)}, x.options());
    }
    kernels::message_passing_forward(hidden_, *plan_, gru_part<const float>(inputs), *conv, floats(x),
                                     keep ? floats(tape_) : nullptr, floats(out));
    return {out};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::empty_like(inputs[0]);
    if (activations_ == 2) by[1] = at::zeros_like(inputs[1]);
    const auto conv = conv_->kernel({.weights = conv_part(inputs),
                                     .gradients = conv_part(by),
                                     .edge_terms = edge_terms(inputs),
                                     .edge_term_gradients = edge_terms(by)});
    kernels::message_passing_backward(hidden_, *plan_, gru_part<const float>(inputs), *conv, floats(inputs[0]),
                                      floats(tape_), floats(gradients[0]), floats(by[0]), gru_part<float>(by));
  }

 private:
  [[nodiscard]] float* edge_terms(const Tensors& tensors) const {
    return activations_ == 2 ? floats(tensors[1]) : nullptr;
  }
  template <typename T>
  [[nodiscard]] kernels::GruTensors<T> gru_part(const Tensors& tensors) const {
    const auto at = [&](std::size_t i) { return floats(tensors[activations_ + i]); };
    return {at(0), at(1), at(2), at(3)};
  }
  [[nodiscard]] Tensors conv_part(const Tensors& tensors) const {
    return {tensors.begin() + static_cast<std::ptrdiff_t>(activations_) + 4, tensors.end()};
  }

  std::shared_ptr<const Conv> conv_;
  std::shared_ptr<const kernels::GnnPlan> plan_;
  std::int64_t hidden_;
  std::size_t activations_;
  at::Tensor tape_;
};

/// inputs: rows
class ExpandOperation : public Operation {
 public:
  explicit ExpandOperation(std::shared_ptr<const kernels::GnnPlan> plan)
      : plan_(std::move(plan)), offsets_(plan_->node_rows().size() + 1) {
    std::iota(offsets_.begin(), offsets_.end(), 0);
  }

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const at::Tensor& rows = inputs[0];
    check_rows(rows, plan_->rows(plan_->steps()), rows.size(1), "distinct rows");
    at::Tensor out = at::empty({segments().count, rows.size(1)}, rows.options());
    kernels::segment_sums(segments(), rows.size(1), false, floats(rows), floats(out));
    return {out};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::zeros_like(inputs[0]);
    kernels::segment_sums_backward(segments(), inputs[0].size(1), false, floats(gradients[0]), floats(by[0]));
  }

 private:
  /// A segment per node, of one row.
  [[nodiscard]] kernels::Segments segments() const {
    return {static_cast<std::int64_t>(plan_->node_rows().size()), offsets_.data(), plan_->node_rows().data()};
  }

  std::shared_ptr<const kernels::GnnPlan> plan_;
  std::vector<std::int32_t> offsets_;
};

}  // namespace

at::Tensor rows_of_nodes(const at::Tensor& rows, std::shared_ptr<const kernels::GnnPlan> plan) {
  return run_operation(std::make_shared<ExpandOperation>(std::move(plan)), {rows}, {}).front();
}

FusedGnn::FusedGnn(const GnnOptions& options, std::shared_ptr<Conv> conv, const torch::nn::GRUCellImpl& update)
    : options_(options),
      conv_(std::move(conv)),
      update_({update.weight_ih, update.weight_hh, update.bias_ih, update.bias_hh}) {}

at::Tensor FusedGnn::operator()(const at::Tensor& x, const at::Tensor& e,
                                std::shared_ptr<const kernels::GnnPlan> plan) const {
  const at::Tensor edge_terms = conv_->edge_terms(e);
  std::vector<at::Tensor> activations = {x};
  if (edge_terms.defined()) activations.push_back(edge_terms);
  const std::vector<at::Tensor> weights = conv_->kernel_weights();
  const auto operation = std::make_shared<GnnOperation>(conv_, std::move(plan), options_.hidden, edge_terms.defined());
  return run_operation(operation, std::move(activations), {&update_, &weights}).front();
}

}  // namespace gnnir
