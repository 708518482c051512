#pragma once

#include <torch/nn/module.h>

#include <memory>
#include <vector>

#include "gnnir/nn/batch_tensors.h"
#include "gnnir/settings/gnn_options.h"

namespace gnnir {
namespace kernels {
class Conv;
}

/// One step of message passing without its outer ReLU. h: [num_nodes, d] → [num_nodes, d]
class Conv : public torch::nn::Module {
 public:
  /// What the edges contribute to every step of a GNN call. e: [num_edges, d], or undefined → [num_edges, …], or
  /// undefined if edges do not count.
  virtual at::Tensor edge_terms(const at::Tensor& e);
  virtual at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) = 0;

  /// The weights as the fused engine's kernel takes them; empty if it has none for these options.
  [[nodiscard]] virtual std::vector<at::Tensor> kernel_weights() const { return {}; }
  /// That kernel. weights: as above; gradients: likewise, or empty for a forward pass. edge_terms: or null
  struct KernelInputs {
    std::vector<at::Tensor> weights;
    std::vector<at::Tensor> gradients;
    const float* edge_terms = nullptr;
    float* edge_term_gradients = nullptr;
  };
  [[nodiscard]] virtual std::unique_ptr<kernels::Conv> kernel(const KernelInputs& inputs) const;
};

}  // namespace gnnir
