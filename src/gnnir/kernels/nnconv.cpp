#include "gnnir/kernels/nnconv.h"

#include <algorithm>

#include "gnnir/kernels/edge_rows.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

struct WeightScratch;
struct RootScratch;
struct OuterScratch;
struct MessageScratch;

/// Rows whose outer products are at work at one time: with 64 channels about 1 MB.
constexpr std::int64_t rows_at_a_time = 64;

RowLinks part_of(const RowLinks& links, std::int64_t first, std::int64_t rows) {
  return {rows, links.self + first, links.offsets + first, links.sources, links.first_row, links.edges};
}

/// Calls body(links of some rows, first of these rows) for all rows.
template <typename Body>
void in_parts(const RowLinks& links, const Body& body) {
  for (std::int64_t first = 0; first < links.rows; first += rows_at_a_time) {
    body(part_of(links, first, std::min(rows_at_a_time, links.rows - first)), first);
  }
}

}  // namespace

NnConv::NnConv(const NnConvShape& shape, const NnConvTensors<const float>& weights, const float* edge_terms)
    : NnConv(shape, weights, {}, edge_terms, nullptr) {}

NnConv::NnConv(const NnConvShape& shape, const NnConvTensors<const float>& weights,
               const NnConvTensors<float>& gradients, const float* edge_terms, float* edge_term_gradients)
    : shape_(shape),
      weights_(weights),
      gradients_(gradients),
      edge_terms_(edge_terms),
      edge_term_gradients_(edge_term_gradients),
      relu_(shape.hidden, shape.norm_epsilon, weights.norm, gradients.norm) {
  float* place = scratch<WeightScratch>(shape.hidden * shape.hidden);
  transpose(shape.hidden, shape.hidden, weights.root_weight, place);
  root_transposed_ = place;
}

std::int64_t NnConv::tape_size(const ConvStep& step) const { return relu_.tape_size(step); }

const float* NnConv::forward(const ConvStep& step, const float* x, float* tape) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t outer = (shape_.channels + 1) * d;
  float* root = scratch<RootScratch>(step.rows_before * d);
  float* s = scratch<OuterScratch>(rows_at_a_time * outer);
  float* message = relu_.place(tape, scratch<MessageScratch>(step.rows() * d));
  product(step.rows_before, d, d, x, root_transposed_, root);
  for (std::int64_t r = 0; r < step.rows(); ++r) {
    const float* own = root + (step.links.self[r] - step.links.first_row) * d;
    std::copy(own, own + d, message + r * d);
  }
  in_parts(step.links, [&](const RowLinks& links, std::int64_t first) {
    mean_outer_products(links, d, shape_.channels, edge_terms_, x, s);
    product(links.rows, outer, d, s, weights_.edge_matrices, message + first * d, /*add=*/true);
  });
  add_bias(step.rows(), d, weights_.bias, !relu_.normalizes(), message);
  relu_.forward(step, message, tape);
  return message;
}

const float* NnConv::message(const ConvStep& step, const float* tape) {
  return relu_.again(step, tape, scratch<MessageScratch>(step.rows() * shape_.hidden));
}

void NnConv::backward(const ConvStep& step, const float* x, const float* tape, const float* message, float* g,
                      float* dx) {
  const std::int64_t d = shape_.hidden;
  const std::int64_t outer = (shape_.channels + 1) * d;
  relu_.backward(step, message, tape, g);
  column_sums(step.rows(), d, g, gradients_.bias);
  float* droot = scratch<RootScratch>(step.rows_before * d);
  std::fill(droot, droot + step.rows_before * d, 0.0F);
  for (std::int64_t r = 0; r < step.rows(); ++r) {
    float* own = droot + (step.links.self[r] - step.links.first_row) * d;
    for (std::int64_t c = 0; c < d; ++c) own[c] += g[r * d + c];
  }
  weight_gradient(step.rows_before, d, d, droot, x, gradients_.root_weight);
  product(step.rows_before, d, d, droot, weights_.root_weight, dx, /*add=*/true);
  // The outer products are cheaper to make again than to keep.
  float* s = scratch<OuterScratch>(2 * rows_at_a_time * outer);
  float* ds = s + rows_at_a_time * outer;
  in_parts(step.links, [&](const RowLinks& links, std::int64_t first) {
    const float* from = g + first * d;
    mean_outer_products(links, d, shape_.channels, edge_terms_, x, s);
    weight_gradient(links.rows, d, outer, s, from, gradients_.edge_matrices);
    product_transposed(links.rows, d, outer, from, weights_.edge_matrices, ds);
    mean_outer_products_backward(links, d, shape_.channels, edge_terms_, x, ds, edge_term_gradients_, dx);
  });
}

}  // namespace gnnir::kernels
