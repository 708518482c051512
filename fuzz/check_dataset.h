#pragma once

#include "gnnir/data/dataset.h"

namespace gnnir {

/// What must hold for every data set that a reader accepts: sizes that agree, edges as the rules want them, features
/// fit to learn from.
void check_dataset(const Dataset& dataset, EdgeRules rules);

/// What was written must read back the same: graphs, classes, targets.
void check_same(const Dataset& back, const Dataset& dataset);

}  // namespace gnnir
