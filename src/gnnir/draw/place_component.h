#pragma once

#include <vector>

#include "gnnir/draw/stress.h"

namespace gnnir {

/// Places for the nodes of a connected graph, no two of them in one place.
std::vector<Point> place_component(const Adjacency& adjacency);

}  // namespace gnnir
