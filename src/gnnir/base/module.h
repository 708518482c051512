#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gnnir {

/// Where modules are looked for: the folder that the environment's GNNIR_MODULES names, if there is such a variable,
/// and those that were set, by default the one to which gnnir was to be installed when it was built.
std::vector<std::filesystem::path> module_folders();

/// For a program that knows better where they are. It holds for the whole process, but for modules with a copy of the
/// library of their own, and is to be set before anything else is done.
void set_module_folders(std::vector<std::filesystem::path> folders);

/// The function `symbol` of the first module called `file` in these folders; nullptr if there is none. An Error of
/// kind internal if it is there and cannot be loaded.
void* load_from_module(const std::string& file, const std::string& symbol);

/// The same of a module that must be there: an Error of kind internal that says where it was looked for if it
/// is missing.
void* require_from_module(const std::string& file, const std::string& symbol);

}  // namespace gnnir
