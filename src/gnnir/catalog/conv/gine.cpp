#include "gnnir/catalog/parts_cost.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

ConvEntry gine_conv_entry() {
  return {.name = "gine",
          .summary = "GIN whose messages see edge features",
          .edges = EdgeUse::optional,
          .cost = parts_cost::gin};
}

}  // namespace gnnir
