#pragma once

#include <cstdint>
#include <string>

#include "gnnir/settings/catalog.h"
#include "gnnir/settings/gnn_options.h"
#include "gnnir/settings/ir_options.h"

namespace gnnir {

/// Everything that shapes a model except its inputs and outputs.
struct ModelOptions {
  std::string architecture = "gnn-ir";  ///< a model's name: see models/registry.h
  OwnOptions own = {};                  ///< the model's own options
  GnnOptions gnn;
  IrOptions ir;
  ReadoutOptions readout;
  bool edge_variables = false;  ///< edges have embeddings of their own, updated from their ends and read out
};

/// Whether, and how, features of edges go into it.
EdgeUse edge_use(const ModelOptions& options);

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
