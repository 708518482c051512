#pragma once

#include <string>

#include "gnnir/data/molecules/molecule.h"

namespace gnnir {

/// As Chemistry promises it.
AboutMolecule<MoleculeDrawing> draw_molecule(const std::string& smiles, const MoleculeColours& colours);

}  // namespace gnnir
