#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// Writes a data set as TU files FOLDER/NAME_*.txt that read_tu reads back to equal examples, classes, class names and
/// targets. The folder must be new or empty. Floats are written so that they read back exactly, missing labels as nan.
/// The format has no place for parts, names of targets, and names of classes that no graph has; names of classes must
/// be integers. An Error of kind usage if the data set cannot be written.
void write_tu(const Dataset& dataset, const std::filesystem::path& folder);

/// The same files in memory: content by name.
std::map<std::string, std::string> tu_files(const Dataset& dataset);

}  // namespace gnnir
