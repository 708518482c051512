#pragma once

#include <torch/nn/modules/linear.h>

#include <vector>

#include "gnnir/nn/gnn.h"

namespace gnnir {

/// What each depth of the network found, on the nodes that it still had.
struct PooledOutput {
  std::vector<at::Tensor> embeddings;  ///< layers + 1 times [nodes left, d]
  std::vector<BatchTensors> graphs;    ///< as many: what is left of the graphs
};

/// Top-k pooling (Gao and Ji 2019), to compare with: a GNN, then `layers` times: keep the ⌈ratio·n⌉ nodes of each graph
/// with the largest score_v = h_v·p/‖p‖ (of equals the first), h_v ← h_v · tanh(score_v), and run the GNN again on what
/// is left. The GNN's weights are shared, as in GNN-IR; p is learned, one for each depth.
class TopKPoolingImpl : public torch::nn::Module {
 public:
  TopKPoolingImpl(const GnnOptions& gnn, const GraphFacts& facts, std::int64_t layers, double ratio);
  /// h: [num_nodes, d]; e: [num_edges, d], or undefined
  PooledOutput forward(at::Tensor h, const BatchTensors& graphs, at::Tensor e = {});

 private:
  double ratio_;
  Gnn gnn_;
  std::vector<torch::nn::Linear> score_;  // [1, d] each
};
TORCH_MODULE(TopKPooling);

/// The rows that top-k pooling keeps, ascending. scores: [num_nodes]
std::vector<std::int64_t> best_rows(const Batch& graphs, const at::Tensor& scores, double ratio);

}  // namespace gnnir
