#include "gnnir/ir/fused_select.h"

#include <ATen/Functions.h>

#include <numeric>
#include <utility>

#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"
#include "gnnir/nn/fused_mlp.h"

namespace gnnir {
namespace {

/// inputs: h, for gru the memory, then the weights of the kind; outputs: p and s, both [num_graphs, d].
class SelectOperation : public Operation {
 public:
  SelectOperation(SelectorKind kind, const Batch& graphs, at::Tensor second_direction,
                  std::function<Choice(const RowKeys&)> choose)
      : kind_(kind), offsets_(graphs.ptr), second_direction_(std::move(second_direction)), choose_(std::move(choose)) {}

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const at::Tensor& h = inputs[0];
    d_ = second_direction_.numel();
    check_rows(h, offsets_.back(), d_, "node embeddings");
    p_ = projection(inputs);
    const std::int64_t rows = h.size(0);
    score_ = at::empty({rows}, h.options());
    std::vector<float> second(static_cast<std::size_t>(rows));
    std::vector<float> length(static_cast<std::size_t>(rows));
    for (std::int64_t g = 0; g < graphs(); ++g) {
      const std::int64_t first = first_row(g);
      kernels::score_rows(first_row(g + 1) - first, d_, floats(h) + first * d_, floats(p_) + g * d_,
                          floats(second_direction_), floats(score_) + first, second.data() + first,
                          length.data() + first);
    }
    choice = std::exchange(choose_, nullptr)(
        {{floats(score_), floats(score_) + rows}, {second.begin(), second.end()}, {length.begin(), length.end()}});
    at::Tensor readout = at::empty({graphs(), d_}, h.options());
    for (std::int64_t g = 0; g < graphs(); ++g) {
      kernels::selector_readout(count(g), chosen(g), d_, floats(score_), floats(p_) + g * d_, floats(readout) + g * d_);
    }
    return {p_, readout};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    for (std::size_t i = 0; i < activations(); ++i) by[i] = at::zeros_like(inputs[i]);
    const at::Tensor dp = gradients[0].clone();
    for (std::int64_t g = 0; g < graphs(); ++g) {
      kernels::selector_readout_backward(count(g), chosen(g), d_, floats(inputs[0]), floats(score_),
                                         floats(p_) + g * d_, floats(gradients[1]) + g * d_, floats(by[0]),
                                         floats(dp) + g * d_);
    }
    projection_backward(inputs, dp, by);
  }

  [[nodiscard]] std::size_t activations() const override { return kind_ == SelectorKind::gru ? 2 : 1; }

  Choice choice;

 private:
  // Where weights stand among the inputs: the aggregate's four, then those of the second MLP, or of the GRU.
  [[nodiscard]] std::size_t first() const { return activations(); }
  [[nodiscard]] std::size_t second() const { return first() + 4; }
  static constexpr std::size_t weight_ih = 6, weight_hh = 7, bias_ih = 8, bias_hh = 9;
  [[nodiscard]] std::int64_t graphs() const { return static_cast<std::int64_t>(offsets_.size()) - 1; }
  [[nodiscard]] std::int64_t first_row(std::int64_t g) const { return offsets_[static_cast<std::size_t>(g)]; }
  [[nodiscard]] const std::int32_t* chosen(std::int64_t g) const { return choice.chosen(g).data(); }
  [[nodiscard]] std::int64_t count(std::int64_t g) const { return choice.count(g); }
  [[nodiscard]] kernels::Segments segments() const { return {graphs(), offsets_.data(), nullptr}; }
  /// Each graph updates its own row of memory.
  [[nodiscard]] kernels::RowLinks links() {
    if (identity_.empty()) {
      identity_.resize(static_cast<std::size_t>(graphs()));
      std::iota(identity_.begin(), identity_.end(), 0);
    }
    return {graphs(), identity_.data(), nullptr, nullptr, 0};
  }

  at::Tensor projection(const Tensors& inputs) {
    const at::Tensor& h = inputs[0];
    if (kind_ == SelectorKind::projection) return inputs[1].expand({graphs(), d_}).contiguous();
    const kernels::MlpShape shape = mlp_shape(inputs, first());
    inner_ = at::empty({h.size(0), d_}, h.options());
    sums_ = at::empty({graphs(), d_}, h.options());
    graph_embedding_ = at::empty({graphs(), d_}, h.options());
    kernels::mlp_sum_forward(shape, h.size(0), segments(), false, mlp_tensors<const float>(inputs, first()), floats(h),
                             floats(inner_), floats(sums_), floats(graph_embedding_));
    at::Tensor p = at::empty({graphs(), d_}, h.options());
    if (kind_ == SelectorKind::mlp) {
      second_inner_ = at::empty({graphs(), d_}, h.options());
      kernels::mlp_forward(mlp_shape(inputs, second()), graphs(), mlp_tensors<const float>(inputs, second()),
                           floats(graph_embedding_), floats(second_inner_), floats(p));
      return p;
    }
    const at::Tensor by_input = at::empty({graphs(), 3 * d_}, h.options());
    const at::Tensor by_hidden = at::empty({graphs(), 3 * d_}, h.options());
    kernels::product_transposed(graphs(), d_, 3 * d_, floats(graph_embedding_), floats(inputs[weight_ih]),
                                floats(by_input));
    kernels::product_transposed(graphs(), d_, 3 * d_, floats(inputs[1]), floats(inputs[weight_hh]), floats(by_hidden));
    gates_ = at::empty({graphs(), 4 * d_}, h.options());
    kernels::gru_gates(links(), d_, floats(by_input), floats(by_hidden), floats(inputs[bias_ih]),
                       floats(inputs[bias_hh]), floats(inputs[1]), floats(gates_), floats(p));
    return p;
  }

  void projection_backward(const Tensors& inputs, const at::Tensor& dp, Tensors& by) {
    if (kind_ == SelectorKind::projection) {
      kernels::column_sums(graphs(), d_, floats(dp), floats(by[1]));
      return;
    }
    const at::Tensor dembedding = at::empty({graphs(), d_}, dp.options());
    if (kind_ == SelectorKind::mlp) {
      kernels::mlp_backward(mlp_shape(inputs, second()), graphs(), mlp_tensors<const float>(inputs, second()),
                            floats(graph_embedding_), floats(second_inner_), floats(dp), floats(dembedding), false,
                            mlp_tensors<float>(by, second()));
    } else {
      const at::Tensor by_input = at::empty({graphs(), 3 * d_}, dp.options());
      const at::Tensor by_hidden = at::zeros({graphs(), 3 * d_}, dp.options());
      kernels::gru_gates_backward(links(), d_, floats(dp), floats(inputs[1]), floats(gates_), floats(by_input),
                                  floats(by_hidden), floats(by[1]));
      kernels::column_sums(graphs(), 3 * d_, floats(by_input), floats(by[bias_ih]));
      kernels::column_sums(graphs(), 3 * d_, floats(by_hidden), floats(by[bias_hh]));
      kernels::weight_gradient(graphs(), d_, 3 * d_, floats(by_input), floats(graph_embedding_), floats(by[weight_ih]));
      kernels::weight_gradient(graphs(), d_, 3 * d_, floats(by_hidden), floats(inputs[1]), floats(by[weight_hh]));
      kernels::product(graphs(), 3 * d_, d_, floats(by_input), floats(inputs[weight_ih]), floats(dembedding));
      kernels::product(graphs(), 3 * d_, d_, floats(by_hidden), floats(inputs[weight_hh]), floats(by[1]), true);
    }
    kernels::mlp_sum_backward(mlp_shape(inputs, first()), inputs[0].size(0), segments(), false,
                              mlp_tensors<const float>(inputs, first()), floats(inputs[0]), floats(inner_),
                              floats(sums_), floats(dembedding), floats(by[0]), true, mlp_tensors<float>(by, first()));
  }

  SelectorKind kind_;
  std::vector<std::int32_t> offsets_;
  at::Tensor second_direction_;
  std::function<Choice(const RowKeys&)> choose_;
  std::int64_t d_ = 0;
  std::vector<std::int32_t> identity_;
  at::Tensor p_, score_;
  at::Tensor inner_, sums_, graph_embedding_;  // gru, mlp
  at::Tensor second_inner_;                    // mlp
  at::Tensor gates_;                           // gru
};

}  // namespace

TargetCell fused_select(SelectorKind kind, const SelectorWeights& weights, const at::Tensor& h, const Batch& graphs,
                        const at::Tensor& second_direction, at::Tensor& memory,
                        const std::function<Choice(const RowKeys&)>& choose) {
  const auto operation = std::make_shared<SelectOperation>(kind, graphs, second_direction, choose);
  const auto run = [&]() -> std::vector<at::Tensor> {
    switch (kind) {
      case SelectorKind::gru:
        if (!memory.defined()) memory = at::zeros({graphs.num_graphs(), h.size(1)}, h.options());
        return run_operation(operation, {h, memory}, {&weights.aggregate, &weights.memory});
      case SelectorKind::mlp:
        return run_operation(operation, {h}, {&weights.aggregate, &weights.to_projection});
      case SelectorKind::projection:
        return run_operation(operation, {h}, {&weights.vector});
      case SelectorKind::random:
        break;
    }
    throw internal_error("[select] no learned score");
  };
  std::vector<at::Tensor> outputs = run();
  if (kind == SelectorKind::gru) memory = outputs[0];
  return {operation->choice, outputs[1]};
}

}  // namespace gnnir
