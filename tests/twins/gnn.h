#pragma once

#include "twins/plain_gnn.h"

/// The obvious version of the functions of kernels/gnn.h, with the same signature and meaning: level after level, no
/// runs. There is no tape (it may be null): the backward pass begins with the forward pass.
namespace gnnir::kernels::reference {

void gnn_forward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                 float* tape, float* out);

void gnn_backward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                  const float* tape, const float* g, float* dx, const GnnTensors<float>& gradients);

}  // namespace gnnir::kernels::reference
