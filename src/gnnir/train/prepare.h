#pragma once

#include "gnnir/data/dataset.h"
#include "gnnir/data/split/splits.h"
#include "gnnir/models/model_file.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// What is known of a model before there is one: encodings fitted to the training graphs.
ModelHeader header_for(const Dataset& dataset, const Split& split, const RunConfig& config);

/// The part of it that is about labels.
TargetEncoding targets_for(const Dataset& dataset, const Split& split, const RunConfig& config);

/// A new model for a data set: encodings fitted to the training graphs, weights drawn from the configuration's seed.
TrainedModel untrained_model(const Dataset& dataset, const Split& split, const RunConfig& config,
                             const Execution& execution = {});

/// A model with random weights that fits the graphs of a data set; what it would learn does not matter.
TrainedModel random_model(const Dataset& dataset, const RunConfig& config, const Execution& execution = {});

/// Throws what Training would throw: labels or features that the options need are missing.
void check_trainable(const Dataset& dataset, const Split& split, const RunConfig& config);

/// automatic resolved by what the data set has; an Error of kind data if it has no labels at all, of kind usage if both
/// classes and numbers were asked for by name.
Task resolve_task(const Dataset& dataset, const DataOptions& options);

}  // namespace gnnir
