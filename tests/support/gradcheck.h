#pragma once

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <functional>
#include <string>

#include "gnnir/base/rng.h"

namespace gnnir::testing {

/// Compares the gradient of a scalar with central differences in float64, tensor by tensor: at a few entries of each,
/// and along one random direction through all of them (so that no entry goes unseen).
inline void check_gradients(torch::nn::Module& model, const std::function<at::Tensor()>& loss, Rng rng,
                            int entries = 2) {
  constexpr double step = 1e-6;
  const auto difference = [&](const std::function<void(double)>& move) {
    const torch::NoGradGuard no_grad;
    move(step);
    const double above = loss().item<double>();
    move(-2 * step);
    const double below = loss().item<double>();
    move(step);
    return (above - below) / (2 * step);
  };
  model.zero_grad();
  loss().backward();
  double expected_along = 0;
  std::vector<std::pair<at::Tensor, at::Tensor>> directions;
  for (auto& item : model.named_parameters()) {
    at::Tensor parameter = item.value();
    const at::Tensor gradient = parameter.grad().defined() ? parameter.grad() : torch::zeros_like(parameter);
    for (int i = 0; i < entries; ++i) {
      const auto at = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(parameter.numel())));
      const double numeric = difference([&](double by) { parameter.data_ptr<double>()[at] += by; });
      const double analytic = gradient.contiguous().data_ptr<double>()[at];
      EXPECT_NEAR(analytic, numeric, 1e-6 + 1e-5 * std::abs(numeric)) << item.key() << "[" << at << "]";
    }
    at::Tensor direction = torch::empty_like(parameter);
    for (std::int64_t i = 0; i < direction.numel(); ++i) direction.data_ptr<double>()[i] = rng.normal();
    directions.emplace_back(parameter, direction);
    expected_along += (gradient * direction).sum().item<double>();
  }
  const double along = difference([&](double by) {
    for (auto& [parameter, direction] : directions) parameter.add_(direction, by);
  });
  EXPECT_NEAR(expected_along, along, 1e-5 + 1e-5 * std::abs(along)) << "along a random direction";
}

}  // namespace gnnir::testing
