#pragma once

#include "gnnir/kernels/gnn_plan.h"
#include "gnnir/models/model.h"

namespace gnnir {

/// What nodes and edges of an input begin with; features that are equal byte by byte have one colour.
kernels::InputColours colours_of(const ModelInput& input);

/// Some rows of features.
EncoderInputs some_rows(const EncoderInputs& inputs, const std::vector<std::int32_t>& rows);

/// Whether gradients are asked for by rows of features: then each needs its own.
bool require_grad(const EncoderInputs& inputs);

}  // namespace gnnir
