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

std::vector<EnginePart> engine_parts(const ModelOptions& options, const Execution& execution) {
  ModelShape shape{.num_reals = 1};
  if (edge_use(options) != EdgeUse::none) shape.num_edge_reals = 1;
  return make_model(options, shape, execution)->engine_parts();
}

}  // namespace gnnir
