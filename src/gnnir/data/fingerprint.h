#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/splits.h"

namespace gnnir {

/// A checksum of all that a training sees of its data: graphs, features, labels and which graphs it trains, selects and
/// tests with. Names of data sets do not count: a folder and its archive have the same.
std::string fingerprint(const Dataset& dataset, const Split& split);

}  // namespace gnnir
