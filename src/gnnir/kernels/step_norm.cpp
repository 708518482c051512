#include "gnnir/kernels/step_norm.h"

namespace gnnir::kernels {
namespace {

/// Calls body(first row, rows, number) for each group of a step that has rows.
template <typename Body>
void for_each_group(const ConvStep& step, const Body& body) {
  const std::int64_t first_row = step.groups.front();
  for (std::size_t group = 0; group + 1 < step.groups.size(); ++group) {
    const std::int64_t rows = step.groups[group + 1] - step.groups[group];
    if (rows > 0) body(step.groups[group] - first_row, rows, static_cast<std::int64_t>(group));
  }
}

const float* counts_from(const ConvStep& step, std::int64_t first) {
  return step.counts == nullptr ? nullptr : step.counts + first;
}

}  // namespace

NormedRelu::NormedRelu(std::int64_t hidden, float epsilon, const NormTensors<const float>& weights,
                       const NormTensors<float>& gradients)
    : hidden_(hidden), epsilon_(epsilon), weights_(weights), gradients_(gradients) {}

// The normalized rows, [R, d], are followed by 1/√(variance + ε), [groups, d].
std::int64_t NormedRelu::tape_size(const ConvStep& step) const {
  const std::int64_t groups = normalizes() ? static_cast<std::int64_t>(step.groups.size()) - 1 : 0;
  return (step.rows() + groups) * hidden_;
}

void NormedRelu::forward(const ConvStep& step, float* rows, float* tape) const {
  if (!normalizes()) return;
  const std::int64_t d = hidden_;
  float* inverse = tape + step.rows() * d;
  for_each_group(step, [&](std::int64_t first, std::int64_t count, std::int64_t group) {
    graph_norm(count, d, epsilon_, weights_.scale, weights_.shift, true, counts_from(step, first), rows + first * d,
               tape + first * d, inverse + group * d);
  });
}

const float* NormedRelu::again(const ConvStep& step, const float* tape, float* elsewhere) const {
  if (!normalizes()) return tape;
  rectified_norm(step.rows(), hidden_, weights_.scale, weights_.shift, tape, elsewhere);
  return elsewhere;
}

void NormedRelu::backward(const ConvStep& step, const float* rectified, const float* tape, float* g) const {
  const std::int64_t d = hidden_;
  relu_backward(step.rows() * d, rectified, g);
  if (!normalizes()) return;
  const float* inverse = tape + step.rows() * d;
  for_each_group(step, [&](std::int64_t first, std::int64_t count, std::int64_t group) {
    graph_norm_backward(count, d, weights_.scale, counts_from(step, first), tape + first * d, inverse + group * d,
                        g + first * d, gradients_.scale, gradients_.shift);
  });
}

}  // namespace gnnir::kernels
