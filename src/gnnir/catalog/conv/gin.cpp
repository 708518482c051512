#include "gnnir/catalog/parts_cost.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

ConvEntry gin_conv_entry() {
  return {.name = "gin",
          .summary = "MLP((1 + eps) h_v + sum of the neighbours)",
          .cost = [](const GnnOptions& options, bool) { return parts_cost::gin(options, /*edges=*/false); }};
}

}  // namespace gnnir
