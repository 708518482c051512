#pragma once

#include <ATen/core/Tensor.h>

#include <span>

#include "gnnir/infer/encoded_dataset.h"

namespace gnnir {

/// Summed loss of some graphs, each label as much as it counts, and what they count for together; missing labels do
/// not. metrics/losses.h says what it is. prediction: [graphs, outputs]
struct LossSum {
  at::Tensor sum;  ///< scalar
  double labels = 0;
};
LossSum loss_of(const at::Tensor& prediction, const ModelHeader& model, const EncodedDataset& data,
                std::span<const std::int64_t> graphs);

}  // namespace gnnir
