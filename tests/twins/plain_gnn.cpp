#include "twins/plain_gnn.h"

namespace gnnir::kernels {

std::int64_t gnn_tape_size(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights) {
  return message_passing_tape_size(shape.hidden, plan, GinConv(shape, weights.gin()));
}

void gnn_forward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                 float* tape, float* out) {
  GinConv conv(shape, weights.gin());
  message_passing_forward(shape.hidden, plan, weights.gru(), conv, x, tape, out);
}

void gnn_backward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                  const float* tape, const float* g, float* dx, const GnnTensors<float>& gradients) {
  GinConv conv(shape, weights.gin(), gradients.gin());
  message_passing_backward(shape.hidden, plan, weights.gru(), conv, x, tape, g, dx, gradients.gru());
}

}  // namespace gnnir::kernels
