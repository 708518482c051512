#include "gnnir/nn/readout/readout.h"

#include "gnnir/nn/fused_mlp.h"
#include "gnnir/nn/segment.h"

namespace gnnir {

Set2SetImpl::Set2SetImpl(std::int64_t hidden, std::int64_t steps)
    : hidden_(hidden), steps_(steps), query_(register_module("query", torch::nn::LSTMCell(2 * hidden, hidden))) {}

at::Tensor Set2SetImpl::forward(const at::Tensor& h, const BatchTensors& graphs) {
  at::Tensor query = at::zeros({graphs.num_graphs(), hidden_}, h.options());
  at::Tensor cell = at::zeros_like(query);
  at::Tensor query_and_read = at::zeros({graphs.num_graphs(), 2 * hidden_}, h.options());
  for (std::int64_t step = 0; step < steps_; ++step) {
    std::tie(query, cell) = query_(query_and_read, std::make_tuple(query, cell));
    const at::Tensor match = (h * query.index_select(0, graphs.batch())).sum(1, /*keepdim=*/true);
    const at::Tensor read = sum_per_graph(softmax_per_graph(match, graphs) * h, graphs);
    query_and_read = at::cat({query, read}, 1);
  }
  return query_and_read;
}

ReadoutImpl::ReadoutImpl(std::int64_t hidden, const ReadoutOptions& options, const Execution& execution)
    : hidden_(hidden),
      kind_(options.kind),
      fused_(execution.fused()),
      mlp_(register_module("mlp", Mlp(hidden, hidden, hidden, execution))) {
  if (kind_ == ReadoutKind::set2set) {
    set2set_ = register_module("set2set", Set2Set(hidden, options.set2set_steps));
  }
}

std::int64_t ReadoutImpl::output_size() const { return kind_ == ReadoutKind::set2set ? 2 * hidden_ : hidden_; }

EnginePart ReadoutImpl::engine_part() const {
  if (!fused_) return {"readout"};
  if (kind_ == ReadoutKind::set2set) return {"readout", Engine::reference, "no kernels for readout = set2set"};
  return {"readout", Engine::fused};
}

at::Tensor ReadoutImpl::of_rows(const at::Tensor& h, const BatchTensors& graphs,
                                const std::vector<std::int32_t>& node_rows) {
  return fused_mlp_pool(h, mlp_->weights(), graphs.host(), kind_ == ReadoutKind::mean, node_rows);
}

at::Tensor ReadoutImpl::forward(const at::Tensor& h, const BatchTensors& graphs) {
  if (kind_ != ReadoutKind::set2set && fused_) {
    return fused_mlp_pool(h, mlp_->weights(), graphs.host(), kind_ == ReadoutKind::mean);
  }
  const at::Tensor mapped = mlp_(h);
  switch (kind_) {
    case ReadoutKind::sum:
      return sum_per_graph(mapped, graphs);
    case ReadoutKind::mean:
      return mean_per_graph(mapped, graphs);
    case ReadoutKind::set2set:
      return set2set_(mapped, graphs);
  }
  throw internal_error("[readout] unknown kind");
}

}  // namespace gnnir
