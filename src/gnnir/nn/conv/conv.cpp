#include "gnnir/nn/conv/conv.h"

#include "gnnir/nn/conv/gin.h"

namespace gnnir {

std::shared_ptr<Conv> make_conv(const GnnOptions& options) {
  switch (options.conv) {
    case ConvKind::gin:
      return std::make_shared<GinConv>(options.hidden, options.norm);
  }
  throw internal_error("[conv] unknown kind");
}

}  // namespace gnnir
