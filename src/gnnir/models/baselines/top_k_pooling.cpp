#include "gnnir/models/baselines/top_k_pooling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gnnir {
namespace {

/// What is left of some graphs when only some rows are.
struct Remains {
  Batch graphs;
  std::vector<std::int64_t> edges;  // which of the former edges are left
};

Remains induced(const Batch& graphs, const std::vector<std::int64_t>& rows) {
  std::vector<std::int64_t> new_row(static_cast<std::size_t>(graphs.num_nodes()), -1);
  Remains left;
  left.graphs.ptr.assign(graphs.ptr.size(), 0);
  left.graphs.edge_ptr.assign(graphs.ptr.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    new_row[row] = static_cast<std::int64_t>(i);
    left.graphs.batch.push_back(graphs.batch[row]);
    ++left.graphs.ptr[static_cast<std::size_t>(graphs.batch[row]) + 1];
  }
  for (std::size_t e = 0; e < graphs.edge_source.size(); ++e) {
    const auto target = static_cast<std::size_t>(graphs.edge_target[e]);
    const std::int64_t from = new_row[static_cast<std::size_t>(graphs.edge_source[e])];
    const std::int64_t to = new_row[target];
    if (from < 0 || to < 0) continue;
    left.graphs.edge_source.push_back(from);
    left.graphs.edge_target.push_back(to);
    left.edges.push_back(static_cast<std::int64_t>(e));
    ++left.graphs.edge_ptr[static_cast<std::size_t>(graphs.batch[target]) + 1];
  }
  std::partial_sum(left.graphs.ptr.begin(), left.graphs.ptr.end(), left.graphs.ptr.begin());
  std::partial_sum(left.graphs.edge_ptr.begin(), left.graphs.edge_ptr.end(), left.graphs.edge_ptr.begin());
  return left;
}

}  // namespace

std::vector<std::int64_t> best_rows(const Batch& graphs, const at::Tensor& scores, double ratio) {
  // What is no number comes last: beside it nothing would be in order.
  const at::Tensor host =
      scores.detach().to(at::kCPU, at::kDouble).contiguous().nan_to_num(-INFINITY, INFINITY, -INFINITY);
  const double* score = host.data_ptr<double>();
  std::vector<std::int64_t> kept;
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(graphs.nodes_of(g)));
    std::iota(rows.begin(), rows.end(), graphs.ptr[static_cast<std::size_t>(g)]);
    std::stable_sort(rows.begin(), rows.end(), [&](std::int64_t a, std::int64_t b) { return score[a] > score[b]; });
    rows.resize(static_cast<std::size_t>(std::ceil(ratio * static_cast<double>(rows.size()))));
    std::sort(rows.begin(), rows.end());
    kept.insert(kept.end(), rows.begin(), rows.end());
  }
  return kept;
}

TopKPoolingImpl::TopKPoolingImpl(const GnnOptions& gnn, const GraphFacts& facts, std::int64_t layers, double ratio)
    : ratio_(ratio), gnn_(register_module("gnn", Gnn(gnn, facts))) {
  for (std::int64_t depth = 1; depth <= layers; ++depth) {
    score_.push_back(register_module(fmt::format("score_{}", depth),
                                     torch::nn::Linear(torch::nn::LinearOptions(gnn.hidden, 1).bias(false))));
  }
}

PooledOutput TopKPoolingImpl::forward(at::Tensor h, const BatchTensors& graphs, at::Tensor e) {
  PooledOutput output;
  h = gnn_(h, graphs, e);
  output.embeddings.push_back(h);
  output.graphs.push_back(graphs);
  for (torch::nn::Linear& projection : score_) {
    const BatchTensors& before = output.graphs.back();
    const at::Tensor scores = projection(h).squeeze(1) / projection->weight.norm().clamp_min(1e-12);
    const std::vector<std::int64_t> rows = best_rows(before.host, scores, ratio_);
    Remains left = induced(before.host, rows);
    const at::Tensor kept = index_tensor(rows, h.device());
    h = h.index_select(0, kept) * at::tanh(scores.index_select(0, kept)).unsqueeze(1);
    if (e.defined()) e = e.index_select(0, index_tensor(left.edges, h.device()));
    output.graphs.push_back(BatchTensors::from(std::move(left.graphs), graphs.device()));
    h = gnn_(h, output.graphs.back(), e);
    output.embeddings.push_back(h);
  }
  return output;
}

}  // namespace gnnir
