#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/rejects.h"

namespace gnnir {

/// A file of molecules and what it holds. Its name tells what that is: .csv and .smi have SMILES, .sdf has structures.
struct MoleculeFile {
  std::string name;  ///< without a folder and without .gz or .xz
  std::string content;
};

/// Reads molecules, each with its line in Dataset::lines. Those that cannot be read go through `rejects`; the caller
/// counts and writes them. An Error of kind usage if the chemistry component is not there, which is built where RDKit
/// is found; of kind data if the file has no molecules.
Dataset read_molecules(MoleculeFile file, const ReadOptions& options, Rejects& rejects);

}  // namespace gnnir
