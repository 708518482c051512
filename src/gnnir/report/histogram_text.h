#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "gnnir/data/histogram.h"

namespace gnnir {

/// A bar per bin under a title; "" if there is no value. `most`: columns of the terminal.
///   fmt::print("{}", histogram_text("nodes by degree", Histogram::of_integers({{1, 20}, {2, 5}})));
std::string histogram_text(const std::string& title, const Histogram& histogram,
                           std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace gnnir
