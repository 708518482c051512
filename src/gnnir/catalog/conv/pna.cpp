#include "gnnir/catalog/own_options.h"
#include "gnnir/catalog/parts_cost.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

const OwnOption& pna_towers() {
  static const OwnOption option =
      OwnOption::integer("towers", "groups of channels that see only themselves", 1, 1, 1'000);
  return option;
}

ConvEntry pna_conv_entry() {
  return {.name = "pna",
          .summary = "four aggregators, scaled by degree",
          .edges = EdgeUse::optional,
          .options = {pna_towers()},
          .cost = [](const GnnOptions& options, bool edges) -> ConvCost {
            const auto d = static_cast<double>(options.hidden);
            const auto towers = static_cast<double>(pna_towers().as_integer(options.own));
            const double join = towers > 1 ? d * d : 0;  // what joins the towers
            // target, source, edge, message, self, 12 aggregates; three biases
            return {.parameters = (edges ? 17 : 16) * d * d / towers + 3 * d + join +
                                  parts_cost::norm_parameters(options.norm, options.hidden),
                    .per_node = 15 * d * d / towers + join,
                    .per_edge = d * d / towers,
                    .edge_terms = edges ? d * d / towers : 0};
          }};
}

}  // namespace gnnir
