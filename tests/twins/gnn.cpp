#include "twins/gnn.h"

#include <algorithm>
#include <vector>

#include "twins/matrix_product.h"
#include "twins/rows.h"

namespace gnnir::kernels::reference {
namespace {

using Matrix = std::vector<float>;

Matrix zeros(std::int64_t rows, std::int64_t columns) { return Matrix(static_cast<std::size_t>(rows * columns)); }

/// A rectified layer of GIN's MLP, and what its normalization needs in the backward pass.
struct Layer {
  Matrix output;      // [rows, d]
  Matrix normalized;  // [rows, d]
  Matrix inverse;     // [groups, d]
};

/// All that one step computes from x, the level before.
struct Step {
  RowLinks links;
  std::int64_t rows_before;
  Matrix x;  // [rows_before, d]
  Matrix y;  // [rows_before, d]: x·W_inᵀ
  Layer inner, message;
  Matrix gates;  // [rows, 4d]
  Matrix h;      // [rows, d]: the level after
};

RowLinks links_of(const GnnPlan& plan, std::int64_t step) {
  const StepLinks& links = plan.links(step);
  return {plan.rows(step), links.self.data(), links.edge_offsets.data(), links.edge_sources.data(), 0};
}

/// Calls body(first row, rows, group) for every group that has rows.
template <typename Body>
void for_each_group(const GnnPlan& plan, std::int64_t step, const Body& body) {
  const std::vector<std::int64_t>& groups = plan.groups(step);
  for (std::size_t group = 0; group + 1 < groups.size(); ++group) {
    const std::int64_t rows = groups[group + 1] - groups[group];
    if (rows > 0) body(groups[group], rows, static_cast<std::int64_t>(group));
  }
}

const float* counts_from(const GnnPlan& plan, std::int64_t step, std::int64_t first) {
  return plan.counts(step).empty() ? nullptr : plan.counts(step).data() + first;
}

/// Normalizes layer.output, if the model does, and rectifies it.
void finish(const GnnShape& shape, const GnnPlan& plan, std::int64_t step, const float* scale, const float* shift,
            Layer& layer) {
  const std::int64_t d = shape.hidden;
  if (!shape.graph_norm) {
    for (float& value : layer.output) value = std::max(value, 0.0F);
    return;
  }
  layer.normalized = layer.output;
  layer.inverse = zeros(static_cast<std::int64_t>(plan.groups(step).size()), d);
  for_each_group(plan, step, [&](std::int64_t first, std::int64_t rows, std::int64_t group) {
    graph_norm(rows, d, shape.norm_epsilon, scale, shift, true, counts_from(plan, step, first),
               layer.output.data() + first * d, layer.normalized.data() + first * d, layer.inverse.data() + group * d);
  });
}

/// g: ∂/∂(rectified output) → ∂/∂(what was normalized), in place.
void finish_backward(const GnnShape& shape, const GnnPlan& plan, std::int64_t step, const float* scale,
                     const Layer& layer, Matrix& g, float* dscale, float* dshift) {
  const std::int64_t d = shape.hidden;
  relu_backward(static_cast<std::int64_t>(g.size()), layer.output.data(), g.data());
  if (!shape.graph_norm) return;
  for_each_group(plan, step, [&](std::int64_t first, std::int64_t rows, std::int64_t group) {
    graph_norm_backward(rows, d, scale, counts_from(plan, step, first), layer.normalized.data() + first * d,
                        layer.inverse.data() + group * d, g.data() + first * d, dscale, dshift);
  });
}

Step run_step(const GnnShape& shape, const GnnPlan& plan, std::int64_t number, const GnnTensors<const float>& w,
              Matrix x) {
  const std::int64_t d = shape.hidden;
  Step step{links_of(plan, number), plan.rows(number - 1), std::move(x)};
  const std::int64_t rows = step.links.rows;

  step.y = zeros(step.rows_before, d);
  product_transposed(step.rows_before, d, d, step.x.data(), w.in_weight, step.y.data());
  Matrix gh = zeros(step.rows_before, 3 * d);
  product_transposed(step.rows_before, d, 3 * d, step.x.data(), w.weight_hh, gh.data());

  step.inner.output = zeros(rows, d);
  reference::neighbourhood_sum(step.links, d, 1 + *w.epsilon, w.in_bias, false, step.y.data(),
                               step.inner.output.data());
  finish(shape, plan, number, w.in_scale, w.in_shift, step.inner);

  step.message.output = zeros(rows, d);
  product_transposed(rows, d, d, step.inner.output.data(), w.out_weight, step.message.output.data());
  add_bias(rows, d, w.out_bias, false, step.message.output.data());
  finish(shape, plan, number, w.out_scale, w.out_shift, step.message);

  Matrix gi = zeros(rows, 3 * d);
  product_transposed(rows, d, 3 * d, step.message.output.data(), w.weight_ih, gi.data());
  step.gates = zeros(rows, 4 * d);
  step.h = zeros(rows, d);
  reference::gru_gates(step.links, d, gi.data(), gh.data(), w.bias_ih, w.bias_hh, step.x.data(), step.gates.data(),
                       step.h.data());
  return step;
}

std::vector<Step> run_steps(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights,
                            const float* x) {
  std::vector<Step> steps;
  Matrix h(x, x + plan.rows(0) * shape.hidden);
  for (std::int64_t number = 1; number <= plan.steps(); ++number) {
    steps.push_back(run_step(shape, plan, number, weights, std::move(h)));
    h = steps.back().h;
  }
  return steps;
}

/// From g = ∂/∂step.h, returns ∂/∂step.x.
Matrix step_backward(const GnnShape& shape, const GnnPlan& plan, std::int64_t number, const Step& step,
                     const GnnTensors<const float>& w, const Matrix& g, const GnnTensors<float>& gradients) {
  const std::int64_t d = shape.hidden;
  const std::int64_t rows = step.links.rows;
  Matrix dgi = zeros(rows, 3 * d);
  Matrix dgh = zeros(step.rows_before, 3 * d);
  Matrix dy = zeros(step.rows_before, d);
  Matrix dx = zeros(step.rows_before, d);
  reference::gru_gates_backward(step.links, d, g.data(), step.x.data(), step.gates.data(), dgi.data(), dgh.data(),
                                dx.data());
  column_sums(rows, 3 * d, dgi.data(), gradients.bias_ih);
  column_sums(step.rows_before, 3 * d, dgh.data(), gradients.bias_hh);
  weight_gradient(rows, d, 3 * d, dgi.data(), step.message.output.data(), gradients.weight_ih);

  Matrix by_message = zeros(rows, d);
  product(rows, 3 * d, d, dgi.data(), w.weight_ih, by_message.data());
  finish_backward(shape, plan, number, w.out_scale, step.message, by_message, gradients.out_scale, gradients.out_shift);
  column_sums(rows, d, by_message.data(), gradients.out_bias);
  weight_gradient(rows, d, d, by_message.data(), step.inner.output.data(), gradients.out_weight);

  Matrix by_inner = zeros(rows, d);
  product(rows, d, d, by_message.data(), w.out_weight, by_inner.data());
  finish_backward(shape, plan, number, w.in_scale, step.inner, by_inner, gradients.in_scale, gradients.in_shift);
  column_sums(rows, d, by_inner.data(), gradients.in_bias);
  *gradients.epsilon +=
      reference::neighbourhood_sum_backward(step.links, d, 1 + *w.epsilon, by_inner.data(), step.y.data(), dy.data());

  weight_gradient(step.rows_before, d, d, dy.data(), step.x.data(), gradients.in_weight);
  weight_gradient(step.rows_before, d, 3 * d, dgh.data(), step.x.data(), gradients.weight_hh);
  product(step.rows_before, d, d, dy.data(), w.in_weight, dx.data(), true);
  product(step.rows_before, 3 * d, d, dgh.data(), w.weight_hh, dx.data(), true);
  return dx;
}

}  // namespace

void gnn_forward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                 float* /*tape*/, float* out) {
  const std::vector<Step> steps = run_steps(shape, plan, weights, x);
  std::copy(steps.back().h.begin(), steps.back().h.end(), out);
}

void gnn_backward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                  const float* /*tape*/, const float* g, float* dx, const GnnTensors<float>& gradients) {
  const std::vector<Step> steps = run_steps(shape, plan, weights, x);
  Matrix by_level(g, g + plan.rows(plan.steps()) * shape.hidden);
  for (std::int64_t number = plan.steps(); number > 0; --number) {
    const Step& step = steps[static_cast<std::size_t>(number - 1)];
    by_level = step_backward(shape, plan, number, step, weights, by_level, gradients);
  }
  std::copy(by_level.begin(), by_level.end(), dx);
}

}  // namespace gnnir::kernels::reference
