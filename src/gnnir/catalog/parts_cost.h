#pragma once

#include "gnnir/catalog/cost.h"

/// What the parts take that many models have: parameters, and multiplications of matrix products.
namespace gnnir::parts_cost {

inline double linear(double inputs, double outputs) { return (inputs + 1) * outputs; }
inline double mlp(double inputs, double hidden, double outputs) {
  return linear(inputs, hidden) + linear(hidden, outputs);
}
inline double gru(double d) { return 6 * d * d + 6 * d; }
inline double lstm(double inputs, double d) { return 4 * d * (inputs + d) + 8 * d; }

/// Of normalization over `hidden` channels.
double norm_parameters(const NormOptions& norm, std::int64_t hidden);

double encoder_parameters(const ModelShape& shape, double d);
double encoder_work(const ModelShape& shape, double d, double nodes, double edges);

/// GIN; with edges, GINE.
ConvCost gin(const GnnOptions& options, bool edges);

double gnn_parameters(const GnnOptions& options, bool edges);
/// Of one GNN call.
struct GnnWork {
  double per_node = 0;
  double per_edge = 0;
};
GnnWork gnn_work(const GnnOptions& options, bool edges);

/// Channels that come out of a readout.
double readout_size(const ReadoutOptions& options, double d);
double readout_parameters(const ReadoutOptions& options, double d);
/// Beside the MLP of every row.
double readout_work(const ReadoutOptions& options, double d);

/// Relative work of models whose steps are linear in nodes and edges.
inline std::int64_t work_of(const GraphSize& graph) { return 1 + graph.nodes + graph.edges / 8; }

}  // namespace gnnir::parts_cost
