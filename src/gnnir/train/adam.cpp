#include "gnnir/train/adam.h"

#include <ATen/Functions.h>

#include <cmath>

#include "gnnir/kernels/rows.h"

namespace gnnir {

Adam::Adam(std::vector<at::Tensor> parameters, double weight_decay)
    : parameters_(std::move(parameters)), weight_decay_(weight_decay) {
  for (at::Tensor& parameter : parameters_) {
    const at::Tensor zeros = at::zeros_like(parameter.detach());
    states_.push_back({.gradient = zeros.clone(), .mean = zeros.clone(), .square = zeros.clone()});
    parameter.mutable_grad() = states_.back().gradient;
  }
}

void Adam::add_shards(std::span<const std::vector<at::Tensor>> shards, std::size_t parameter) {
  State& state = states_[parameter];
  state.has_gradient = false;
  for (const std::vector<at::Tensor>& shard : shards) {
    if (shard.empty() || !shard[parameter].defined()) continue;
    if (state.has_gradient) {
      state.gradient.add_(shard[parameter]);
    } else {
      state.gradient.copy_(shard[parameter]);
    }
    state.has_gradient = true;
  }
}

void Adam::step(std::span<const std::vector<at::Tensor>> shards, double lr, double clip, ThreadPool& pool) {
  constexpr double beta1 = 0.9;
  constexpr double beta2 = 0.999;
  const auto take = [&](std::size_t p) {
    State& state = states_[p];
    if (!state.has_gradient) return;
    ++state.steps;
    const auto steps = static_cast<double>(state.steps);
    const kernels::AdamStep step{.lr = static_cast<float>(lr),
                                 .beta1 = static_cast<float>(beta1),
                                 .beta2 = static_cast<float>(beta2),
                                 .epsilon = 1e-8F,
                                 .weight_decay = static_cast<float>(weight_decay_),
                                 .rest1 = static_cast<float>(1 - beta1),
                                 .rest2 = static_cast<float>(1 - beta2),
                                 .correction1 = static_cast<float>(1 - std::pow(beta1, steps)),
                                 .correction2 = static_cast<float>(1 - std::pow(beta2, steps))};
    kernels::adam_step(state.gradient.numel(), step, state.gradient.data_ptr<float>(), state.mean.data_ptr<float>(),
                       state.square.data_ptr<float>(), parameters_[p].data_ptr<float>());
  };
  if (clip <= 0) {
    pool.run(parameters_.size(), [&](std::size_t p) {
      const at::NoGradGuard no_grad;
      add_shards(shards, p);
      take(p);
    });
    return;
  }
  double squares = 0;
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    const at::NoGradGuard no_grad;
    add_shards(shards, p);
    if (states_[p].has_gradient) squares += std::pow(states_[p].gradient.norm().item<double>(), 2);
  }
  const double factor = std::min(1.0, clip / (std::sqrt(squares) + 1e-6));
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    if (states_[p].has_gradient && factor < 1) states_[p].gradient.mul_(factor);
    take(p);
  }
}

}  // namespace gnnir
