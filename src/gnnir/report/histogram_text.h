#pragma once

#include <string>

#include "gnnir/data/histogram.h"

namespace gnnir {

/// A bar per bin under a title; "" if there is no value.
///   fmt::print("{}", histogram_text("nodes by degree", Histogram::of_integers({{1, 20}, {2, 5}})));
std::string histogram_text(const std::string& title, const Histogram& histogram);

}  // namespace gnnir
