#include "gnnir/ir/exact_rows.h"

#include <ATen/ATen.h>

#include "gnnir/kernels/exact_rows.h"
#include "gnnir/kernels/exact_step.h"
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

/// inputs: x, weight, bias.
class HiddenSumOperation : public Operation {
 public:
  HiddenSumOperation(SharedPlan plan, const kernels::WeightedSums& sums) : plan_(std::move(plan)), sums_(sums) {}
  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const std::int64_t d = inputs[1].size(0);
    check_rows(inputs[0], inputs[0].size(0), inputs[1].size(1), "rows to be summed");
    inner_ = at::empty({inputs[0].size(0), d}, inputs[0].options());
    at::Tensor out = at::empty({sums_.count(), d}, inputs[0].options());
    kernels::hidden_sum(sums_, shape(inputs), floats(inputs[0]), floats(inputs[1]), floats(inputs[2]), floats(inner_),
                        floats(out));
    return {out};
  }
  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::empty_like(inputs[0]);
    kernels::hidden_sum_backward(sums_, shape(inputs), floats(inputs[0]), floats(inputs[1]), floats(inner_),
                                 floats(gradients[0]), floats(by[0]), floats(by[1]), floats(by[2]));
  }

 private:
  static kernels::HiddenShape shape(const Tensors& inputs) {
    return {inputs[0].size(0), inputs[1].size(1), inputs[1].size(0)};
  }
  SharedPlan plan_;
  const kernels::WeightedSums& sums_;
  at::Tensor inner_;
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

at::Tensor weighted_hidden_sum(const SharedPlan& plan, const kernels::WeightedSums& sums, const at::Tensor& x,
                               const at::Tensor& weight, const at::Tensor& bias, const Execution& execution) {
  if (!execution.fused()) return weighted_sum(plan, sums, at::relu(at::linear(x, weight, bias)), execution);
  const std::vector<at::Tensor> parameters = {weight, bias};
  return run_operation(std::make_shared<HiddenSumOperation>(plan, sums), {x}, {&parameters}).front();
}

ExactSums exact_messages(const kernels::ExactPlan& plan, std::int64_t step, const at::Tensor& h,
                         const ExactTerms& terms) {
  const kernels::ExactLevel& level = plan.levels[static_cast<std::size_t>(step - 1)];
  const at::Tensor self = rows_of(h, level.self);
  at::Tensor messages = rows_of(h, level.messages.sources);
  if (terms.edges.defined()) messages = at::relu(messages + rows_of(terms.edges, level.edges));
  at::Tensor sum = self + sum_by_torch(level.messages, messages);
  if (terms.own.defined()) sum = sum + rows_of(terms.own, level.own);
  if (terms.across.defined()) sum = sum + sum_by_torch(level.across, rows_of(terms.across, level.across.sources));
  return {sum, self};
}

CountedNormed counted_norm(const at::Tensor& x, const std::vector<float>& counts, const at::Tensor& scale,
                           const at::Tensor& shift, double epsilon) {
  const at::Tensor count = count_tensor(counts, x).unsqueeze(1);
  const at::Tensor share = count / count.sum().clamp_min(1);
  const at::Tensor mean = (x * share).sum(0);
  const at::Tensor centred = x - mean;
  const at::Tensor variance = (centred * centred * share).sum(0);
  const at::Tensor y = centred * (variance + epsilon).rsqrt() * scale + shift;
  return {at::relu(y), mean.detach(), variance.detach()};
}

}  // namespace gnnir
