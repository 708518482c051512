#include "gnnir/kernels/pna.h"

#include <algorithm>

#include "gnnir/kernels/edge_rows.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

struct WeightScratch;
struct StepScratch;
struct MessageScratch;

}  // namespace

/// Where a step keeps its matrices.
struct PnaConv::Tape {
  float* inner;       // [edges, d]: the messages' hidden layer, rectified
  float* messages;    // [edges, d]
  float* aggregates;  // [R, 4d]
  float* out;         // of relu_
};

PnaConv::PnaConv(const PnaShape& shape, const PnaTensors<const float>& weights, const float* edge_terms)
    : PnaConv(shape, weights, {}, edge_terms, nullptr) {}

PnaConv::PnaConv(const PnaShape& shape, const PnaTensors<const float>& weights, const PnaTensors<float>& gradients,
                 const float* edge_terms, float* edge_term_gradients)
    : shape_(shape),
      weights_(weights),
      gradients_(gradients),
      edge_terms_(edge_terms),
      edge_term_gradients_(edge_term_gradients),
      relu_(shape.hidden, shape.norm_epsilon, weights.norm, gradients.norm) {
  const std::int64_t d = shape.hidden;
  float* place = scratch<WeightScratch>(16 * d * d);
  transpose(3 * d, d, weights.node_weight, place);
  transpose(d, d, weights.out_weight, place + 3 * d * d);
  transpose(3 * d, 4 * d, weights.combine_weight, place + 4 * d * d);
  node_transposed_ = place;
  out_transposed_ = place + 3 * d * d;
  combine_transposed_ = place + 4 * d * d;
}

std::int64_t PnaConv::tape_size(const ConvStep& step) const {
  return (2 * step.edges() + 4 * step.rows()) * shape_.hidden + relu_.tape_size(step);
}

PnaConv::Tape PnaConv::tape_of(const ConvStep& step, float* place) const {
  const std::int64_t d = shape_.hidden;
  Tape tape{};
  tape.inner = place;
  tape.messages = tape.inner + step.edges() * d;
  tape.aggregates = tape.messages + step.edges() * d;
  tape.out = tape.aggregates + 4 * step.rows() * d;
  return tape;
}

const float* PnaConv::forward(const ConvStep& step, const float* x, float* place) {
  const std::int64_t d = shape_.hidden;
  const PnaTensors<const float>& w = weights_;
  const Tape tape = tape_of(step, place);
  float* z = scratch<StepScratch>(3 * (step.rows_before + step.rows()) * d);
  float* u = z + 3 * step.rows_before * d;
  product(step.rows_before, d, 3 * d, x, node_transposed_, z);
  message_layer(step.links, d, z, edge_terms_, w.message_bias, tape.inner);
  product(step.edges(), d, d, tape.inner, out_transposed_, tape.messages);
  add_bias(step.edges(), d, w.out_bias, false, tape.messages);
  pna_aggregate(step.links, d, tape.messages, tape.aggregates);
  product(step.rows(), 4 * d, 3 * d, tape.aggregates, combine_transposed_, u);
  float* message = relu_.place(tape.out, scratch<MessageScratch>(step.rows() * d));
  pna_scale(step.links, d, shape_.mean_log_degree, z, w.bias, u, !relu_.normalizes(), message);
  relu_.forward(step, message, tape.out);
  return message;
}

const float* PnaConv::message(const ConvStep& step, const float* place) {
  return relu_.again(step, tape_of(step, const_cast<float*>(place)).out,
                     scratch<MessageScratch>(step.rows() * shape_.hidden));
}

void PnaConv::backward(const ConvStep& step, const float* x, const float* place, const float* message, float* g,
                       float* dx) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t rows = step.rows();
  const std::int64_t edges = step.edges();
  const std::int64_t before = step.rows_before;
  const PnaTensors<const float>& w = weights_;
  const PnaTensors<float>& dw = gradients_;
  const Tape tape = tape_of(step, const_cast<float*>(place));
  float* dz = scratch<StepScratch>((3 * before + 7 * rows + 2 * edges) * d);
  float* du = dz + 3 * before * d;
  float* daggregates = du + 3 * rows * d;
  float* dmessages = daggregates + 4 * rows * d;
  float* dinner = dmessages + edges * d;

  std::fill(dz, dz + 3 * before * d, 0.0F);
  relu_.backward(step, message, tape.out, g);
  column_sums(rows, d, g, dw.bias);
  pna_scale_backward(step.links, d, shape_.mean_log_degree, g, dz, du);
  weight_gradient(rows, 4 * d, 3 * d, du, tape.aggregates, dw.combine_weight);
  product(rows, 3 * d, 4 * d, du, w.combine_weight, daggregates);
  pna_aggregate_backward(step.links, d, tape.messages, tape.aggregates, daggregates, dmessages);
  column_sums(edges, d, dmessages, dw.out_bias);
  weight_gradient(edges, d, d, dmessages, tape.inner, dw.out_weight);
  product(edges, d, d, dmessages, w.out_weight, dinner);
  relu_backward(edges * d, tape.inner, dinner);
  column_sums(edges, d, dinner, dw.message_bias);
  message_layer_backward(step.links, d, dinner, dz, edge_term_gradients_);
  weight_gradient(before, d, 3 * d, dz, x, dw.node_weight);
  product(before, 3 * d, d, dz, w.node_weight, dx, /*add=*/true);
}

}  // namespace gnnir::kernels
