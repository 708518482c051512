#pragma once

#include <string>
#include <vector>

namespace gnnir::app {

// Mistakes in paths that are found before anything is computed.

/// Refuses to write to a file that is there and is read, or is in a folder that is read, to a folder, and to one that
/// is not there or not ours to write to. `option` begins messages; nothing is checked if `out` is empty.
void check_output(const std::string& option, const std::string& out, const std::vector<std::string>& read);

/// An Error of kind usage if what should be a model is none and what should be data is one.
void require_model_first(const std::string& model, const std::string& data);

/// Whether it looks like a model: a .safetensors file or a run folder.
bool is_model(const std::string& path);

}  // namespace gnnir::app
