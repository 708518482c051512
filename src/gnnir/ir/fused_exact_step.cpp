#include "gnnir/ir/fused_exact_step.h"

#include <ATen/Functions.h>

#include <array>

#include "gnnir/kernels/gru.h"

namespace gnnir {
namespace {

constexpr std::size_t num_weights = 8;

/// inputs: h, edges if there are any, then the weights that there are, in the order of ExactStepWeights.
class ExactStepOperation : public Operation {
 public:
  ExactStepOperation(const kernels::ExactStepKind& kind, SharedPlan plan, std::int64_t step,
                     std::array<bool, num_weights> there, bool edges, at::Tensor keep, ExactStepMoments moments)
      : kind_(kind),
        plan_(std::move(plan)),
        level_(plan_->levels[static_cast<std::size_t>(step - 1)]),
        before_(plan_->rows(step - 1)),
        there_(there),
        edges_(edges),
        keep_(std::move(keep)),
        moments_(std::move(moments)) {}

  [[nodiscard]] std::size_t activations() const override { return edges_ ? 2 : 1; }

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const at::Tensor& h = inputs[0];
    check_rows(h, before_, kind_.d, "rows of the level before");
    at::Tensor out = at::empty({level_.rows(), kind_.d}, h.options());
    tape_ = at::empty({kernels::exact_step_tape_size(kind_.d, level_)}, h.options());
    Tensors outputs = {out};
    if (kind_.norms == kernels::ExactNorms::of_rows) {
      for (int i = 0; i < 4; ++i) outputs.push_back(at::empty({kind_.d}, h.options()));
      moments_.assign(outputs.begin() + 1, outputs.end());
    }
    kernels::exact_step_forward(kind_, level_, weights<const float>(inputs), moments(), rows(inputs), floats(tape_),
                                floats(out));
    moments_.clear();
    return outputs;
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::empty_like(inputs[0]);
    if (edges_) by[1] = at::zeros_like(inputs[1]);
    kernels::exact_step_backward(kind_, level_, weights<const float>(inputs), rows(inputs), floats(tape_),
                                 floats(gradients[0]), floats(by[0]), edges_ ? floats(by[1]) : nullptr,
                                 weights<float>(by));
  }

 private:
  [[nodiscard]] kernels::ExactStepRows rows(const Tensors& inputs) const {
    return {before_, floats(inputs[0]), edges_ ? floats(inputs[1]) : nullptr,
            keep_.defined() ? floats(keep_) : nullptr};
  }
  [[nodiscard]] kernels::ExactMoments moments() const {
    if (moments_.empty()) return {};
    return {floats(moments_[0]), floats(moments_[1]), floats(moments_[2]), floats(moments_[3])};
  }
  template <typename T>
  [[nodiscard]] kernels::ExactStepTensors<T> weights(const Tensors& tensors) const {
    std::array<T*, num_weights> at{};
    std::size_t next = activations();
    for (std::size_t w = 0; w < num_weights; ++w) at[w] = there_[w] ? floats(tensors[next++]) : nullptr;
    return {at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]};
  }

  kernels::ExactStepKind kind_;
  SharedPlan plan_;
  const kernels::ExactLevel& level_;
  std::int64_t before_;
  std::array<bool, num_weights> there_;
  bool edges_;
  at::Tensor keep_;
  ExactStepMoments moments_;
  at::Tensor tape_;
};

/// inputs: x, h, the GRU's weights (4).
class ExactGruOperation : public Operation {
 public:
  ExactGruOperation(SharedPlan plan, std::int64_t step, std::int64_t d)
      : plan_(std::move(plan)),
        rows_{{.rows = level(step).rows(),
               .self = level(step).self.data(),
               .offsets = nullptr,
               .sources = nullptr,
               .first_row = 0},
              plan_->rows(step - 1),
              d} {}

  [[nodiscard]] std::size_t activations() const override { return 2; }

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    check_rows(inputs[0], rows_.links.rows, rows_.d, "messages");
    check_rows(inputs[1], rows_.before, rows_.d, "rows of the level before");
    at::Tensor out = at::empty_like(inputs[0]);
    gates_ = at::empty({rows_.links.rows, 4 * rows_.d}, out.options());
    const auto gru = weights<const float>(inputs);
    kernels::gru_cell(rows_, gru, kernels::TransposedGru(gru, rows_.d), floats(inputs[0]), floats(inputs[1]),
                      floats(gates_), floats(out));
    return {out};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::empty_like(inputs[0]);
    by[1] = at::empty_like(inputs[1]);
    kernels::gru_cell_backward(rows_, weights<const float>(inputs), floats(inputs[0]), floats(inputs[1]),
                               floats(gates_), floats(gradients[0]), floats(by[0]), floats(by[1]), weights<float>(by));
  }

 private:
  [[nodiscard]] const kernels::ExactLevel& level(std::int64_t step) const {
    return plan_->levels[static_cast<std::size_t>(step - 1)];
  }
  template <typename T>
  static kernels::GruTensors<T> weights(const Tensors& tensors) {
    return {floats(tensors[2]), floats(tensors[3]), floats(tensors[4]), floats(tensors[5])};
  }

  SharedPlan plan_;
  kernels::GruRows rows_;
  at::Tensor gates_;
};

}  // namespace

at::Tensor fused_exact_gru(const SharedPlan& plan, std::int64_t step, const std::vector<at::Tensor>& gru,
                           const at::Tensor& x, const at::Tensor& h) {
  return run_operation(std::make_shared<ExactGruOperation>(plan, step, x.size(1)), {x, h}, {&gru}).front();
}

at::Tensor fused_exact_step(const kernels::ExactStepKind& kind, const SharedPlan& plan, std::int64_t step,
                            const ExactStepWeights& weights, const at::Tensor& h, const at::Tensor& e,
                            const at::Tensor& keep, ExactStepMoments& moments) {
  const std::array<at::Tensor, num_weights> all = {weights.in,       weights.out,      weights.own,
                                                   weights.across,   weights.in_scale, weights.out_scale,
                                                   weights.in_shift, weights.out_shift};
  std::array<bool, num_weights> there{};
  std::vector<at::Tensor> parameters;
  for (std::size_t w = 0; w < num_weights; ++w) {
    there[w] = all[w].defined();
    if (there[w]) parameters.push_back(all[w]);
  }
  std::vector<at::Tensor> activations = {h};
  if (e.defined()) activations.push_back(e);
  const auto operation = std::make_shared<ExactStepOperation>(kind, plan, step, there, e.defined(), keep, moments);
  const std::vector<at::Tensor> outputs = run_operation(operation, std::move(activations), {&parameters});
  if (kind.norms == kernels::ExactNorms::of_rows) {
    moments.clear();
    for (std::size_t i = 1; i < outputs.size(); ++i) moments.push_back(outputs[i].detach());
  }
  return outputs.front();
}

}  // namespace gnnir
