#include "gnnir/catalog/parts_cost.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

ConvEntry sage_conv_entry() {
  return {.name = "sage",
          .summary = "GraphSAGE: W h_v + W' mean of the neighbours",
          .cost = [](const GnnOptions& options, bool) -> ConvCost {
            const auto d = static_cast<double>(options.hidden);
            return {.parameters = (d + 1) * d + d * d + parts_cost::norm_parameters(options.norm, options.hidden),
                    .per_node = 2 * d * d};
          }};
}

}  // namespace gnnir
