#pragma once

#include <span>
#include <string>

#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"
#include "gnnir/explain/explanation.h"

namespace gnnir {

/// A row for every node, and then for every edge where there are values of edges: the graph, what it is called if
/// `named`, `node` or `edge` ("3-7"), `value`, `error` where something was drawn. Graphs that could not be read have a
/// row that says why.
std::string explanations_csv(std::span<const Explanation> explanations, const Dataset& dataset, bool named = true);

/// A list of objects, one for every graph.
Json explanations_json(std::span<const Explanation> explanations, const Dataset& dataset, bool named = true);

}  // namespace gnnir
