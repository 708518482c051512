#include "gnnir/nn/conv/gin.h"
#include "gnnir/nn/conv/registry.h"

namespace gnnir {

ConvDescriptor gine_conv() {
  return {{.name = "gine", .summary = "GIN whose messages see edge features", .edges = EdgeUse::optional},
          [](const GnnOptions& options, const GraphFacts& facts) -> std::shared_ptr<Conv> {
            return std::make_shared<GinConv>(options.hidden, options.norm, facts.edge_features);
          },
          gin_cost};
}

}  // namespace gnnir
