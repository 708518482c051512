#pragma once

#include <span>

#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/encoded_features.h"
#include "gnnir/models/model.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

/// Some graphs of a data set as one model input, on the device and in the precision of the execution; their random
/// numbers are named by their numbers in the data set.
ModelInput collate(const Dataset& dataset, const ModelShape& shape, const EncodedFeatures& features,
                   std::span<const std::int64_t> graphs, const Execution& execution = {});

}  // namespace gnnir
