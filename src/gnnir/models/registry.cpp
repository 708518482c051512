#include "gnnir/models/registry.h"

#include "gnnir/nn/named_entries.h"

namespace gnnir {

#define GNNIR_MODEL(name) ModelDescriptor name##_model();
#include "gnnir/models.inc"

namespace {

NamedEntries<ModelDescriptor>& models() {
  static NamedEntries<ModelDescriptor> entries({
#define GNNIR_MODEL(name) name##_model(),
#include "gnnir/models.inc"
  });
  return entries;
}

/// So that settings know all of them in every program that has this file in it.
[[maybe_unused]] const bool models_are_known = (models(), true);

}  // namespace

void register_model(ModelDescriptor descriptor) { models().add(std::move(descriptor)); }

const ModelDescriptor& model_named(const std::string& name) {
  return models().at(model_entry(name).name);  // the entry's error names what there is
}

std::shared_ptr<Model> make_model(const ModelOptions& options, const ModelShape& shape, const Execution& execution) {
  std::shared_ptr<Model> model = model_named(options.architecture).make(options, shape, execution);
  if (execution.precision != at::kFloat) model->to(execution.precision);
  if (!execution.device.is_cpu()) model->to(execution.device);
  return model;
}

ModelCost cost_of(const ModelOptions& options, const ModelShape& shape) {
  return model_named(options.architecture).cost(options, shape);
}

std::vector<EnginePart> engine_parts(const ModelOptions& options, const Execution& execution) {
  ModelShape shape{.num_reals = 1};
  if (edge_use(options) != EdgeUse::none) shape.num_edge_reals = 1;
  return make_model(options, shape, execution)->engine_parts();
}

std::string describe(const ModelOptions& options) {
  const ModelDescriptor& model = model_named(options.architecture);
  return model.describe ? model.describe(options) : model.name;
}

void require_fit(const ModelOptions& options, const Dataset& dataset) {
  const auto require = model_named(options.architecture).require_fit;
  if (!require) return;
  for (const Example& example : dataset.examples) require(options, GraphSize::of(example.graph));
}

}  // namespace gnnir
