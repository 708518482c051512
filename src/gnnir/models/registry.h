#pragma once

#include <memory>
#include <string>

#include "gnnir/catalog/cost.h"
#include "gnnir/data/dataset.h"
#include "gnnir/graph/colours.h"
#include "gnnir/models/model.h"
#include "gnnir/settings/catalog.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

/// All that gnnir knows of a model: its entry in the catalog (name, one line of help, options of its own, what it
/// takes), and how it is made. A model that comes with gnnir is an entry catalog/model/NAME.cpp, a file or folder in
/// models/ with a function `ModelDescriptor NAME_model()`, and a word in src/gnnir/CMakeLists.txt; one of a user's own
/// is registered by hand.
struct ModelDescriptor : ModelEntry {
  /// Weights are drawn later (nn/initialize.h).
  std::shared_ptr<Model> (*make)(const ModelOptions& options, const ModelShape& shape,
                                 const Execution& execution) = nullptr;
};

/// Lets `model.architecture` name it from now on. An Error of kind usage if the name is taken.
void register_model(ModelDescriptor descriptor);

/// An Error of kind usage with the nearest name if there is none.
const ModelDescriptor& model_named(const std::string& name);

/// On the device and in the precision that the execution says.
std::shared_ptr<Model> make_model(const ModelOptions& options, const ModelShape& shape,
                                  const Execution& execution = {});
/// What would run the parts of such a model, for features that are numbers; one is made to find out.
std::vector<EnginePart> engine_parts(const ModelOptions& options, const Execution& execution);

}  // namespace gnnir
