#pragma once

#include <span>
#include <string>

namespace gnnir::app {

/// A matrix as a NumPy .npy file (version 1.0, float32, row-major). values: [rows, columns]
std::string encode_npy(std::span<const float> values, std::size_t rows, std::size_t columns);

}  // namespace gnnir::app
