#include "gnnir/ir/select.h"

#include "gnnir/infer/choose_nodes.h"
#include "gnnir/ir/fused_select.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

std::vector<double> on_host(const at::Tensor& tensor) {
  const at::Tensor copy = tensor.detach().to(at::kCPU, at::kDouble).contiguous();
  return {copy.data_ptr<double>(), copy.data_ptr<double>() + copy.numel()};
}

at::Tensor as_tensor(const std::vector<double>& numbers) { return at::tensor(numbers, at::kDouble); }

}  // namespace

SelectorImpl::SelectorImpl(std::int64_t hidden, const IrOptions& options, const Execution& execution)
    : hidden_(hidden),
      options_(options),
      fused_(execution.fused()),
      second_direction_(as_tensor(fixed_direction(hidden))) {
  switch (options.selector) {
    case SelectorKind::gru:
      aggregate_ = register_module("aggregate", Mlp(hidden, hidden, hidden));
      memory_ = register_module("memory", torch::nn::GRUCell(hidden, hidden));
      break;
    case SelectorKind::mlp:
      aggregate_ = register_module("aggregate", Mlp(hidden, hidden, hidden));
      to_projection_ = register_module("to_projection", Mlp(hidden, hidden, hidden));
      break;
    case SelectorKind::projection:
      vector_ = register_module("vector", torch::nn::Linear(torch::nn::LinearOptions(hidden, 1).bias(false)));
      break;
    case SelectorKind::random:
      break;
  }
}

at::Tensor SelectorImpl::projection(const at::Tensor& h, const BatchTensors& graphs, SelectorState& state) {
  if (options_.selector == SelectorKind::projection) return vector_->weight.expand({graphs.num_graphs(), hidden_});
  const at::Tensor graph_embedding = sum_per_graph(aggregate_(h), graphs);
  if (options_.selector == SelectorKind::mlp) return to_projection_(graph_embedding);
  if (!state.memory.defined()) state.memory = at::zeros({graphs.num_graphs(), hidden_}, h.options());
  state.memory = memory_(graph_embedding, state.memory);
  return state.memory;
}

SelectorWeights SelectorImpl::weights() const {
  SelectorWeights weights;
  if (!aggregate_.is_empty()) weights.aggregate = aggregate_->weights();
  if (!memory_.is_empty()) {
    weights.memory = {memory_->weight_ih, memory_->weight_hh, memory_->bias_ih, memory_->bias_hh};
  }
  if (!to_projection_.is_empty()) weights.to_projection = to_projection_->weights();
  if (!vector_.is_empty()) weights.vector = {vector_->weight};
  return weights;
}

TargetCell SelectorImpl::forward(const at::Tensor& h, const BatchTensors& graphs, SelectorState& state,
                                 const RandomContext& random, const ForcedCells& forced) {
  const Batch& host = graphs.host();
  const NodeChooser chooser{host, options_, state.layer++, random, forced, state.siblings};
  if (options_.selector == SelectorKind::random) return {chooser.at_random()};
  std::vector<double> scores;
  const auto choose = [&](const RowKeys& keys) {
    scores = keys.score;
    return chooser.best(keys);
  };
  if (fused_) {
    TargetCell target =
        fused_select(options_.selector, weights(), h, host, second_direction_.to(h.options()), state.memory, choose);
    target.scores = std::move(scores);
    return target;
  }
  const at::Tensor p = projection(h, graphs, state);
  const at::Tensor direction = p / p.norm(2, 1, /*keepdim=*/true).clamp_min(1e-12);
  const at::Tensor projected = (h * direction.index_select(0, graphs.batch())).sum(1);

  TargetCell target{choose(
      {on_host(projected), on_host(h.detach().mv(second_direction_.to(h.options()))), on_host(h.detach().norm(2, 1))})};
  const at::Tensor rows = index_tensor(target.choice.rows, h.device());
  const at::Tensor graph_of_choice = graphs.batch().index_select(0, rows);
  const at::Tensor score = at::tanh(projected.index_select(0, rows)).unsqueeze(1);
  target.scores = std::move(scores);
  target.readout = segment_sum(score * p.index_select(0, graph_of_choice), graph_of_choice, graphs.num_graphs());
  return target;
}

}  // namespace gnnir
