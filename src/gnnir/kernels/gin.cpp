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

/// Calls body(first row, rows, number) for each normalized group that has rows.
template <typename Body>
void for_each_group(const ConvStep& step, const Body& body) {
  const std::int64_t first_row = step.groups.front();
  for (std::size_t group = 0; group + 1 < step.groups.size(); ++group) {
    const std::int64_t rows = step.groups[group + 1] - step.groups[group];
    if (rows > 0) body(step.groups[group] - first_row, rows, static_cast<std::int64_t>(group));
  }
}

}  // namespace

/// Where a step keeps its matrices.
struct GinConv::Tape {
  float* gathered;     // GIN: [P, d], x·W_inᵀ; GINE: [R, d], what the MLP takes in
  float* inner;        // [R, d]: the MLP's hidden layer, rectified; with normalization what is normalized of it
  float* message;      // [R, d]: the same of its output
  float* in_inverse;   // [groups, d], with normalization
  float* out_inverse;  // [groups, d]
};

GinConv::GinConv(const GinShape& shape, const GinTensors<const float>& weights, const float* edge_terms)
    : shape_(shape), weights_(weights), edge_terms_(edge_terms) {
  const std::int64_t d = shape.hidden;
  float* place = scratch<WeightScratch>(2 * d * d);
  transpose(d, d, weights.in_weight, place);
  transpose(d, d, weights.out_weight, place + d * d);
  in_transposed_ = place;
  out_transposed_ = place + d * d;
}

GinConv::GinConv(const GinShape& shape, const GinTensors<const float>& weights, const GinTensors<float>& gradients,
                 const float* edge_terms, float* edge_term_gradients)
    : GinConv(shape, weights, edge_terms) {
  gradients_ = gradients;
  edge_term_gradients_ = edge_term_gradients;
}

std::int64_t GinConv::tape_size(const ConvStep& step) const {
  const std::int64_t gathered = edge_terms_ == nullptr ? step.rows_before : step.rows();
  const std::int64_t groups = shape_.graph_norm ? static_cast<std::int64_t>(step.groups.size()) - 1 : 0;
  return (gathered + 2 * step.rows() + 2 * groups) * shape_.hidden;
}

GinConv::Tape GinConv::tape_of(const ConvStep& step, float* place) const {
  const std::int64_t d = shape_.hidden;
  const std::int64_t groups = shape_.graph_norm ? static_cast<std::int64_t>(step.groups.size()) - 1 : 0;
  Tape tape{};
  tape.gathered = place;
  tape.inner = place + (edge_terms_ == nullptr ? step.rows_before : step.rows()) * d;
  tape.message = tape.inner + step.rows() * d;
  tape.in_inverse = tape.message + step.rows() * d;
  tape.out_inverse = tape.in_inverse + groups * d;
  return tape;
}

void GinConv::normalize(const ConvStep& step, const float* scale, const float* shift, float* x, float* normalized,
                        float* inverse) const {
  const std::int64_t d = shape_.hidden;
  for_each_group(step, [&](std::int64_t first, std::int64_t rows, std::int64_t group) {
    graph_norm(rows, d, shape_.norm_epsilon, scale, shift, true, x + first * d, normalized + first * d,
               inverse + group * d);
  });
}

/// Without edges, summing over neighbours comes after the first product: A·(x·Wᵀ) = (A·x)·Wᵀ, and the level before may
/// have fewer rows.
const float* GinConv::forward(const ConvStep& step, const float* x, float* place) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t rows = step.rows();
  const bool norm = shape_.graph_norm;
  const GinTensors<const float>& w = weights_;
  const Tape tape = tape_of(step, place);
  // With normalization the rectified layers can be had again from the normalized ones: they are not kept.
  float* inner = norm ? scratch<LayerScratch>(rows * d) : tape.inner;
  float* message = norm ? scratch<MessageScratch>(rows * d) : tape.message;
  if (edge_terms_ == nullptr) {
    product(step.rows_before, d, d, x, in_transposed_, tape.gathered);
    neighbourhood_sum(step.links, d, 1 + *w.epsilon, w.in_bias, !norm, tape.gathered, inner);
  } else {
    gather_edges(step.links, d, 1 + *w.epsilon, x, edge_terms_, tape.gathered);
    product(rows, d, d, tape.gathered, in_transposed_, inner);
    add_bias(rows, d, w.in_bias, !norm, inner);
  }
  if (norm) normalize(step, w.in_scale, w.in_shift, inner, tape.inner, tape.in_inverse);
  product(rows, d, d, inner, out_transposed_, message);
  add_bias(rows, d, w.out_bias, !norm, message);
  if (norm) normalize(step, w.out_scale, w.out_shift, message, tape.message, tape.out_inverse);
  return message;
}

const float* GinConv::message(const ConvStep& step, const float* place) {
  const Tape tape = tape_of(step, const_cast<float*>(place));
  if (!shape_.graph_norm) return tape.message;
  float* message = scratch<MessageScratch>(step.rows() * shape_.hidden);
  rectified_norm(step.rows(), shape_.hidden, weights_.out_scale, weights_.out_shift, tape.message, message);
  return message;
}

/// g: ∂/∂(rectified layer output) → ∂/∂(the layer before bias and normalization), in place; gradients of bias, scale
/// and shift are added to.
void GinConv::undo_layer(const ConvStep& step, const float* scale, const float* rectified, const float* normalized,
                         const float* inverse, float* g, float* dbias, float* dscale, float* dshift) const {
  const std::int64_t d = shape_.hidden;
  relu_backward(step.rows() * d, rectified, g);
  if (shape_.graph_norm) {
    for_each_group(step, [&](std::int64_t first, std::int64_t rows, std::int64_t group) {
      graph_norm_backward(rows, d, scale, normalized + first * d, inverse + group * d, g + first * d, dscale, dshift);
    });
  }
  column_sums(step.rows(), d, g, dbias);
}

void GinConv::backward(const ConvStep& step, const float* x, const float* place, const float* message, float* g,
                       float* dx) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t rows = step.rows();
  const GinTensors<const float>& w = weights_;
  const GinTensors<float>& dw = gradients_;
  const Tape tape = tape_of(step, const_cast<float*>(place));
  undo_layer(step, w.out_scale, message, tape.message, tape.out_inverse, g, dw.out_bias, dw.out_scale, dw.out_shift);
  const float* inner = tape.inner;
  if (shape_.graph_norm) {
    float* again = scratch<LayerScratch>(rows * d);
    rectified_norm(rows, d, w.in_scale, w.in_shift, tape.inner, again);
    inner = again;
  }
  weight_gradient(rows, d, d, g, inner, dw.out_weight);
  const std::int64_t gathered_rows = edge_terms_ == nullptr ? step.rows_before : rows;
  float* dinner = scratch<GradientScratch>((rows + gathered_rows) * d);
  float* dgathered = dinner + rows * d;
  product(rows, d, d, g, w.out_weight, dinner);
  undo_layer(step, w.in_scale, inner, tape.inner, tape.in_inverse, dinner, dw.in_bias, dw.in_scale, dw.in_shift);
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
