#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace gnnir {

/// Numbers as a row of bars, ▁▃▅█, at most so many: of more the mean of each stretch. What is no finite number is a
/// space; "" if none is.
std::string sparkline(std::span<const double> values, std::size_t most = 40);

}  // namespace gnnir
