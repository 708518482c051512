#pragma once

#include <span>
#include <vector>

#include "gnnir/kernels/row_colours.h"
#include "gnnir/models/encoder.h"

namespace gnnir {

/// Features of rows as the kernels tell them apart: by their bytes, which are kept as long as this is.
class FeatureColumns {
 public:
  FeatureColumns(const EncoderInputs& inputs, std::int64_t rows) {
    for (const at::Tensor& tensor : {inputs.categories, inputs.reals}) {
      if (!tensor.defined() || rows == 0) continue;
      tensors_.push_back(tensor.to(at::kCPU).contiguous());
      columns_.push_back({tensors_.back().data_ptr(), tensors_.back().nbytes() / static_cast<std::size_t>(rows)});
    }
  }
  [[nodiscard]] std::span<const kernels::FeatureColumn> columns() const { return columns_; }

 private:
  std::vector<at::Tensor> tensors_;
  std::vector<kernels::FeatureColumn> columns_;
};

}  // namespace gnnir
