#include "gnnir/nn/conv/conv.h"

#include "gnnir/base/error.h"
#include "gnnir/nn/conv/gat.h"
#include "gnnir/nn/conv/gin.h"
#include "gnnir/nn/conv/nnconv.h"
#include "gnnir/nn/conv/pna.h"
#include "gnnir/nn/conv/sage.h"

namespace gnnir {

at::Tensor Conv::edge_terms(const at::Tensor& /*e*/) { return {}; }

std::unique_ptr<kernels::Conv> Conv::kernel(const KernelInputs& /*inputs*/) const {
  throw internal_error("[conv] there is no kernel for it");
}

std::shared_ptr<Conv> make_conv(const GnnOptions& options, const GraphFacts& facts) {
  switch (options.conv) {
    case ConvKind::gin:
      return std::make_shared<GinConv>(options.hidden, options.norm, /*edges=*/false);
    case ConvKind::gine:
      return std::make_shared<GinConv>(options.hidden, options.norm, facts.edge_features);
    case ConvKind::pna:
      return std::make_shared<PnaConv>(options, facts);
    case ConvKind::nnconv:
      return std::make_shared<NnConv>(options, facts);
    case ConvKind::sage:
      return std::make_shared<SageConv>(options.hidden, options.norm);
    case ConvKind::gat:
      return std::make_shared<GatConv>(options.hidden, options.heads, options.norm);
  }
  throw internal_error("[conv] unknown kind");
}

}  // namespace gnnir
