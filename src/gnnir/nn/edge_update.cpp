#include "gnnir/nn/edge_update.h"

namespace gnnir {

EdgeUpdateImpl::EdgeUpdateImpl(std::int64_t hidden, const Execution& execution)
    : mlp_(register_module("mlp", Mlp(2 * hidden, hidden, hidden, execution))) {}

at::Tensor EdgeUpdateImpl::forward(const at::Tensor& h, const at::Tensor& e, const BatchTensors& graphs) {
  const at::Tensor ends = h.index_select(0, graphs.edge_source()) + h.index_select(0, graphs.edge_target());
  return mlp_(at::cat({ends, e}, 1));
}

}  // namespace gnnir
