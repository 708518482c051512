#include "gnnir/kernels/gnn.h"

#include <algorithm>

#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

using Run = GnnPlan::Run;

struct WeightScratch;
struct JoinScratch;
struct StepScratch;
struct TapeScratch;
struct GradientScratch;
struct LevelScratch;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int64_t rows_of(const Run& run, std::int64_t level) { return run.end[at(level)] - run.begin[at(level)]; }

/// GIN's first map and the GRU's hidden map both take the rows of the level before, so they are one product:
/// y = x·[W_in; W_hh]ᵀ, [rows, 4d]. Summing over neighbours comes after it: A·(x·Wᵀ) = (A·x)·Wᵀ.
class PackedWeights {
 public:
  PackedWeights(const GnnTensors<const float>& w, std::int64_t d, bool transposed) {
    float* place = scratch<WeightScratch>(8 * d * d);
    if (transposed) {
      float* joined = scratch<JoinScratch>(4 * d * d);
      join(w, d, joined);
      transpose(4 * d, d, joined, place);
      transpose(d, d, w.out_weight, place + 4 * d * d);
      transpose(3 * d, d, w.weight_ih, place + 5 * d * d);
      out = place + 4 * d * d;
      input = place + 5 * d * d;
    } else {
      join(w, d, place);
      out = w.out_weight;
      input = w.weight_ih;
    }
    previous = place;
  }

  const float* previous;  // [4d, d], or transposed
  const float* out;       // [d, d]
  const float* input;     // [3d, d], or transposed

 private:
  static void join(const GnnTensors<const float>& w, std::int64_t d, float* to) {
    std::copy(w.in_weight, w.in_weight + d * d, to);
    std::copy(w.weight_hh, w.weight_hh + 3 * d * d, to + d * d);
  }
};

/// Where a step of a run keeps its matrices in the tape. P rows of the level before become R rows.
struct StepTape {
  float* y;               // [P, 4d]
  float* inner;           // [R, d]: GIN's hidden layer, rectified
  float* message;         // [R, d]: GIN's output, rectified
  float* gates;           // [R, 3d]
  float* out;             // [R, d]; not for the last step
  float* in_normalized;   // [R, d], with normalization
  float* out_normalized;  // [R, d]
  float* in_inverse;      // [groups, d]
  float* out_inverse;     // [groups, d]
};

std::int64_t step_size(const GnnShape& shape, const Run& run, std::int64_t step) {
  const std::int64_t groups = shape.graph_norm ? run.end_group - run.first_group : 0;
  return (4 * rows_of(run, step - 1) + (shape.graph_norm ? 8 : 6) * rows_of(run, step) + 2 * groups) * shape.hidden;
}

StepTape step_tape(const GnnShape& shape, const Run& run, std::int64_t step, float* at) {
  const std::int64_t matrix = rows_of(run, step) * shape.hidden;
  StepTape tape{};
  tape.y = at;
  tape.inner = tape.y + 4 * rows_of(run, step - 1) * shape.hidden;
  tape.message = tape.inner + matrix;
  tape.gates = tape.message + matrix;
  tape.out = tape.gates + 3 * matrix;
  if (shape.graph_norm) {
    tape.in_normalized = tape.out + matrix;
    tape.out_normalized = tape.in_normalized + matrix;
    tape.in_inverse = tape.out_normalized + matrix;
    tape.out_inverse = tape.in_inverse + (run.end_group - run.first_group) * shape.hidden;
  }
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

/// x: the run's rows of the level before; out: its rows of this level.
void forward_step(const GnnShape& shape, const GnnPlan& plan, const Run& run, std::int64_t step,
                  const GnnTensors<const float>& w, const PackedWeights& packed, const StepTape& tape, const float* x,
                  float* out) {
  const std::int64_t d = shape.hidden;
  const RowLinks links = links_of(plan, run, step);
  product(rows_of(run, step - 1), d, 4 * d, x, packed.previous, tape.y);
  neighbourhood_sum(links, d, 4 * d, 1 + *w.epsilon, w.in_bias, !shape.graph_norm, tape.y, tape.inner);
  if (shape.graph_norm) {
    normalize(shape, plan, run, w.in_scale, w.in_shift, tape.inner, tape.in_normalized, tape.in_inverse);
  }
  product(links.rows, d, d, tape.inner, packed.out, tape.message);
  add_bias(links.rows, d, w.out_bias, !shape.graph_norm, tape.message);
  if (shape.graph_norm) {
    normalize(shape, plan, run, w.out_scale, w.out_shift, tape.message, tape.out_normalized, tape.out_inverse);
  }
  float* by_input = scratch<StepScratch>(3 * links.rows * d);
  product(links.rows, d, 3 * d, tape.message, packed.input, by_input);
  gru_gates(links, d, by_input, tape.y, w.bias_ih, w.bias_hh, x, tape.gates, out);
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
  column_sums(rows, d, d, g, dbias);
}

/// g: [R, d], ∂/∂(this level); dx: [P, d], ∂/∂(the level before), is set. joined: gradient of [W_in; W_hh].
void backward_step(const GnnShape& shape, const GnnPlan& plan, const Run& run, std::int64_t step,
                   const GnnTensors<const float>& w, const PackedWeights& packed, const StepTape& tape, const float* x,
                   const float* g, float* dx, const GnnTensors<float>& dw, float* joined) {
  const std::int64_t d = shape.hidden;
  const RowLinks links = links_of(plan, run, step);
  const std::int64_t rows = links.rows;
  const std::int64_t before = rows_of(run, step - 1);
  float* by_input = scratch<StepScratch>((5 * rows + 4 * before) * d);
  float* dmessage = by_input + 3 * rows * d;
  float* dinner = dmessage + rows * d;
  float* dy = dinner + rows * d;

  std::fill(dy, dy + 4 * before * d, 0.0F);
  std::fill(dx, dx + before * d, 0.0F);
  gru_gates_backward(links, d, g, tape.y, w.bias_hh, x, tape.gates, by_input, dy, dx);
  column_sums(rows, 3 * d, 3 * d, by_input, dw.bias_ih);
  column_sums(before, 3 * d, 4 * d, dy + d, dw.bias_hh);
  weight_gradient(rows, d, 3 * d, by_input, tape.message, dw.weight_ih);
  product(rows, 3 * d, d, by_input, packed.input, dmessage);

  undo_layer(shape, plan, run, rows, w.out_scale, tape.message, tape.out_normalized, tape.out_inverse, dmessage,
             dw.out_bias, dw.out_scale, dw.out_shift);
  weight_gradient(rows, d, d, dmessage, tape.inner, dw.out_weight);
  product(rows, d, d, dmessage, packed.out, dinner);

  undo_layer(shape, plan, run, rows, w.in_scale, tape.inner, tape.in_normalized, tape.in_inverse, dinner, dw.in_bias,
             dw.in_scale, dw.in_shift);
  *dw.epsilon += neighbourhood_sum_backward(links, d, 4 * d, 1 + *w.epsilon, dinner, tape.y, dy);
  weight_gradient(before, d, 4 * d, dy, x, joined);
  product(before, 4 * d, d, dy, packed.previous, dx, /*add=*/true);
}

void add(std::int64_t size, const float* from, float* to) {
  for (std::int64_t i = 0; i < size; ++i) to[i] += from[i];
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
  const PackedWeights packed(weights, d, /*transposed=*/true);
  for (const Run& run : plan.runs()) {
    std::int64_t run_size = 0;
    for (std::int64_t step = 1; step <= plan.steps(); ++step) run_size += step_size(shape, run, step);
    float* place = tape != nullptr ? tape : scratch<TapeScratch>(run_size);
    const float* level = x + run.begin.front() * d;
    for (std::int64_t step = 1; step <= plan.steps(); ++step) {
      const StepTape step_place = step_tape(shape, run, step, place);
      float* next = step == plan.steps() ? out + run.begin.back() * d : step_place.out;
      forward_step(shape, plan, run, step, weights, packed, step_place, level, next);
      level = next;
      place += step_size(shape, run, step);
    }
    if (tape != nullptr) tape = place;
  }
}

void gnn_backward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                  const float* tape, const float* g, float* dx, const GnnTensors<float>& gradients) {
  const std::int64_t d = shape.hidden;
  const PackedWeights packed(weights, d, /*transposed=*/false);
  float* joined = scratch<GradientScratch>(4 * d * d);
  std::fill(joined, joined + 4 * d * d, 0.0F);
  std::fill(dx, dx + plan.rows(0) * d, 0.0F);  // a graph without branches is in no run
  std::vector<StepTape> steps(at(plan.steps()));
  for (const Run& run : plan.runs()) {
    std::int64_t most_rows = 0;
    for (std::int64_t step = 1; step <= plan.steps(); ++step) {
      // The tape is only read here; its type is shared with the forward pass.
      steps[at(step - 1)] = step_tape(shape, run, step, const_cast<float*>(tape));
      tape += step_size(shape, run, step);
      most_rows = std::max(most_rows, rows_of(run, step));
    }
    // Gradients by levels take turns in two places; that by level 0 goes to dx.
    float* turns[2] = {scratch<LevelScratch>(2 * most_rows * d), nullptr};
    turns[1] = turns[0] + most_rows * d;
    const float* level_gradient = g + run.begin.back() * d;
    for (std::int64_t step = plan.steps(); step >= 1; --step) {
      const float* before = step == 1 ? x + run.begin.front() * d : steps[at(step - 2)].out;
      float* to = step == 1 ? dx + run.begin.front() * d : turns[step % 2];
      backward_step(shape, plan, run, step, weights, packed, steps[at(step - 1)], before, level_gradient, to, gradients,
                    joined);
      level_gradient = to;
    }
  }
  add(d * d, joined, gradients.in_weight);
  add(3 * d * d, joined + d * d, gradients.weight_hh);
}

}  // namespace gnnir::kernels
