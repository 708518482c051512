#pragma once

#include <string_view>

#include "gnnir/data/formats/format.h"
#include "gnnir/data/molecules/molecule.h"
#include "gnnir/data/molecules/molecule_file.h"
#include "gnnir/data/source/place.h"

namespace gnnir {

/// Longer ones are mistakes, or polymers that no graph network could do anything with.
constexpr std::size_t longest_smiles = 5000;

/// The molecule of a field that begins with its SMILES; what follows white space does not count. An Error of kind data
/// about `place` that says what RDKit has against it.
Molecule parse_smiles(std::string_view field, const MoleculeRules& rules, const Place& place);

/// CSV with a header, a column of SMILES and columns of targets. Kept are names (a column called id or name, or the
/// first if it holds different texts), the SMILES and what was asked for.
Dataset read_smiles_csv(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects);

/// A SMILES and a name on every line, as .smi files have them; both are kept. A first line that begins with the word
/// SMILES is a header.
Dataset read_smi(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects);

/// The entry of formats().
const Format& smiles_format();

}  // namespace gnnir
