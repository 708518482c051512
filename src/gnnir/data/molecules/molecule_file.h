#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/molecules/molecule.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/rejects.h"

namespace gnnir {

/// A file of molecules and what it holds.
struct MoleculeFile {
  std::string name;  ///< without a folder and without .gz or .xz
  std::string content;
};

/// What a format of molecules does with a file: graphs, their lines, and what is to be learned of them. Those that
/// cannot be read go through `rejects`.
using MoleculeReader = Dataset (*)(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects);

/// Reads molecules by means of the chemistry component. An Error of kind usage if that is not there, which is built
/// where RDKit is found; of kind data if the file has no molecules.
Dataset read_molecules(MoleculeReader read, const MoleculeFile& file, const ReadOptions& options, Rejects& rejects);

}  // namespace gnnir
