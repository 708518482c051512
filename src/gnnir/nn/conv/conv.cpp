#include "gnnir/nn/conv/conv.h"

#include "gnnir/base/error.h"
#include "gnnir/kernels/conv.h"

namespace gnnir {

at::Tensor Conv::edge_terms(const at::Tensor& /*e*/) { return {}; }

std::unique_ptr<kernels::Conv> Conv::kernel(const KernelInputs& /*inputs*/) const {
  throw internal_error("[conv] no kernel for these options");
}

}  // namespace gnnir
