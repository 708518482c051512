#include "gnnir/catalog/parts_cost.h"

#include "gnnir/settings/catalog.h"

namespace gnnir::parts_cost {

double norm_parameters(const NormOptions& norm, std::int64_t hidden) {
  return norm.kind == NormKind::none ? 0 : 2 * static_cast<double>(hidden);
}

double encoder_parameters(const ModelShape& shape, double d) {
  double count = static_cast<double>(shape.num_categories + shape.num_edge_categories) * d;
  if (shape.num_reals > 0) count += linear(static_cast<double>(shape.num_reals), d);
  if (shape.num_edge_reals > 0) count += linear(static_cast<double>(shape.num_edge_reals), d);
  return count;
}

double encoder_work(const ModelShape& shape, double d, double nodes, double edges) {
  return nodes * static_cast<double>(shape.num_reals) * d + edges * static_cast<double>(shape.num_edge_reals) * d;
}

ConvCost gin(const GnnOptions& options, bool edges) {
  const auto d = static_cast<double>(options.hidden);
  const double edge_map = edges ? (d + 1) * d : 0;
  return {.parameters = 1 + 2 * ((d + 1) * d + norm_parameters(options.norm, options.hidden)) + edge_map,
          .per_node = 2 * d * d,
          .edge_terms = edges ? d * d : 0};
}

double gnn_parameters(const GnnOptions& options, bool edges) {
  return conv_entry(options.conv).cost(options, edges).parameters + gru(static_cast<double>(options.hidden));
}

GnnWork gnn_work(const GnnOptions& options, bool edges) {
  const auto d = static_cast<double>(options.hidden);
  const auto steps = static_cast<double>(options.steps);
  const ConvCost conv = conv_entry(options.conv).cost(options, edges);
  return {.per_node = steps * (conv.per_node + 6 * d * d),  // the GRU has two products
          .per_edge = steps * conv.per_edge + conv.edge_terms};
}

double readout_size(const ReadoutOptions& options, double d) {
  return options.kind == ReadoutKind::set2set ? 2 * d : d;
}

double readout_parameters(const ReadoutOptions& options, double d) {
  return mlp(d, d, d) + (options.kind == ReadoutKind::set2set ? lstm(2 * d, d) : 0);
}

double readout_work(const ReadoutOptions& options, double d) {
  // Set2Set: per step an LSTM of 3d inputs (its hidden state among them) to 4d gates.
  return options.kind == ReadoutKind::set2set ? static_cast<double>(options.set2set_steps) * 12 * d * d : 0;
}

}  // namespace gnnir::parts_cost
