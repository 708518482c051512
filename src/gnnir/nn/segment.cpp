#include "gnnir/nn/segment.h"

#include <ATen/Functions.h>

#include <limits>

namespace gnnir {

at::Tensor segment_sum(const at::Tensor& values, const at::Tensor& segment, std::int64_t count) {
  return at::zeros({count, values.size(1)}, values.options()).index_add(0, segment, values);
}

at::Tensor segment_count(const at::Tensor& segment, std::int64_t count) {
  return at::zeros({count}, segment.options()).index_add(0, segment, at::ones_like(segment));
}

at::Tensor segment_max(const at::Tensor& values, const at::Tensor& segment, std::int64_t count) {
  const at::Tensor place = segment.unsqueeze(1).expand_as(values);
  const at::Tensor lowest =
      at::full({count, values.size(1)}, -std::numeric_limits<double>::infinity(), values.options());
  const at::Tensor top = lowest.scatter_reduce(0, place, values.detach(), "amax").index_select(0, segment);
  // What is no number is no maximum of its own: it must stay one.
  const at::Tensor wins = at::logical_or(values.detach() == top, values.detach().isnan()).to(values.scalar_type());
  const at::Tensor share = wins / segment_sum(wins, segment, count).clamp_min(1).index_select(0, segment);
  return segment_sum(values * share, segment, count);
}

at::Tensor sum_per_graph(const at::Tensor& values, const BatchTensors& graphs) {
  return segment_sum(values, graphs.batch(), graphs.num_graphs());
}

at::Tensor mean_per_graph(const at::Tensor& values, const BatchTensors& graphs) {
  const at::Tensor sizes = graphs.graph_sizes().clamp_min(1).unsqueeze(1).to(values.scalar_type());
  return sum_per_graph(values, graphs) / sizes;
}

at::Tensor softmax_per_graph(const at::Tensor& values, const BatchTensors& graphs) {
  // Subtracting the graph's maximum changes nothing but keeps exp() in range; no gradient passes through it.
  const at::Tensor detached = values.detach();
  const at::Tensor top = at::full({graphs.num_graphs(), 1}, -std::numeric_limits<double>::infinity(), values.options())
                             .scatter_reduce(0, graphs.batch().unsqueeze(1), detached, "amax");
  const at::Tensor weights = at::exp(values - top.index_select(0, graphs.batch()));
  return weights / sum_per_graph(weights, graphs).index_select(0, graphs.batch());
}

at::Tensor neighbourhood_sum(const at::Tensor& h, const BatchTensors& graphs) {
  return segment_sum(h.index_select(0, graphs.edge_source()), graphs.edge_target(), graphs.num_nodes());
}

}  // namespace gnnir
