#include "gnnir/models/flops.h"

#include <algorithm>

namespace gnnir {

double matrix_product_flops(const ModelOptions& options, std::int64_t real_features, std::int64_t outputs,
                            std::span<const std::int64_t> graph_sizes) {
  const auto d = static_cast<double>(options.gnn.hidden);
  const auto layers = static_cast<double>(options.ir.layers);
  const auto steps = static_cast<double>(options.gnn.steps);
  const double mlp = 2 * d * d;                        // multiplications per row
  const double gnn = steps * (2 * d * d + 6 * d * d);  // GIN's MLP, the GRU's two products
  const bool learned = options.ir.selector != SelectorKind::random;
  const bool aggregates = options.ir.selector == SelectorKind::gru || options.ir.selector == SelectorKind::mlp;
  const double memory = options.ir.selector == SelectorKind::gru ? 6 * d * d : aggregates ? mlp : 0;
  // Set2Set: per step an LSTM of 3d inputs (its hidden state among them) to 4d gates.
  const bool set2set = options.readout.kind == ReadoutKind::set2set;
  const double readout_size = set2set ? 2 * d : d;
  const double query = set2set ? static_cast<double>(options.readout.set2set_steps) * 12 * d * d : 0;
  const double head_inputs = (layers + 1) * readout_size + (learned ? layers * d : 0);

  double multiplications = 0;
  for (const std::int64_t size : graph_sizes) {
    const auto n = static_cast<double>(size);
    const auto branches = static_cast<double>(std::min(size, options.ir.width));
    multiplications += n * static_cast<double>(real_features) * d;
    multiplications += n * gnn;
    multiplications += (layers + 1) * (n * mlp + query);
    multiplications += head_inputs * d + d * static_cast<double>(outputs);
    const double select = (aggregates ? n * mlp : 0) + memory;
    const double refine = branches * n * (gnn + mlp) + branches * mlp;
    multiplications += layers * (select + branches * mlp + refine);
  }
  return 2 * multiplications;
}

}  // namespace gnnir
