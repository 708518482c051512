#include "gnnir/kernels/exact_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gnnir::kernels {
namespace {

void add_scaled(std::int64_t d, float weight, const float* __restrict x, float* __restrict to) {
  for (std::int64_t c = 0; c < d; ++c) to[c] += weight * x[c];
}

void add(std::int64_t d, const float* __restrict x, float* __restrict to) {
  for (std::int64_t c = 0; c < d; ++c) to[c] += x[c];
}

/// Calls entry(r, source, weight) for every entry of every sum.
template <typename Entry>
void for_each_entry(const WeightedSums& sums, const Entry& entry) {
  for (std::int64_t r = 0; r < sums.count(); ++r) {
    const auto begin = static_cast<std::size_t>(sums.offsets[static_cast<std::size_t>(r)]);
    const auto end = static_cast<std::size_t>(sums.offsets[static_cast<std::size_t>(r) + 1]);
    for (std::size_t j = begin; j < end; ++j) entry(r, static_cast<std::int64_t>(sums.sources[j]), sums.weights[j], j);
  }
}

}  // namespace

void weighted_sum(const WeightedSums& sums, std::int64_t d, const float* x, float* out) {
  std::fill_n(out, sums.count() * d, 0.0f);
  for_each_entry(sums, [&](std::int64_t r, std::int64_t source, float weight, std::size_t) {
    add_scaled(d, weight, x + source * d, out + r * d);
  });
}

void weighted_sum_backward(const WeightedSums& sums, std::int64_t d, const float* g, float* dx) {
  for_each_entry(sums, [&](std::int64_t r, std::int64_t source, float weight, std::size_t) {
    add_scaled(d, weight, g + r * d, dx + source * d);
  });
}

void exact_messages(const ExactLevel& level, std::int64_t d, const ExactInputs& inputs, float* out, float* self) {
  for (std::int64_t r = 0; r < level.rows(); ++r) {
    const auto row = static_cast<std::size_t>(r);
    float* __restrict to = out + r * d;
    std::copy_n(inputs.h + level.self[row] * d, d, self + r * d);
    std::copy_n(inputs.h + level.self[row] * d, d, to);
    if (inputs.own) add(d, inputs.own + level.own[row] * d, to);
  }
  for_each_entry(level.messages, [&](std::int64_t r, std::int64_t source, float weight, std::size_t j) {
    const float* __restrict h = inputs.h + source * d;
    float* __restrict to = out + r * d;
    if (!inputs.edges) {
      add_scaled(d, weight, h, to);
      return;
    }
    const float* __restrict e = inputs.edges + level.edges[j] * d;
    for (std::int64_t c = 0; c < d; ++c) {
      const float sum = h[c] + e[c];
      to[c] += weight * (sum < 0 ? 0.0f : sum);  // NaN stays
    }
  });
  if (!inputs.across) return;
  for_each_entry(level.across, [&](std::int64_t r, std::int64_t source, float weight, std::size_t) {
    add_scaled(d, weight, inputs.across + source * d, out + r * d);
  });
}

void exact_messages_backward(const ExactLevel& level, std::int64_t d, const ExactInputs& inputs, const float* by_out,
                             const float* by_self, const ExactGradients& gradients) {
  for (std::int64_t r = 0; r < level.rows(); ++r) {
    const auto row = static_cast<std::size_t>(r);
    float* to = gradients.h + level.self[row] * d;
    add(d, by_out + r * d, to);
    add(d, by_self + r * d, to);
    if (gradients.own) add(d, by_out + r * d, gradients.own + level.own[row] * d);
  }
  for_each_entry(level.messages, [&](std::int64_t r, std::int64_t source, float weight, std::size_t j) {
    const float* __restrict g = by_out + r * d;
    float* __restrict dh = gradients.h + source * d;
    if (!gradients.edges) {
      add_scaled(d, weight, g, dh);
      return;
    }
    const float* __restrict h = inputs.h + source * d;
    const float* __restrict e = inputs.edges + level.edges[j] * d;
    float* __restrict de = gradients.edges + level.edges[j] * d;
    for (std::int64_t c = 0; c < d; ++c) {
      const float passed = h[c] + e[c] > 0 ? weight * g[c] : 0.0f;
      dh[c] += passed;
      de[c] += passed;
    }
  });
  if (gradients.across) weighted_sum_backward(level.across, d, by_out, gradients.across);
}

void counted_norm(std::int64_t rows, std::int64_t d, const float* counts, float epsilon, const float* scale,
                  const float* shift, bool relu, float* x, float* normalized, float* mean, float* variance,
                  float* inverse) {
  float all = 0;
  std::fill_n(mean, d, 0.0f);
  std::fill_n(variance, d, 0.0f);
  for (std::int64_t r = 0; r < rows; ++r) {
    all += counts[r];
    add_scaled(d, counts[r], x + r * d, mean);
  }
  const float share = all > 0 ? 1 / all : 0;
  for (std::int64_t c = 0; c < d; ++c) mean[c] *= share;
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* __restrict from = x + r * d;
    float* __restrict sum = variance;
    const float weight = counts[r] * share;
    for (std::int64_t c = 0; c < d; ++c) sum[c] += weight * (from[c] - mean[c]) * (from[c] - mean[c]);
  }
  for (std::int64_t c = 0; c < d; ++c) inverse[c] = 1 / std::sqrt(variance[c] + epsilon);
  const float least = relu ? 0.0f : -std::numeric_limits<float>::infinity();
  for (std::int64_t r = 0; r < rows; ++r) {
    float* __restrict to = x + r * d;
    float* __restrict hat = normalized + r * d;
    for (std::int64_t c = 0; c < d; ++c) {
      hat[c] = (to[c] - mean[c]) * inverse[c];
      const float y = scale[c] * hat[c] + shift[c];
      to[c] = y < least ? least : y;  // NaN stays
    }
  }
}

void counted_norm_backward(std::int64_t rows, std::int64_t d, const float* counts, const float* scale,
                           const float* normalized, const float* inverse, float* g, float* dscale, float* dshift) {
  std::vector<float> sum(static_cast<std::size_t>(d), 0.0f);
  std::vector<float> sum_hat(static_cast<std::size_t>(d), 0.0f);
  float all = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* __restrict from = g + r * d;
    const float* __restrict hat = normalized + r * d;
    all += counts[r];
    for (std::int64_t c = 0; c < d; ++c) {
      sum[static_cast<std::size_t>(c)] += from[c];
      sum_hat[static_cast<std::size_t>(c)] += from[c] * hat[c];
    }
  }
  add(d, sum.data(), dshift);
  add(d, sum_hat.data(), dscale);
  // A row that counts twice moves the mean twice as much.
  for (std::int64_t r = 0; r < rows; ++r) {
    float* __restrict to = g + r * d;
    const float* __restrict hat = normalized + r * d;
    const float share = all > 0 ? counts[r] / all : 0;
    for (std::int64_t c = 0; c < d; ++c) {
      const auto i = static_cast<std::size_t>(c);
      to[c] = scale[c] * inverse[c] * (to[c] - share * (sum[i] + hat[c] * sum_hat[i]));
    }
  }
}

}  // namespace gnnir::kernels
