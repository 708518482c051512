#include "gnnir/kernels/gin.h"

#include <algorithm>

#include "gnnir/kernels/edge_rows.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

struct WeightScratch;
struct LayerScratch;
struct MessageScratch;
struct GradientScratch;

}  // namespace

/// Where a step keeps its matrices.
struct GinConv::Tape {
  float* gathered;  // GIN: [P, d], x·W_inᵀ; GINE: [R, d], what the MLP takes in
  float* inner;     // of in_relu_: the MLP's hidden layer
  float* message;   // of out_relu_: its output
};

GinConv::GinConv(const GinShape& shape, const GinTensors<const float>& weights, const float* edge_terms)
    : GinConv(shape, weights, {}, edge_terms, nullptr) {}

GinConv::GinConv(const GinShape& shape, const GinTensors<const float>& weights, const GinTensors<float>& gradients,
                 const float* edge_terms, float* edge_term_gradients)
    : shape_(shape),
      weights_(weights),
      gradients_(gradients),
      edge_terms_(edge_terms),
      edge_term_gradients_(edge_term_gradients),
      in_relu_(shape.hidden, shape.norm_epsilon, {weights.in_scale, weights.in_shift},
               {gradients.in_scale, gradients.in_shift}),
      out_relu_(shape.hidden, shape.norm_epsilon, {weights.out_scale, weights.out_shift},
                {gradients.out_scale, gradients.out_shift}) {
  const std::int64_t d = shape.hidden;
  float* place = scratch<WeightScratch>(2 * d * d);
  transpose(d, d, weights.in_weight, place);
  transpose(d, d, weights.out_weight, place + d * d);
  in_transposed_ = place;
  out_transposed_ = place + d * d;
}

std::int64_t GinConv::tape_size(const ConvStep& step) const {
  const std::int64_t gathered = edge_terms_ == nullptr ? step.rows_before : step.rows();
  return gathered * shape_.hidden + in_relu_.tape_size(step) + out_relu_.tape_size(step);
}

GinConv::Tape GinConv::tape_of(const ConvStep& step, float* place) const {
  Tape tape{};
  tape.gathered = place;
  tape.inner = place + (edge_terms_ == nullptr ? step.rows_before : step.rows()) * shape_.hidden;
  tape.message = tape.inner + in_relu_.tape_size(step);
  return tape;
}

/// Without edges, summing over neighbours comes after the first product: A·(x·Wᵀ) = (A·x)·Wᵀ, and the level before may
/// have fewer rows.
const float* GinConv::forward(const ConvStep& step, const float* x, float* place) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t rows = step.rows();
  const bool relu = !in_relu_.normalizes();
  const GinTensors<const float>& w = weights_;
  const Tape tape = tape_of(step, place);
  float* inner = in_relu_.place(tape.inner, scratch<LayerScratch>(rows * d));
  float* message = out_relu_.place(tape.message, scratch<MessageScratch>(rows * d));
  if (edge_terms_ == nullptr) {
    product(step.rows_before, d, d, x, in_transposed_, tape.gathered);
    neighbourhood_sum(step.links, d, 1 + *w.epsilon, w.in_bias, relu, tape.gathered, inner);
  } else {
    gather_edges(step.links, d, 1 + *w.epsilon, x, edge_terms_, tape.gathered);
    product(rows, d, d, tape.gathered, in_transposed_, inner);
    add_bias(rows, d, w.in_bias, relu, inner);
  }
  in_relu_.forward(step, inner, tape.inner);
  product(rows, d, d, inner, out_transposed_, message);
  add_bias(rows, d, w.out_bias, relu, message);
  out_relu_.forward(step, message, tape.message);
  return message;
}

const float* GinConv::message(const ConvStep& step, const float* place) {
  const Tape tape = tape_of(step, const_cast<float*>(place));
  return out_relu_.again(step, tape.message, scratch<MessageScratch>(step.rows() * shape_.hidden));
}

void GinConv::backward(const ConvStep& step, const float* x, const float* place, const float* message, float* g,
                       float* dx) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t rows = step.rows();
  const GinTensors<const float>& w = weights_;
  const GinTensors<float>& dw = gradients_;
  const Tape tape = tape_of(step, const_cast<float*>(place));
  out_relu_.backward(step, message, tape.message, g);
  column_sums(rows, d, g, dw.out_bias);
  const float* inner = in_relu_.again(step, tape.inner, scratch<LayerScratch>(rows * d));
  weight_gradient(rows, d, d, g, inner, dw.out_weight);
  const std::int64_t gathered_rows = edge_terms_ == nullptr ? step.rows_before : rows;
  float* dinner = scratch<GradientScratch>((rows + gathered_rows) * d);
  float* dgathered = dinner + rows * d;
  product(rows, d, d, g, w.out_weight, dinner);
  in_relu_.backward(step, inner, tape.inner, dinner);
  column_sums(rows, d, dinner, dw.in_bias);
  if (edge_terms_ == nullptr) {
    std::fill(dgathered, dgathered + gathered_rows * d, 0.0F);
    *dw.epsilon += neighbourhood_sum_backward(step.links, d, 1 + *w.epsilon, dinner, tape.gathered, dgathered);
    weight_gradient(step.rows_before, d, d, dgathered, x, dw.in_weight);
    product(step.rows_before, d, d, dgathered, w.in_weight, dx, /*add=*/true);
  } else {
    weight_gradient(rows, d, d, dinner, tape.gathered, dw.in_weight);
    product(rows, d, d, dinner, w.in_weight, dgathered);
    *dw.epsilon +=
        gather_edges_backward(step.links, d, 1 + *w.epsilon, x, edge_terms_, dgathered, dx, edge_term_gradients_);
  }
}

}  // namespace gnnir::kernels
