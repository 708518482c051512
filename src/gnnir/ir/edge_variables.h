#pragma once

#include "gnnir/nn/edge_update.h"

namespace gnnir {

/// The embeddings of edges on their way through the layers. Where they are variables, each is updated from its ends
/// after the first GNN and after every layer; otherwise they stay what they were.
class EdgeVariables {
 public:
  /// e: [num_edges, d], or undefined without edge features; update: or null
  EdgeVariables(at::Tensor e, EdgeUpdateImpl* update) : e_(std::move(e)), update_(update) {}

  [[nodiscard]] const at::Tensor& now() const { return e_; }
  [[nodiscard]] bool are_variables() const { return update_ != nullptr; }

  /// h: [num_nodes, d], of the graphs that the edges are of
  void follow(const at::Tensor& h, const BatchTensors& graphs) {
    if (update_) e_ = update_->forward(h, e_, graphs);
  }
  /// To the branches of a tree: source_edge: [branch edges], the edge that each copies
  void descend(const at::Tensor& source_edge) {
    if (e_.defined()) e_ = e_.index_select(0, source_edge);
  }

 private:
  at::Tensor e_;
  EdgeUpdateImpl* update_;
};

}  // namespace gnnir
