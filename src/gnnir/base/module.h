#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gnnir {

/// Where the program's modules are looked for: the folder that the environment's GNNIR_MODULES names, that of the
/// running program, and where modules are installed beside it.
std::vector<std::filesystem::path> module_folders();

/// The function `symbol` of the first module called `file` in these folders; nullptr if there is none. An Error of
/// kind internal if it is there and cannot be loaded.
void* load_from_module(const std::string& file, const std::string& symbol);

/// The same of a module that belongs to the program: an Error of kind internal that says where it was looked for if it
/// is missing.
void* require_from_module(const std::string& file, const std::string& symbol);

}  // namespace gnnir
