#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {

/// A checksum of graphs, features and labels. Names of data sets do not count: a folder and its archive have the same.
std::string fingerprint(const Dataset& dataset);
/// And of which graphs a training trains, selects and tests with.
std::string fingerprint(const Dataset& dataset, const Split& split);

}  // namespace gnnir
