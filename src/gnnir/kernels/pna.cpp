#include "gnnir/kernels/pna.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gnnir/kernels/edge_rows.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

struct ForwardScratch;
struct BackwardScratch;
struct StepScratch;
struct MessageScratch;
struct MapScratch;

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
      relu_(shape.hidden, shape.norm_epsilon, weights.norm, gradients.norm) {}

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

float PnaConv::amplification(std::int64_t degree) const {
  return std::log(static_cast<float>(std::max<std::int64_t>(degree, 1) + 1)) / shape_.mean_log_degree;
}

void PnaConv::transpose_weights() {
  if (node_transposed_ != nullptr) return;
  const std::int64_t d = shape_.hidden;
  float* place = scratch<ForwardScratch>(4 * d * d * (2 + Maps::kept));
  transpose(3 * d, d, weights_.node_weight, place);
  transpose(d, d, weights_.out_weight, place + 3 * d * d);
  node_transposed_ = place;
  out_transposed_ = place + 3 * d * d;
  forward_maps_.weights = place + 4 * d * d;
}

const float* PnaConv::forward_map(std::int64_t degree) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t slot = std::min(degree, Maps::kept);
  float* place = forward_maps_.weights + slot * 4 * d * d;
  if (slot < Maps::kept && std::exchange(forward_maps_.made[static_cast<std::size_t>(slot)], true)) return place;
  float* map = scratch<MapScratch>(4 * d * d);
  pna_mix(4 * d * d, amplification(degree), weights_.combine_weight, map);
  transpose(d, 4 * d, map, place);
  return place;
}

const float* PnaConv::forward(const ConvStep& step, const float* x, float* place) {
  const std::int64_t d = shape_.hidden;
  const PnaTensors<const float>& w = weights_;
  transpose_weights();
  sorted_.sort(step.links);
  const RowLinks links = sorted_.links();
  const Tape tape = tape_of(step, place);
  float* z = scratch<StepScratch>((3 * step.rows_before + step.rows()) * d);
  float* u = z + 3 * step.rows_before * d;
  product(step.rows_before, d, 3 * d, x, node_transposed_, z);
  message_layer(links, d, z, edge_terms_, w.message_bias, tape.inner);
  product(step.edges(), d, d, tape.inner, out_transposed_, tape.messages);
  add_bias(step.edges(), d, w.out_bias, false, tape.messages);
  pna_aggregate(links, d, tape.messages, tape.aggregates);
  for (const auto& [degree, begin, end] : sorted_.classes()) {
    product(end - begin, 4 * d, d, tape.aggregates + begin * 4 * d, forward_map(degree), u + begin * d);
  }
  float* message = relu_.place(tape.out, scratch<MessageScratch>(step.rows() * d));
  pna_sum(links, sorted_.rows().data(), d, z, w.bias, u, !relu_.normalizes(), message);
  relu_.forward(step, message, tape.out);
  return message;
}

const float* PnaConv::message(const ConvStep& step, const float* place) {
  return relu_.again(step, tape_of(step, const_cast<float*>(place)).out,
                     scratch<MessageScratch>(step.rows() * shape_.hidden));
}

void PnaConv::combine_backward(const float* du, const float* aggregates, float* daggregates) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t size = 4 * d * d;
  Maps& maps = backward_maps_;
  if (maps.weights == nullptr) {
    maps.weights = scratch<BackwardScratch>(2 * (Maps::kept + 1) * size);
    maps.gradients = maps.weights + (Maps::kept + 1) * size;
  }
  for (const auto& [degree, begin, end] : sorted_.classes()) {
    const std::int64_t slot = std::min(degree, Maps::kept);
    float* map = maps.weights + slot * size;
    float* gradient = maps.gradients + slot * size;
    if (slot == Maps::kept || !std::exchange(maps.made[static_cast<std::size_t>(slot)], true)) {
      pna_mix(size, amplification(degree), weights_.combine_weight, map);
      std::fill(gradient, gradient + size, 0.0F);
    }
    weight_gradient(end - begin, 4 * d, d, du + begin * d, aggregates + begin * 4 * d, gradient);
    product(end - begin, d, 4 * d, du + begin * d, map, daggregates + begin * 4 * d);
    if (slot == Maps::kept) add_map_gradient(degree);
  }
}

void PnaConv::add_map_gradient(std::int64_t degree) {
  const std::int64_t size = 4 * shape_.hidden * shape_.hidden;
  pna_mix_backward(size, amplification(degree), backward_maps_.gradients + std::min(degree, Maps::kept) * size,
                   gradients_.combine_weight);
}

void PnaConv::end_backward() {
  for (std::int64_t degree = 0; degree < Maps::kept; ++degree) {
    if (std::exchange(backward_maps_.made[static_cast<std::size_t>(degree)], false)) add_map_gradient(degree);
  }
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
  float* dz = scratch<StepScratch>((3 * before + 5 * rows + 2 * edges) * d);
  float* du = dz + 3 * before * d;
  float* daggregates = du + rows * d;
  float* dmessages = daggregates + 4 * rows * d;
  float* dinner = dmessages + edges * d;

  sorted_.sort(step.links);
  const RowLinks links = sorted_.links();
  std::fill(dz, dz + 3 * before * d, 0.0F);
  relu_.backward(step, message, tape.out, g);
  column_sums(rows, d, g, dw.bias);
  pna_sum_backward(links, sorted_.rows().data(), d, g, dz, du);
  combine_backward(du, tape.aggregates, daggregates);
  pna_aggregate_backward(links, d, tape.messages, tape.aggregates, daggregates, dmessages);
  column_sums(edges, d, dmessages, dw.out_bias);
  weight_gradient(edges, d, d, dmessages, tape.inner, dw.out_weight);
  product(edges, d, d, dmessages, w.out_weight, dinner);
  relu_backward(edges * d, tape.inner, dinner);
  column_sums(edges, d, dinner, dw.message_bias);
  message_layer_backward(links, d, dinner, dz, edge_term_gradients_);
  weight_gradient(before, d, 3 * d, dz, x, dw.node_weight);
  product(before, 3 * d, d, dz, w.node_weight, dx, /*add=*/true);
}

}  // namespace gnnir::kernels
