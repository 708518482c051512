#include "gnnir/models/size.h"

namespace gnnir {
namespace {

double linear(double inputs, double outputs) { return (inputs + 1) * outputs; }
double mlp(double inputs, double hidden, double outputs) { return linear(inputs, hidden) + linear(hidden, outputs); }
double gru(double d) { return 6 * d * d + 6 * d; }
double lstm(double inputs, double d) { return 4 * d * (inputs + d) + 8 * d; }

double gnn_count(const GnnOptions& options) {
  const auto d = static_cast<double>(options.hidden);
  const double norm = options.norm.kind == NormKind::none ? 0 : 2 * d;
  const double conv = 1 + 2 * (linear(d, d) + norm);  // GIN
  return conv + gru(d);
}

double selector_count(SelectorKind kind, double d) {
  switch (kind) {
    case SelectorKind::gru:
      return mlp(d, d, d) + gru(d);
    case SelectorKind::mlp:
      return 2 * mlp(d, d, d);
    case SelectorKind::projection:
      return d;
    case SelectorKind::random:
      break;
  }
  return 0;
}

}  // namespace

double parameter_count(const ModelOptions& options, const ModelShape& shape) {
  const auto d = static_cast<double>(options.gnn.hidden);
  const auto layers = static_cast<double>(options.ir.layers);
  const bool set2set = options.readout.kind == ReadoutKind::set2set;
  double count = static_cast<double>(shape.num_categories) * d;
  if (shape.num_reals > 0) count += linear(static_cast<double>(shape.num_reals), d);
  count += gnn_count(options.gnn);
  // One selector, one ψ, one pair of MLPs that make a branch aware of its graph: shared by all layers.
  if (options.ir.layers > 0) count += selector_count(options.ir.selector, d) + 3 * mlp(d, d, d);
  count += (layers + 1) * (mlp(d, d, d) + (set2set ? lstm(2 * d, d) : 0));
  const double selector_readouts = options.ir.selector == SelectorKind::random ? 0 : layers * d;
  const double head_inputs = (layers + 1) * (set2set ? 2 * d : d) + selector_readouts;
  return count + mlp(head_inputs, d, static_cast<double>(shape.outputs));
}

}  // namespace gnnir
