#include "gnnir/kernels/gnn.h"

#include <algorithm>

#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

using Run = GnnPlan::Run;

struct WeightScratch;
struct StepScratch;
struct TapeScratch;
struct LevelScratch;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int64_t rows_of(const Run& run, std::int64_t level) { return run.end[at(level)] - run.begin[at(level)]; }

/// The weights, each transposed: [in, out].
struct TransposedWeights {
  TransposedWeights(const GnnTensors<const float>& w, std::int64_t d) {
    float* place = scratch<WeightScratch>(8 * d * d);
    in = place;
    out = place + d * d;
    input = place + 2 * d * d;
    hidden = place + 5 * d * d;
    transpose(d, d, w.in_weight, place);
    transpose(d, d, w.out_weight, place + d * d);
    transpose(3 * d, d, w.weight_ih, place + 2 * d * d);
    transpose(3 * d, d, w.weight_hh, place + 5 * d * d);
  }
  const float *in, *out;        // GIN: [d, d]
  const float *input, *hidden;  // GRU: [d, 3d]
};

/// Where a step of a run keeps its matrices in the tape. P rows of the level before become R rows.
struct StepTape {
  float* y;            // [P, d]: x·W_inᵀ
  float* inner;        // [R, d]: GIN's hidden layer, rectified; with normalization what is normalized of it
  float* message;      // [R, d]: the same of GIN's output
  float* gates;        // [R, 4d]
  float* in_inverse;   // [groups, d], with normalization
  float* out_inverse;  // [groups, d]
  float* out;          // [R, d]; not for the last step
};

std::int64_t groups_of(const GnnShape& shape, const Run& run) {
  return shape.graph_norm ? run.end_group - run.first_group : 0;
}

std::int64_t step_size(const GnnShape& shape, const Run& run, std::int64_t step) {
  const bool last = at(step) + 1 == run.begin.size();
  return (rows_of(run, step - 1) + (last ? 6 : 7) * rows_of(run, step) + 2 * groups_of(shape, run)) * shape.hidden;
}

StepTape step_tape(const GnnShape& shape, const Run& run, std::int64_t step, float* place) {
  const std::int64_t matrix = rows_of(run, step) * shape.hidden;
  StepTape tape{};
  tape.y = place;
  tape.inner = tape.y + rows_of(run, step - 1) * shape.hidden;
  tape.message = tape.inner + matrix;
  tape.gates = tape.message + matrix;
  tape.in_inverse = tape.gates + 4 * matrix;
  tape.out_inverse = tape.in_inverse + groups_of(shape, run) * shape.hidden;
  tape.out = tape.out_inverse + groups_of(shape, run) * shape.hidden;
  return tape;
}

RowLinks links_of(const GnnPlan& plan, const Run& run, std::int64_t step) {
  const StepLinks& links = plan.links(step);
  const std::int64_t first = run.begin[at(step)];
  return {rows_of(run, step), links.self.data() + first, links.edge_offsets.data() + first, links.edge_sources.data(),
          run.begin[at(step - 1)]};
}

/// Calls body(first row within the run, rows, number within the run) for each normalized group of a run with rows.
template <typename Body>
void for_each_group(const GnnPlan& plan, const Run& run, const Body& body) {
  const std::int64_t first_row = plan.groups()[at(run.first_group)];
  for (std::int64_t group = run.first_group; group < run.end_group; ++group) {
    const std::int64_t begin = plan.groups()[at(group)];
    const std::int64_t rows = plan.groups()[at(group + 1)] - begin;
    if (rows > 0) body(begin - first_row, rows, group - run.first_group);
  }
}

void normalize(const GnnShape& shape, const GnnPlan& plan, const Run& run, const float* scale, const float* shift,
               float* x, float* normalized, float* inverse) {
  const std::int64_t d = shape.hidden;
  for_each_group(plan, run, [&](std::int64_t first, std::int64_t rows, std::int64_t group) {
    graph_norm(rows, d, shape.norm_epsilon, scale, shift, true, x + first * d, normalized + first * d,
               inverse + group * d);
  });
}

/// x: the run's rows of the level before; out: its rows of this level. Summing over neighbours comes after GIN's first
/// product: A·(x·Wᵀ) = (A·x)·Wᵀ, and the level before may have fewer rows.
void forward_step(const GnnShape& shape, const GnnPlan& plan, const Run& run, std::int64_t step,
                  const GnnTensors<const float>& w, const TransposedWeights& transposed, const StepTape& tape,
                  const float* x, float* out) {
  const std::int64_t d = shape.hidden;
  const RowLinks links = links_of(plan, run, step);
  const std::int64_t rows = links.rows;
  const std::int64_t before = rows_of(run, step - 1);
  float* by_hidden = scratch<StepScratch>((3 * before + 5 * rows) * d);
  float* by_input = by_hidden + 3 * before * d;
  // With normalization the rectified layers can be had again from the normalized ones: they are not kept.
  float* inner = shape.graph_norm ? by_input + 3 * rows * d : tape.inner;
  float* message = shape.graph_norm ? by_input + 4 * rows * d : tape.message;

  product(before, d, d, x, transposed.in, tape.y);
  product(before, d, 3 * d, x, transposed.hidden, by_hidden);
  neighbourhood_sum(links, d, 1 + *w.epsilon, w.in_bias, !shape.graph_norm, tape.y, inner);
  if (shape.graph_norm) normalize(shape, plan, run, w.in_scale, w.in_shift, inner, tape.inner, tape.in_inverse);
  product(rows, d, d, inner, transposed.out, message);
  add_bias(rows, d, w.out_bias, !shape.graph_norm, message);
  if (shape.graph_norm) normalize(shape, plan, run, w.out_scale, w.out_shift, message, tape.message, tape.out_inverse);
  product(rows, d, 3 * d, message, transposed.input, by_input);
  gru_gates(links, d, by_input, by_hidden, w.bias_ih, w.bias_hh, x, tape.gates, out);
}

/// The rectified layer that the tape stands for.
const float* rectified_layer(const GnnShape& shape, std::int64_t rows, const float* scale, const float* shift,
                             const float* kept, float* place) {
  if (!shape.graph_norm) return kept;
  rectified_norm(rows, shape.hidden, scale, shift, kept, place);
  return place;
}

/// g: ∂/∂(rectified layer output) → ∂/∂(the layer before bias and normalization), in place; gradients of bias, scale
/// and shift are added to.
void undo_layer(const GnnShape& shape, const GnnPlan& plan, const Run& run, std::int64_t rows, const float* scale,
                const float* rectified, const float* normalized, const float* inverse, float* g, float* dbias,
                float* dscale, float* dshift) {
  const std::int64_t d = shape.hidden;
  relu_backward(rows * d, rectified, g);
  if (shape.graph_norm) {
    for_each_group(plan, run, [&](std::int64_t first, std::int64_t count, std::int64_t group) {
      graph_norm_backward(count, d, scale, normalized + first * d, inverse + group * d, g + first * d, dscale, dshift);
    });
  }
  column_sums(rows, d, g, dbias);
}

/// g: [R, d], ∂/∂(this level); dx: [P, d], ∂/∂(the level before), is set.
void backward_step(const GnnShape& shape, const GnnPlan& plan, const Run& run, std::int64_t step,
                   const GnnTensors<const float>& w, const StepTape& tape, const float* x, const float* g, float* dx,
                   const GnnTensors<float>& dw) {
  const std::int64_t d = shape.hidden;
  const RowLinks links = links_of(plan, run, step);
  const std::int64_t rows = links.rows;
  const std::int64_t before = rows_of(run, step - 1);
  float* by_input = scratch<StepScratch>((6 * rows + 4 * before) * d);
  float* dmessage = by_input + 3 * rows * d;
  float* dinner = dmessage + rows * d;
  float* layer = dinner + rows * d;
  float* by_hidden = layer + rows * d;
  float* dy = by_hidden + 3 * before * d;

  std::fill(by_hidden, by_hidden + 4 * before * d, 0.0F);  // and dy behind it
  std::fill(dx, dx + before * d, 0.0F);
  gru_gates_backward(links, d, g, x, tape.gates, by_input, by_hidden, dx);
  column_sums(rows, 3 * d, by_input, dw.bias_ih);
  column_sums(before, 3 * d, by_hidden, dw.bias_hh);
  weight_gradient(before, d, 3 * d, by_hidden, x, dw.weight_hh);
  product(before, 3 * d, d, by_hidden, w.weight_hh, dx, /*add=*/true);
  const float* message = rectified_layer(shape, rows, w.out_scale, w.out_shift, tape.message, layer);
  weight_gradient(rows, d, 3 * d, by_input, message, dw.weight_ih);
  product(rows, 3 * d, d, by_input, w.weight_ih, dmessage);

  undo_layer(shape, plan, run, rows, w.out_scale, message, tape.message, tape.out_inverse, dmessage, dw.out_bias,
             dw.out_scale, dw.out_shift);
  const float* inner = rectified_layer(shape, rows, w.in_scale, w.in_shift, tape.inner, layer);
  weight_gradient(rows, d, d, dmessage, inner, dw.out_weight);
  product(rows, d, d, dmessage, w.out_weight, dinner);

  undo_layer(shape, plan, run, rows, w.in_scale, inner, tape.inner, tape.in_inverse, dinner, dw.in_bias, dw.in_scale,
             dw.in_shift);
  *dw.epsilon += neighbourhood_sum_backward(links, d, 1 + *w.epsilon, dinner, tape.y, dy);
  weight_gradient(before, d, d, dy, x, dw.in_weight);
  product(before, d, d, dy, w.in_weight, dx, /*add=*/true);
}

}  // namespace

std::int64_t gnn_tape_size(const GnnShape& shape, const GnnPlan& plan) {
  std::int64_t size = 0;
  for (const Run& run : plan.runs()) {
    for (std::int64_t step = 1; step <= plan.steps(); ++step) size += step_size(shape, run, step);
  }
  return size;
}

void gnn_forward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                 float* tape, float* out) {
  const std::int64_t d = shape.hidden;
  const TransposedWeights transposed(weights, d);
  for (const Run& run : plan.runs()) {
    std::int64_t run_size = 0;
    for (std::int64_t step = 1; step <= plan.steps(); ++step) run_size += step_size(shape, run, step);
    float* place = tape != nullptr ? tape : scratch<TapeScratch>(run_size);
    const float* level = x + run.begin.front() * d;
    for (std::int64_t step = 1; step <= plan.steps(); ++step) {
      const StepTape step_place = step_tape(shape, run, step, place);
      float* next = step == plan.steps() ? out + run.begin.back() * d : step_place.out;
      forward_step(shape, plan, run, step, weights, transposed, step_place, level, next);
      level = next;
      place += step_size(shape, run, step);
    }
    if (tape != nullptr) tape = place;
  }
}

void gnn_backward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                  const float* tape, const float* g, float* dx, const GnnTensors<float>& gradients) {
  const std::int64_t d = shape.hidden;
  std::fill(dx, dx + plan.rows(0) * d, 0.0F);  // runs add to it
  std::vector<StepTape> steps(at(plan.steps()));
  for (const Run& run : plan.runs()) {
    std::int64_t most_rows = rows_of(run, 0);
    for (std::int64_t step = 1; step <= plan.steps(); ++step) {
      // The tape is only read here; its type is shared with the forward pass.
      steps[at(step - 1)] = step_tape(shape, run, step, const_cast<float*>(tape));
      tape += step_size(shape, run, step);
      most_rows = std::max(most_rows, rows_of(run, step));
    }
    // Gradients by levels take turns in two places.
    float* turns[2] = {scratch<LevelScratch>(2 * most_rows * d), nullptr};
    turns[1] = turns[0] + most_rows * d;
    const float* level_gradient = g + run.begin.back() * d;
    for (std::int64_t step = plan.steps(); step >= 1; --step) {
      const float* before = step == 1 ? x + run.begin.front() * d : steps[at(step - 2)].out;
      float* to = turns[step % 2];
      backward_step(shape, plan, run, step, weights, steps[at(step - 1)], before, level_gradient, to, gradients);
      level_gradient = to;
    }
    float* by_input = dx + run.begin.front() * d;
    for (std::int64_t i = 0; i < rows_of(run, 0) * d; ++i) by_input[i] += level_gradient[i];
  }
}

}  // namespace gnnir::kernels
