#include "gnnir/settings/model_options.h"

namespace gnnir {

EdgeUse edge_use(const ModelOptions& options) {
  if (const auto own = model_entry(options.architecture).edges) return *own;
  return options.edge_variables ? EdgeUse::required : conv_entry(options.gnn.conv).edges;
}

}  // namespace gnnir
