#include "gnnir/kernels/gru.h"

#include <algorithm>

#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

struct WeightScratch;
struct CellScratch;

}  // namespace

TransposedGru::TransposedGru(const GruTensors<const float>& gru, std::int64_t d) {
  float* place = scratch<WeightScratch>(6 * d * d);
  transpose(3 * d, d, gru.weight_ih, place);
  transpose(3 * d, d, gru.weight_hh, place + 3 * d * d);
  input = place;
  hidden = place + 3 * d * d;
}

void gru_cell(const GruRows& rows, const GruTensors<const float>& gru, const TransposedGru& transposed,
              const float* message, const float* h, float* gates, float* out) {
  const std::int64_t d = rows.d;
  float* by_hidden = scratch<CellScratch>(3 * (rows.before + rows.links.rows) * d);
  float* by_input = by_hidden + 3 * rows.before * d;
  product(rows.before, d, 3 * d, h, transposed.hidden, by_hidden);
  product(rows.links.rows, d, 3 * d, message, transposed.input, by_input);
  gru_gates(rows.links, d, by_input, by_hidden, gru.bias_ih, gru.bias_hh, h, gates, out);
}

void gru_cell_backward(const GruRows& rows, const GruTensors<const float>& gru, const float* message, const float* h,
                       const float* gates, const float* g, float* dmessage, float* dh,
                       const GruTensors<float>& gradients) {
  const std::int64_t d = rows.d;
  const std::int64_t count = rows.links.rows;
  float* by_input = scratch<CellScratch>(3 * (count + rows.before) * d);
  float* by_hidden = by_input + 3 * count * d;
  std::fill_n(by_hidden, 3 * rows.before * d, 0.0F);
  std::fill_n(dh, rows.before * d, 0.0F);
  gru_gates_backward(rows.links, d, g, h, gates, by_input, by_hidden, dh);
  column_sums(count, 3 * d, by_input, gradients.bias_ih);
  column_sums(rows.before, 3 * d, by_hidden, gradients.bias_hh);
  weight_gradient(rows.before, d, 3 * d, by_hidden, h, gradients.weight_hh);
  product(rows.before, 3 * d, d, by_hidden, gru.weight_hh, dh, /*add=*/true);
  weight_gradient(count, d, 3 * d, by_input, message, gradients.weight_ih);
  product(count, 3 * d, d, by_input, gru.weight_ih, dmessage);
}

}  // namespace gnnir::kernels
