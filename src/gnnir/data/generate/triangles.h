#pragma once

#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// TRIANGLES (Knyazev et al. 2019): 45,000 graphs labelled by their number of triangles, 1..10; the same graphs, in the
/// same order, as the published set.
Dataset generate_triangles();

/// The published split of those graphs: train 30000, validation 5000, test 5000, test-large 5000.
std::vector<Dataset::Part> triangles_parts();

}  // namespace gnnir
