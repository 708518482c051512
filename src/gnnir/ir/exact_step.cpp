#include "gnnir/ir/exact_step.h"

#include "gnnir/ir/fused_exact_step.h"

namespace gnnir {
namespace {

constexpr double epsilon = exact_norm_epsilon;
constexpr double momentum = 0.1;

/// A norm behind it would take its bias away.
torch::nn::Linear map(std::int64_t d, bool bias) {
  return torch::nn::Linear(torch::nn::LinearOptions(d, d).bias(bias));
}

}  // namespace

CountedNormImpl::CountedNormImpl(std::int64_t channels)
    : scale_(register_parameter("scale", torch::ones({channels}))),
      shift_(register_parameter("shift", torch::zeros({channels}))),
      running_mean_(register_buffer("running_mean", torch::zeros({channels}))),
      running_variance_(register_buffer("running_variance", torch::ones({channels}))) {}

at::Tensor CountedNormImpl::forward(const at::Tensor& x, const std::vector<float>& counts, Statistics& learned) {
  if (!is_training()) {
    return at::relu((x - running_mean_) * ((running_variance_ + epsilon).rsqrt() * scale_) + shift_);
  }
  CountedNormed normed = counted_norm(x, counts, scale_, shift_, epsilon);
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
    norms_.push_back(register_module("norm_in", CountedNorm(d)));
    norms_.push_back(register_module("norm_out", CountedNorm(d)));
  }
  if (options.update == ExactUpdate::gru) gru_ = register_module("gru", torch::nn::GRUCell(d, d));
}

at::Tensor ExactStepImpl::on_kernels(const at::Tensor& h, const at::Tensor& e, const at::Tensor& keep,
                                     const SharedPlan& plan, std::int64_t step, Statistics& learned) {
  ExactStepWeights weights{.in = in_->weight, .out = out_->weight};
  if (options_.own) weights.own = own_->weight;
  if (options_.neighbours) weights.across = across_->weight;
  kernels::ExactStepKind kind{.d = options_.hidden,
                              .norms = kernels::ExactNorms::none,
                              .residual = options_.update == ExactUpdate::residual,
                              .epsilon = static_cast<float>(epsilon)};
  ExactStepMoments moments;
  if (options_.norm) {
    weights.in_scale = norms_[0]->scale();
    weights.in_shift = norms_[0]->shift();
    weights.out_scale = norms_[1]->scale();
    weights.out_shift = norms_[1]->shift();
    kind.norms = is_training() ? kernels::ExactNorms::of_rows : kernels::ExactNorms::given;
    if (!is_training()) {
      for (const CountedNorm& norm : norms_) {
        moments.push_back(norm->running_mean());
        moments.push_back(norm->running_variance());
      }
    }
  } else {
    weights.in_shift = in_->bias;
    weights.out_shift = out_->bias;
  }
  at::Tensor x = fused_exact_step(kind, plan, step, weights, h, e, keep, moments);
  if (kind.norms == kernels::ExactNorms::of_rows) learned.insert(learned.end(), moments.begin(), moments.end());
  return x;
}

at::Tensor ExactStepImpl::by_libtorch(const at::Tensor& h, const at::Tensor& e, const at::Tensor& keep,
                                      const kernels::ExactPlan& plan, std::int64_t step, Statistics& learned) {
  const kernels::ExactLevel& level = plan.levels[static_cast<std::size_t>(step - 1)];
  ExactTerms terms{.edges = e, .own = {}, .across = {}};
  if (options_.own) terms.own = own_(rows_of(h, level.own_rows));
  if (options_.neighbours) terms.across = across_(h);
  const ExactSums sums = exact_messages(plan, step, h, terms);
  const auto norm = [&](std::size_t which, const at::Tensor& x) {
    return options_.norm ? norms_[which](x, level.counts, learned) : at::relu(x);
  };
  at::Tensor x = norm(1, out_(norm(0, in_(sums.sum))));
  if (keep.defined()) {
    std::vector<std::int32_t> graph_of_row;
    for (std::size_t g = 0; g + 1 < level.graph_ptr.size(); ++g) {
      graph_of_row.resize(static_cast<std::size_t>(level.graph_ptr[g + 1]), static_cast<std::int32_t>(g));
    }
    x = x * rows_of(keep, graph_of_row);
  }
  return options_.update == ExactUpdate::residual ? sums.self + x : x;
}

at::Tensor ExactStepImpl::forward(const at::Tensor& h, const at::Tensor& e, const at::Tensor& keep,
                                  const SharedPlan& plan, std::int64_t step, Statistics& learned) {
  const at::Tensor x =
      execution_.fused() ? on_kernels(h, e, keep, plan, step, learned) : by_libtorch(h, e, keep, *plan, step, learned);
  if (options_.update != ExactUpdate::gru) return x;
  if (execution_.fused()) {
    return fused_exact_gru(plan, step, {gru_->weight_ih, gru_->weight_hh, gru_->bias_ih, gru_->bias_hh}, x, h);
  }
  return gru_(x, rows_of(h, plan->levels[static_cast<std::size_t>(step - 1)].self));
}

}  // namespace gnnir
