#pragma once

#include <span>
#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/explain/explanation.h"

namespace gnnir {

/// An HTML page that needs nothing else: the means of the figures of merit, and of the first `most` graphs a picture
/// with nodes and edges coloured by their values, what the method says in words, and tables. method: its name
std::string explanations_page(std::span<const Explanation> explanations, const Dataset& dataset,
                              const std::string& method, bool named = true, std::size_t most = 100);

}  // namespace gnnir
