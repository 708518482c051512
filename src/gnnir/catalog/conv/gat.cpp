#include "gnnir/catalog/own_options.h"
#include "gnnir/catalog/parts_cost.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

const OwnOption& gat_heads() {
  static const OwnOption option = OwnOption::integer("heads", "attention heads", 4, 1, 1'000);
  return option;
}

ConvEntry gat_conv_entry() {
  return {.name = "gat",
          .summary = "graph attention with several heads",
          .options = {gat_heads()},
          .cost = [](const GnnOptions& options, bool) -> ConvCost {
            const auto d = static_cast<double>(options.hidden);
            return {.parameters = d * d + 3 * d + parts_cost::norm_parameters(options.norm, options.hidden),
                    .per_node = d * d + 2 * d};
          }};
}

}  // namespace gnnir
