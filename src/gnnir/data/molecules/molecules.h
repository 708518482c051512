#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"

namespace gnnir {

/// Reads a file of molecules by the ending of its name: .sdf, .smi, or CSV with a column of SMILES (any other).
/// `file` is what messages call it. Needs the chemistry component. An Error of kind data if there is no molecule in it
/// that can be read. With on_error = skip the rejects file is written if there is anything to write.
Dataset read_molecules(const std::string& content, const std::string& file, const ReadOptions& options);

}  // namespace gnnir
