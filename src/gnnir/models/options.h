#pragma once

#include <cstdint>

#include "gnnir/ir/options.h"
#include "gnnir/nn/options.h"

namespace gnnir {

/// What becomes of node embeddings before they are read out.
enum class Architecture {
  gnn_ir,         ///< IR layers; none of them is a plain GNN
  top_k_pooling,  ///< to compare with: as many times, the GNN on the best share of the nodes
};
template <>
struct EnumNames<Architecture> {
  static constexpr std::array table = {std::pair{"gnn-ir", Architecture::gnn_ir},
                                       std::pair{"top-k-pooling", Architecture::top_k_pooling}};
};

/// Everything that shapes a model except its inputs and outputs.
struct ModelOptions {
  Architecture architecture = Architecture::gnn_ir;
  GnnOptions gnn;
  IrOptions ir;
  double pool_ratio = 0.5;  ///< top-k pooling: the share of nodes that is kept
  ReadoutOptions readout;
  bool edge_variables = false;  ///< edges have embeddings of their own, updated from their ends and read out

  /// Whether features of edges go into it.
  [[nodiscard]] bool uses_edges() const { return edge_variables || sees_edges(gnn.conv); }
  /// Whether it cannot do without them.
  [[nodiscard]] bool needs_edges() const { return edge_variables || gnn.conv == ConvKind::nnconv; }
};

/// What goes into a model and what comes out of it.
struct ModelShape {
  std::int64_t num_categories = 0;       ///< rows of the embedding table of node labels or degrees; 0: none
  std::int64_t num_reals = 0;            ///< real node features
  std::int64_t outputs = 1;              ///< classes or regression targets
  std::int64_t num_edge_categories = 0;  ///< the same for edges
  std::int64_t num_edge_reals = 0;
  double mean_log_degree = 1;  ///< mean of log(degree + 1) over the nodes of the training graphs

  [[nodiscard]] bool has_edges() const { return num_edge_categories > 0 || num_edge_reals > 0; }
};

}  // namespace gnnir
