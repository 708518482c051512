#pragma once

#include "gnnir/settings/config.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

/// The plain GNN of an experiment (record/experiment.h) with the channels (model.hidden) that bring it nearest to the
/// number of parameters that the model itself has for such graphs.
RunConfig matched_baseline_of(const RunConfig& config, const ModelShape& shape);

}  // namespace gnnir
