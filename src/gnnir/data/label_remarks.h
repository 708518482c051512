#pragma once

#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {

/// What makes scores mean less than they seem to, in sentences without an end: equal graphs with different labels, a
/// feature of nodes that is the label, a part to validate or test with that has no labels.
std::vector<std::string> remarks_on_labels(const Dataset& dataset, const Split& split, Task task);

}  // namespace gnnir
