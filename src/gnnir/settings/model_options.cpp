#include "gnnir/settings/model_options.h"

namespace gnnir {

EdgeUse edge_use(const ModelOptions& options) {
  return options.edge_variables ? EdgeUse::required : conv_entry(options.gnn.conv).edges;
}

}  // namespace gnnir
