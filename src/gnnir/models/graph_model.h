#pragma once

#include <memory>
#include <vector>

#include "gnnir/ir/gnn_ir.h"
#include "gnnir/models/baselines/top_k_pooling.h"
#include "gnnir/models/encoder.h"
#include "gnnir/models/options.h"
#include "gnnir/nn/readout/readout.h"

namespace gnnir {

struct ModelInput {
  BatchTensors graphs;
  EncoderInputs nodes;
  EncoderInputs edges;
  RandomContext random;
};

struct ModelOutput {
  at::Tensor prediction;       ///< [num_graphs, outputs]: logits, or standardised regression targets
  at::Tensor graph_embedding;  ///< [num_graphs, …]: concat(r_0…r_L, s_1…s_L), the head's input
  GnnIrOutput nodes;           ///< node embeddings at every depth; with pooling, of the nodes that are left
};

/// Encoder, GNN-IR, a readout per depth and a head: `MLP(concat(r_0…r_L, s_1…s_L))`, `r_l = pool_v(MLP_l(h_v))`. Where
/// edges are variables, r_l has a second half, `pool_uv(MLP'_l(e_uv))`. With merge = tree, r_l for l ≥ 1 sums over the
/// branches of a graph an MLP of each branch's vector.
class GraphModelImpl : public torch::nn::Module {
 public:
  GraphModelImpl(const ModelOptions& options, const ModelShape& shape);
  ModelOutput forward(const ModelInput& input);

 private:
  Encoder encoder_;
  Encoder edge_encoder_{nullptr};
  GnnIr gnn_ir_{nullptr};
  TopKPooling pooling_{nullptr};  // instead
  std::vector<Readout> readouts_;
  std::vector<Readout> edge_readouts_;  // as many, or none
  std::vector<Mlp> branches_;           // merge = tree: of a branch's vector, for l = 1…L; or none
  std::vector<Mlp> edge_branches_;      // as many, or none
  Mlp head_{nullptr};
};
TORCH_MODULE(GraphModel);

/// The refined embedding of every node: h_v of all depths side by side; with merge = tree, the mean over branches.
/// → [num_nodes, (L+1)·d]
at::Tensor node_embedding(const ModelOutput& output);

/// The number of trainable numbers in a model.
std::int64_t count_parameters(const torch::nn::Module& model);

}  // namespace gnnir
