#include "gnnir/catalog/cost.h"

#include "gnnir/data/dataset.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

ModelCost cost_of(const ModelOptions& options, const ModelShape& shape) {
  return model_entry(options.architecture).cost(options, shape);
}

std::string describe(const ModelOptions& options) {
  const ModelEntry& model = model_entry(options.architecture);
  return model.describe ? model.describe(options) : model.name;
}

void require_fit(const ModelOptions& options, const Dataset& dataset) {
  const auto require = model_entry(options.architecture).require_fit;
  if (!require) return;
  for (const Example& example : dataset.examples) require(options, GraphSize::of(example.graph));
}

}  // namespace gnnir
