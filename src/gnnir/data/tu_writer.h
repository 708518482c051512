#pragma once

#include <filesystem>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// Writes a data set as TU files FOLDER/NAME_*.txt that read_tu reads back to an equal data set (also parts are kept
/// by order). The folder must be new or empty. Floats are written so that they read back exactly.
void write_tu(const Dataset& dataset, const std::filesystem::path& folder);

}  // namespace gnnir
