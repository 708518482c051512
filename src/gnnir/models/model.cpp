#include "gnnir/models/model.h"

namespace gnnir {

std::int64_t count_parameters(const torch::nn::Module& model) {
  std::int64_t count = 0;
  for (const at::Tensor& parameter : model.parameters()) count += parameter.numel();
  return count;
}

}  // namespace gnnir
