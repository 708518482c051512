#include "gnnir/kernels/gnn.h"

#include <algorithm>

#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"

namespace gnnir::kernels {
namespace {

/// Rows of a run: with 64 channels a step's matrices are then about 1 MB, the size of a second-level cache.
constexpr std::int64_t rows_per_run = 256;

/// Graphs begin..end-1, whose rows are first_row..first_row+rows-1.
struct Run {
  std::int64_t begin_graph;
  std::int64_t end_graph;
  std::int64_t first_row;
  std::int64_t rows;
};

std::vector<Run> cut_into_runs(const GnnTopology& topology) {
  std::vector<Run> runs;
  for (std::int64_t begin = 0; begin < topology.graphs();) {
    const std::int64_t first = topology.graph_offsets[static_cast<std::size_t>(begin)];
    std::int64_t end = begin + 1;
    while (end < topology.graphs() && topology.graph_offsets[static_cast<std::size_t>(end + 1)] - first <= rows_per_run)
      ++end;
    const std::int64_t rows = topology.graph_offsets[static_cast<std::size_t>(end)] - first;
    if (rows > 0) runs.push_back({begin, end, first, rows});
    begin = end;
  }
  return runs;
}

/// Where a step of a run keeps its matrices in the tape.
struct StepTape {
  float* h;               // [rows, d]: the step's input
  float* gathered;        // [rows, d]: (1+ε) h_v + Σ h_u
  float* inner;           // [rows, d]: GIN's hidden layer, rectified
  float* message;         // [rows, d]: GIN's output, rectified
  float* gates;           // [rows, 4d]
  float* in_normalized;   // [rows, d], with normalization
  float* in_inverse;      // [graphs, d]
  float* out_normalized;  // [rows, d]
  float* out_inverse;     // [graphs, d]
};

std::int64_t step_size(const GnnShape& shape, std::int64_t rows, std::int64_t graphs) {
  return (8 * rows + (shape.graph_norm ? 2 * rows + 2 * graphs : 0)) * shape.hidden;
}

StepTape step_tape(const GnnShape& shape, const Run& run, float* at) {
  const std::int64_t matrix = run.rows * shape.hidden;
  const std::int64_t per_graph = (run.end_graph - run.begin_graph) * shape.hidden;
  StepTape tape{};
  tape.h = at;
  tape.gathered = at + matrix;
  tape.inner = at + 2 * matrix;
  tape.message = at + 3 * matrix;
  tape.gates = at + 4 * matrix;
  tape.in_normalized = at + 8 * matrix;
  tape.out_normalized = at + 9 * matrix;
  tape.in_inverse = at + 10 * matrix;
  tape.out_inverse = tape.in_inverse + per_graph;
  return tape;
}

/// Scratch that grows to the largest run and is then reused: no allocation per step once warm.
float* scratch(std::int64_t size) {
  thread_local std::vector<float> buffer;
  if (static_cast<std::int64_t>(buffer.size()) < size) buffer.resize(static_cast<std::size_t>(size));
  return buffer.data();
}

Neighbourhoods neighbourhoods(const GnnTopology& topology, const Run& run) {
  return {run.rows, topology.edge_offsets.data() + run.first_row, topology.edge_sources.data(), run.first_row};
}

/// Calls body(first row within the run, rows, index within the run) for each graph of a run that has nodes.
template <typename Body>
void for_each_graph(const GnnTopology& topology, const Run& run, const Body& body) {
  for (std::int64_t graph = run.begin_graph; graph < run.end_graph; ++graph) {
    const std::int64_t first = topology.graph_offsets[static_cast<std::size_t>(graph)];
    const std::int64_t rows = topology.graph_offsets[static_cast<std::size_t>(graph + 1)] - first;
    if (rows > 0) body(first - run.first_row, rows, graph - run.begin_graph);
  }
}

/// One side of GIN's MLP and what follows it: bias, normalization, ReLU.
struct Layer {
  const float *bias, *scale, *shift;
};

void finish_layer(const GnnShape& shape, const GnnTopology& topology, const Run& run, const Layer& layer, float* x,
                  float* normalized, float* inverse) {
  const std::int64_t d = shape.hidden;
  add_bias(run.rows, d, layer.bias, !shape.graph_norm, x);
  if (!shape.graph_norm) return;
  for_each_graph(topology, run, [&](std::int64_t first, std::int64_t rows, std::int64_t graph) {
    graph_norm(rows, d, shape.norm_epsilon, layer.scale, layer.shift, true, x + first * d, normalized + first * d,
               inverse + graph * d);
  });
}

void forward_step(const GnnShape& shape, const GnnTopology& topology, const Run& run, const GnnTensors<const float>& w,
                  const StepTape& tape, float* out) {
  const std::int64_t d = shape.hidden;
  neighbourhood_sum(neighbourhoods(topology, run), d, 1 + *w.epsilon, tape.h, tape.gathered);
  product(run.rows, d, d, tape.gathered, w.in_weight, tape.inner);
  finish_layer(shape, topology, run, {w.in_bias, w.in_scale, w.in_shift}, tape.inner, tape.in_normalized,
               tape.in_inverse);
  product(run.rows, d, d, tape.inner, w.out_weight, tape.message);
  finish_layer(shape, topology, run, {w.out_bias, w.out_scale, w.out_shift}, tape.message, tape.out_normalized,
               tape.out_inverse);
  float* by_input = scratch(6 * run.rows * d);
  float* by_hidden = by_input + 3 * run.rows * d;
  product(run.rows, d, 3 * d, tape.message, w.weight_ih, by_input);
  product(run.rows, d, 3 * d, tape.h, w.weight_hh, by_hidden);
  gru_gates(run.rows, d, by_input, by_hidden, w.bias_ih, w.bias_hh, tape.h, tape.gates, out);
}

/// g: ∂/∂(rectified layer output) → ∂/∂(product), in place; gradients of bias, scale and shift are added to.
void undo_layer(const GnnShape& shape, const GnnTopology& topology, const Run& run, const float* scale,
                const float* rectified, const float* normalized, const float* inverse, float* g, float* dbias,
                float* dscale, float* dshift) {
  const std::int64_t d = shape.hidden;
  relu_backward(run.rows * d, rectified, g);
  if (shape.graph_norm) {
    for_each_graph(topology, run, [&](std::int64_t first, std::int64_t rows, std::int64_t graph) {
      graph_norm_backward(rows, d, scale, normalized + first * d, inverse + graph * d, g + first * d, dscale, dshift);
    });
  }
  column_sums(run.rows, d, g, dbias);
}

/// g: [rows, d], ∂/∂(step's output) → ∂/∂(step's input), in place.
void backward_step(const GnnShape& shape, const GnnTopology& topology, const Run& run, const GnnTensors<const float>& w,
                   const StepTape& tape, float* g, const GnnTensors<float>& dw) {
  const std::int64_t d = shape.hidden;
  const std::int64_t rows = run.rows;
  float* by_input = scratch(9 * rows * d);
  float* by_hidden = by_input + 3 * rows * d;
  float* dh = by_hidden + 3 * rows * d;
  float* dmessage = dh + rows * d;
  float* dinner = dmessage + rows * d;

  gru_gates_backward(rows, d, g, tape.h, tape.gates, by_input, by_hidden, dh);
  column_sums(rows, 3 * d, by_input, dw.bias_ih);
  column_sums(rows, 3 * d, by_hidden, dw.bias_hh);
  product_backward_weight(rows, d, 3 * d, by_input, tape.message, dw.weight_ih);
  product_backward_weight(rows, d, 3 * d, by_hidden, tape.h, dw.weight_hh);
  product_backward_input(rows, d, 3 * d, by_hidden, w.weight_hh, dh, /*add=*/true);
  product_backward_input(rows, d, 3 * d, by_input, w.weight_ih, dmessage, /*add=*/false);

  undo_layer(shape, topology, run, w.out_scale, tape.message, tape.out_normalized, tape.out_inverse, dmessage,
             dw.out_bias, dw.out_scale, dw.out_shift);
  product_backward_weight(rows, d, d, dmessage, tape.inner, dw.out_weight);
  product_backward_input(rows, d, d, dmessage, w.out_weight, dinner, /*add=*/false);

  undo_layer(shape, topology, run, w.in_scale, tape.inner, tape.in_normalized, tape.in_inverse, dinner, dw.in_bias,
             dw.in_scale, dw.in_shift);
  product_backward_weight(rows, d, d, dinner, tape.gathered, dw.in_weight);
  float* dgathered = dmessage;
  product_backward_input(rows, d, d, dinner, w.in_weight, dgathered, /*add=*/false);
  *dw.epsilon += dot(rows * d, dgathered, tape.h);
  neighbourhood_sum_backward(neighbourhoods(topology, run), d, 1 + *w.epsilon, dgathered, dh);
  std::copy(dh, dh + rows * d, g);
}

}  // namespace

GnnTopology GnnTopology::from(std::span<const std::int64_t> graph_offsets, std::span<const std::int64_t> edge_sources,
                              std::span<const std::int64_t> edge_targets) {
  GnnTopology topology;
  topology.graph_offsets.assign(graph_offsets.begin(), graph_offsets.end());
  topology.edge_sources.assign(edge_sources.begin(), edge_sources.end());
  topology.edge_offsets.assign(static_cast<std::size_t>(topology.rows()) + 1, 0);
  for (const std::int64_t target : edge_targets) ++topology.edge_offsets[static_cast<std::size_t>(target) + 1];
  for (std::size_t v = 1; v < topology.edge_offsets.size(); ++v)
    topology.edge_offsets[v] += topology.edge_offsets[v - 1];
  return topology;
}

std::int64_t gnn_tape_size(const GnnShape& shape, const GnnTopology& topology) {
  return shape.steps * step_size(shape, topology.rows(), topology.graphs());
}

void gnn_forward(const GnnShape& shape, const GnnTopology& topology, const GnnTensors<const float>& weights,
                 const float* h, float* tape, float* out) {
  const std::int64_t d = shape.hidden;
  std::vector<float> throw_away;  // without a backward pass two steps' worth of tape serve all steps
  for (const Run& run : cut_into_runs(topology)) {
    const std::int64_t size = step_size(shape, run.rows, run.end_graph - run.begin_graph);
    if (!tape) throw_away.resize(static_cast<std::size_t>(2 * size));
    float* base = tape ? tape : throw_away.data();
    const auto place = [&](std::int64_t step) { return base + (tape ? step : step % 2) * size; };
    std::copy(h + run.first_row * d, h + (run.first_row + run.rows) * d, place(0));
    for (std::int64_t step = 0; step < shape.steps; ++step) {
      const bool last = step + 1 == shape.steps;
      float* next = last ? out + run.first_row * d : place(step + 1);
      forward_step(shape, topology, run, weights, step_tape(shape, run, place(step)), next);
    }
    if (tape) tape += shape.steps * size;
  }
}

void gnn_backward(const GnnShape& shape, const GnnTopology& topology, const GnnTensors<const float>& weights,
                  const float* tape, const float* g, float* dh, const GnnTensors<float>& gradients) {
  const std::int64_t d = shape.hidden;
  for (const Run& run : cut_into_runs(topology)) {
    const std::int64_t size = step_size(shape, run.rows, run.end_graph - run.begin_graph);
    float* run_gradient = dh + run.first_row * d;
    std::copy(g + run.first_row * d, g + (run.first_row + run.rows) * d, run_gradient);
    for (std::int64_t step = shape.steps - 1; step >= 0; --step) {
      // The tape is only read here; its type is shared with the forward pass.
      const StepTape step_place = step_tape(shape, run, const_cast<float*>(tape) + step * size);
      backward_step(shape, topology, run, weights, step_place, run_gradient, gradients);
    }
    tape += shape.steps * size;
  }
}

}  // namespace gnnir::kernels
