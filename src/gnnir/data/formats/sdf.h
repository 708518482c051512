#pragma once

#include "gnnir/data/formats/format.h"
#include "gnnir/data/molecules/molecule.h"
#include "gnnir/data/molecules/molecule_file.h"

namespace gnnir {

/// An SDF file, V2000 or V3000; targets are properties `> <NAME>` of its records. Where the molecules have coordinates
/// in three dimensions, edges have the distance of their atoms as an attribute; a record without them among others that
/// have them cannot be read. Dataset::lines are where records begin. Kept are the first line of a record, its name, and
/// its SMILES.
Dataset read_sdf(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects);

/// The entry of formats().
const Format& sdf_format();

}  // namespace gnnir
