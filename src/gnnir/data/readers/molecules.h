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

/// The chemistry component reads molecules; it is built where RDKit is found, and says here that it is there.
/// Molecules that cannot be read go through `rejects`; the caller counts and writes them.
using MoleculeReader = Dataset (*)(MoleculeFile file, const ReadOptions& options, Rejects& rejects);
void set_molecule_reader(MoleculeReader reader);

/// An Error of kind usage if the component is not there.
Dataset read_molecules(MoleculeFile file, const ReadOptions& options, Rejects& rejects);

}  // namespace gnnir
