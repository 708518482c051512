#include "gnnir/ir/exact_step.h"

namespace gnnir {
namespace {

/// Where all rows are equal the variance is 0, and a small epsilon amplifies rounding.
constexpr double epsilon = 1e-3;
constexpr double momentum = 0.1;

/// A norm behind it would take its bias away.
torch::nn::Linear map(std::int64_t d, bool bias) {
  return torch::nn::Linear(torch::nn::LinearOptions(d, d).bias(bias));
}

}  // namespace

CountedNormImpl::CountedNormImpl(std::int64_t channels, const Execution& execution)
    : execution_(execution),
      scale_(register_parameter("scale", torch::ones({channels}))),
      shift_(register_parameter("shift", torch::zeros({channels}))),
      running_mean_(register_buffer("running_mean", torch::zeros({channels}))),
      running_variance_(register_buffer("running_variance", torch::ones({channels}))) {}

at::Tensor CountedNormImpl::forward(const at::Tensor& x, const SharedPlan& plan, const std::vector<float>& counts,
                                    Statistics& learned) {
  if (!is_training()) {
    return at::relu((x - running_mean_) * ((running_variance_ + epsilon).rsqrt() * scale_) + shift_);
  }
  CountedNormed normed = counted_norm(x, plan, counts, scale_, shift_, epsilon, execution_);
  learned.push_back(normed.mean);
  learned.push_back(normed.variance);
  return normed.rows;
}

void CountedNormImpl::draw_weights(WeightDraw& draw) {
  draw.keep("scale");
  draw.keep("shift");
}

void CountedNormImpl::learn(const at::Tensor& mean, const at::Tensor& variance) {
  const at::NoGradGuard no_gradients;
  running_mean_.mul_(1 - momentum).add_(mean, momentum);
  running_variance_.mul_(1 - momentum).add_(variance, momentum);
}

ExactStepImpl::ExactStepImpl(const ExactStepOptions& options, const Execution& execution)
    : options_(options),
      execution_(execution),
      in_(register_module("in", map(options.hidden, !options.norm))),
      out_(register_module("out", map(options.hidden, !options.norm))) {
  const std::int64_t d = options.hidden;
  if (options.own) own_ = register_module("own", map(d, false));
  if (options.neighbours) across_ = register_module("across", map(d, false));
  if (options.norm) {
    norms_.push_back(register_module("norm_in", CountedNorm(d, execution)));
    norms_.push_back(register_module("norm_out", CountedNorm(d, execution)));
  }
  if (options.update == ExactUpdate::gru) gru_ = register_module("gru", torch::nn::GRUCell(d, d));
}

at::Tensor ExactStepImpl::norm(std::size_t which, const at::Tensor& x, const SharedPlan& plan, std::int64_t step,
                               Statistics& learned) {
  if (norms_.empty()) return at::relu(x);
  return norms_[which](x, plan, plan->levels[static_cast<std::size_t>(step - 1)].counts, learned);
}

at::Tensor ExactStepImpl::forward(const at::Tensor& h, const at::Tensor& e, const SharedPlan& plan, std::int64_t step,
                                  Statistics& learned) {
  const kernels::ExactLevel& level = plan->levels[static_cast<std::size_t>(step - 1)];
  ExactTerms terms{.edges = e, .own = {}, .across = {}};
  if (options_.own) terms.own = own_(rows_of(h, level.own_rows));
  if (options_.neighbours) terms.across = across_(h);
  const ExactSums sums = exact_messages(plan, step, h, terms, execution_);
  const at::Tensor inner = norm(0, in_(sums.sum), plan, step, learned);
  const at::Tensor x = norm(1, out_(inner), plan, step, learned);
  switch (options_.update) {
    case ExactUpdate::residual:
      return sums.self + x;
    case ExactUpdate::plain:
      return x;
    case ExactUpdate::gru:
      return gru_(x, sums.self);
  }
  return x;
}

}  // namespace gnnir
