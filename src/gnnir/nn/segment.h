#pragma once

#include <ATen/core/Tensor.h>

#include "gnnir/nn/batch_tensors.h"

namespace gnnir {

/// Sums of rows that belong together. values: [n, d], segment: [n] int64 → [count, d]; an empty segment's sum is 0.
at::Tensor segment_sum(const at::Tensor& values, const at::Tensor& segment, std::int64_t count);

/// How many rows each segment has: [count] int64.
at::Tensor segment_count(const at::Tensor& segment, std::int64_t count);

/// The largest of each segment's rows, channel by channel; 0 for an empty one. Where several are the largest, each gets
/// an equal share of the gradient.
at::Tensor segment_max(const at::Tensor& values, const at::Tensor& segment, std::int64_t count);

/// Sum over each graph's nodes. values: [num_nodes, d] → [num_graphs, d]
at::Tensor sum_per_graph(const at::Tensor& values, const BatchTensors& graphs);

/// Mean over each graph's nodes; 0 for an empty graph. values: [num_nodes, d] → [num_graphs, d]
at::Tensor mean_per_graph(const at::Tensor& values, const BatchTensors& graphs);

/// Softmax over each graph's nodes. values: [num_nodes, 1] → [num_nodes, 1]
at::Tensor softmax_per_graph(const at::Tensor& values, const BatchTensors& graphs);

/// Σ_{u∈N(v)} h_u for every node v. h: [num_nodes, d] → [num_nodes, d]
at::Tensor neighbourhood_sum(const at::Tensor& h, const BatchTensors& graphs);

}  // namespace gnnir
