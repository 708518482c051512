#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gnnir {

/// The bytes of a model file, or of the models of a run folder: the best of its only training, or of each of them.
/// Where the newest generation of one is damaged, the one before it, after a warning. They are checked, and no model is
/// made of them. An Error of kind usage if there is none, of kind data if a file is not what it should be.
std::vector<std::string> read_model_bytes(const std::filesystem::path& path,
                                          const std::function<void(const std::string&)>& warn = {});

}  // namespace gnnir
