#include "gnnir/nn/conv/gin.h"
#include "gnnir/nn/conv/registry.h"

namespace gnnir {

ConvDescriptor gine_conv() {
  return {conv_entry("gine"), [](const GnnOptions& options, const GraphFacts& facts) -> std::shared_ptr<Conv> {
            return std::make_shared<GinConv>(options.hidden, options.norm, facts.edge_features);
          }};
}

}  // namespace gnnir
