#include "gnnir/ir/exact_rows.h"

#include <ATen/ATen.h>

#include "gnnir/kernels/exact_rows.h"
#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

/// The sum that each entry belongs to.
at::Tensor sum_of_entry(const kernels::WeightedSums& sums, at::Device device) {
  std::vector<std::int32_t> sum;
  sum.reserve(sums.sources.size());
  for (std::int64_t r = 0; r < sums.count(); ++r) {
    const auto at = static_cast<std::size_t>(r);
    sum.insert(sum.end(), static_cast<std::size_t>(sums.offsets[at + 1] - sums.offsets[at]),
               static_cast<std::int32_t>(r));
  }
  return index_tensor(sum, device);
}

at::Tensor sum_by_torch(const kernels::WeightedSums& sums, const at::Tensor& messages) {
  const at::Tensor weighted = messages * count_tensor(sums.weights, messages).unsqueeze(1);
  return segment_sum(weighted, sum_of_entry(sums, messages.device()), sums.count());
}

class WeightedSumOperation : public Operation {
 public:
  WeightedSumOperation(SharedPlan plan, const kernels::WeightedSums& sums) : plan_(std::move(plan)), sums_(sums) {}
  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    at::Tensor out = at::empty({sums_.count(), inputs[0].size(1)}, inputs[0].options());
    kernels::weighted_sum(sums_, inputs[0].size(1), floats(inputs[0]), floats(out));
    return {out};
  }
  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::zeros_like(inputs[0]);
    kernels::weighted_sum_backward(sums_, inputs[0].size(1), floats(gradients[0]), floats(by[0]));
  }

 private:
  SharedPlan plan_;
  const kernels::WeightedSums& sums_;
};

class MessagesOperation : public Operation {
 public:
  MessagesOperation(SharedPlan plan, std::int64_t step, const ExactTerms& terms)
      : plan_(std::move(plan)),
        level_(plan_->levels[static_cast<std::size_t>(step - 1)]),
        has_edges_(terms.edges.defined()),
        has_own_(terms.own.defined()),
        has_across_(terms.across.defined()) {}

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const std::int64_t d = inputs[0].size(1);
    at::Tensor sum = at::empty({level_.rows(), d}, inputs[0].options());
    at::Tensor self = at::empty({level_.rows(), d}, inputs[0].options());
    kernels::exact_messages(level_, d, pointers(inputs), floats(sum), floats(self));
    return {sum, self};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    for (std::size_t i = 0; i < inputs.size(); ++i) by[i] = at::zeros_like(inputs[i]);
    std::size_t next = 1;
    const auto place = [&](bool there) { return there ? floats(by[next++]) : nullptr; };
    float* edges = place(has_edges_);
    float* own = place(has_own_);
    float* across = place(has_across_);
    kernels::exact_messages_backward(level_, inputs[0].size(1), pointers(inputs), floats(gradients[0]),
                                     floats(gradients[1]), {floats(by[0]), edges, own, across});
  }

  [[nodiscard]] std::size_t activations() const override {
    return 1 + (has_edges_ ? 1 : 0) + (has_own_ ? 1 : 0) + (has_across_ ? 1 : 0);
  }

 private:
  [[nodiscard]] kernels::ExactInputs pointers(const Tensors& inputs) const {
    std::size_t next = 1;
    const auto place = [&](bool there) -> const float* { return there ? floats(inputs[next++]) : nullptr; };
    const float* edges = place(has_edges_);
    const float* own = place(has_own_);
    const float* across = place(has_across_);
    return {floats(inputs[0]), edges, own, across};
  }

  SharedPlan plan_;
  const kernels::ExactLevel& level_;
  bool has_edges_, has_own_, has_across_;
};

class CountedNormOperation : public Operation {
 public:
  CountedNormOperation(SharedPlan plan, const std::vector<float>& counts, float epsilon)
      : plan_(std::move(plan)), counts_(counts), epsilon_(epsilon) {}

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const at::Tensor& x = inputs[0];
    at::Tensor y = at::empty_like(x);
    mean_ = at::empty({x.size(1)}, x.options());
    at::Tensor variance = at::empty_like(mean_);
    inverse_ = at::empty_like(mean_);
    kernels::counted_norm(x.size(0), x.size(1), counts_.data(), epsilon_, floats(inputs[1]), floats(inputs[2]),
                          floats(x), floats(y), floats(mean_), floats(variance), floats(inverse_));
    return {y, mean_, variance};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    const at::Tensor& x = inputs[0];
    by[0] = at::empty_like(x);
    const kernels::CountedNormTape tape{counts_.data(), floats(inputs[1]), floats(inputs[2]),
                                        floats(x),      floats(mean_),     floats(inverse_)};
    kernels::counted_norm_backward(x.size(0), x.size(1), tape, floats(gradients[0]), floats(by[0]), floats(by[1]),
                                   floats(by[2]));
  }

 private:
  SharedPlan plan_;
  const std::vector<float>& counts_;
  float epsilon_;
  at::Tensor mean_;
  at::Tensor inverse_;
};

}  // namespace

at::Tensor count_tensor(const std::vector<float>& counts, const at::Tensor& like) {
  return at::tensor(counts, at::kFloat).to(like.device(), like.scalar_type());
}

at::Tensor rows_of(const at::Tensor& x, const std::vector<std::int32_t>& rows) {
  return x.index_select(0, index_tensor(rows, x.device()));
}

at::Tensor weighted_sum(const SharedPlan& plan, const kernels::WeightedSums& sums, const at::Tensor& x,
                        const Execution& execution) {
  if (!execution.fused()) return sum_by_torch(sums, rows_of(x, sums.sources));
  return run_operation(std::make_shared<WeightedSumOperation>(plan, sums), {x}, {}).front();
}

ExactSums exact_messages(const SharedPlan& plan, std::int64_t step, const at::Tensor& h, const ExactTerms& terms,
                         const Execution& execution) {
  if (execution.fused()) {
    std::vector<at::Tensor> inputs = {h};
    for (const at::Tensor& term : {terms.edges, terms.own, terms.across}) {
      if (term.defined()) inputs.push_back(term);
    }
    const auto outputs = run_operation(std::make_shared<MessagesOperation>(plan, step, terms), inputs, {});
    return {outputs[0], outputs[1]};
  }
  const kernels::ExactLevel& level = plan->levels[static_cast<std::size_t>(step - 1)];
  const at::Tensor self = rows_of(h, level.self);
  at::Tensor messages = rows_of(h, level.messages.sources);
  if (terms.edges.defined()) messages = at::relu(messages + rows_of(terms.edges, level.edges));
  at::Tensor sum = self + sum_by_torch(level.messages, messages);
  if (terms.own.defined()) sum = sum + rows_of(terms.own, level.own);
  if (terms.across.defined()) sum = sum + sum_by_torch(level.across, rows_of(terms.across, level.across.sources));
  return {sum, self};
}

CountedNormed counted_norm(const at::Tensor& x, const SharedPlan& plan, const std::vector<float>& counts,
                           const at::Tensor& scale, const at::Tensor& shift, double epsilon,
                           const Execution& execution) {
  if (execution.fused()) {
    const std::vector<at::Tensor> weights = {scale, shift};
    const auto outputs = run_operation(
        std::make_shared<CountedNormOperation>(plan, counts, static_cast<float>(epsilon)), {x}, {&weights});
    return {outputs[0], outputs[1].detach(), outputs[2].detach()};
  }
  const at::Tensor count = count_tensor(counts, x).unsqueeze(1);
  const at::Tensor share = count / count.sum().clamp_min(1);
  const at::Tensor mean = (x * share).sum(0);
  const at::Tensor centred = x - mean;
  const at::Tensor variance = (centred * centred * share).sum(0);
  const at::Tensor y = centred * (variance + epsilon).rsqrt() * scale + shift;
  return {at::relu(y), mean.detach(), variance.detach()};
}

}  // namespace gnnir
