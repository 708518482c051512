#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gnnir/infer/choose_nodes.h"
#include "gnnir/infer/on_kernels/layers.h"

namespace gnnir::on_kernels {

/// Chooses target cells as ir/select.h says: `h_G = Σ_v MLP(h_v)`, `q ← GRUCell(h_G, q)`, `p = q`,
/// `score_v = tanh(h_v·p / ‖p‖)`, then the k best of each graph.
class Selector {
 public:
  Selector(Weights& weights, const std::string& name, std::int64_t d, const IrOptions& options);

  struct Found {
    Choice choice;
    Rows readout;                ///< Σ_{i∈I} score_i · p: [graphs, d]; not there if nodes are drawn by lot
    std::vector<double> scores;  ///< [rows], likewise
  };
  /// memory: q of each graph, replaced by the new one; not there before the first layer
  Found operator()(const Rows& h, const NodeChooser& chooser, Rows& memory) const;
  [[nodiscard]] bool has_readout() const { return kind_ != SelectorKind::random; }

 private:
  /// p: [graphs, d]
  [[nodiscard]] Rows projection(const Rows& h, const Batch& graphs, Rows& memory) const;

  SelectorKind kind_;
  std::int64_t d_;
  std::vector<float> second_direction_;
  Mlp aggregate_, to_projection_;
  kernels::GruTensors<const float> memory_{};
  const float* vector_ = nullptr;
};

}  // namespace gnnir::on_kernels
