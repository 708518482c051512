#include "gnnir/train/adam.h"

#include <ATen/Functions.h>

#include <cmath>

#include "gnnir/kernels/adam_step.h"

namespace gnnir {

Adam::Adam(std::vector<at::Tensor> parameters, double weight_decay)
    : parameters_(std::move(parameters)), weight_decay_(weight_decay) {
  for (at::Tensor& parameter : parameters_) {
    const at::Tensor zeros = at::zeros_like(parameter.detach());
    moments_.push_back({.mean = zeros.clone(), .square = zeros.clone()});
    gradients_.push_back({.sum = zeros.clone()});
    parameter.mutable_grad() = gradients_.back().sum;
  }
}

void Adam::take_step(std::size_t parameter, double lr) {
  constexpr double beta1 = 0.9;
  constexpr double beta2 = 0.999;
  if (!gradients_[parameter].present) return;
  const at::Tensor& gradient = gradients_[parameter].sum;
  Moments& moments = moments_[parameter];
  ++moments.steps;
  const auto steps = static_cast<double>(moments.steps);
  const kernels::AdamStep step{.lr = static_cast<float>(lr),
                               .beta1 = static_cast<float>(beta1),
                               .beta2 = static_cast<float>(beta2),
                               .epsilon = 1e-8F,
                               .weight_decay = static_cast<float>(weight_decay_),
                               .rest1 = static_cast<float>(1 - beta1),
                               .rest2 = static_cast<float>(1 - beta2),
                               .correction1 = static_cast<float>(1 - std::pow(beta1, steps)),
                               .correction2 = static_cast<float>(1 - std::pow(beta2, steps))};
  kernels::adam_step(gradient.numel(), step, gradient.data_ptr<float>(), moments.mean.data_ptr<float>(),
                     moments.square.data_ptr<float>(), parameters_[parameter].data_ptr<float>());
}

std::optional<std::size_t> Adam::step(std::span<const ShardGradients> shards, double lr, double clip,
                                      const TrainContext& context) {
  context.reducer.reduce(shards, gradients_, context.pool);
  for (std::size_t p = 0; p < gradients_.size(); ++p) {
    if (!gradients_[p].finite) return p;
  }
  if (clip > 0) {
    double squares = 0;
    for (const Gradient& gradient : gradients_) {
      if (gradient.present) squares += std::pow(gradient.sum.norm().item<double>(), 2);
    }
    const double factor = std::min(1.0, clip / (std::sqrt(squares) + 1e-6));
    for (Gradient& gradient : gradients_) {
      if (gradient.present && factor < 1) gradient.sum.mul_(factor);
    }
  }
  context.pool.run(parameters_.size(), [&](std::size_t p) { take_step(p, lr); });
  return std::nullopt;
}

}  // namespace gnnir
