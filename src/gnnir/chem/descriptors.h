#pragma once

#include <string>

#include "gnnir/data/molecules/molecule.h"

namespace gnnir {

/// As Chemistry promises them.
AboutMolecule<std::string> scaffold_of(const std::string& smiles);
AboutMolecule<Fingerprint> fingerprint_of(const std::string& smiles);

}  // namespace gnnir
