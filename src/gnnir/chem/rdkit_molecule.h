#pragma once

#include "gnnir/data/molecules/molecule.h"

namespace RDKit {
class RWMol;
}

namespace gnnir {

/// Adds the hydrogens that a sanitized molecule has without saying so, or takes away those that are atoms.
void apply_hydrogens(RDKit::RWMol& molecule, Hydrogens hydrogens);

/// A sanitized molecule in our words.
Molecule from_rdkit(const RDKit::RWMol& molecule);

}  // namespace gnnir
