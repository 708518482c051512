#pragma once

#include "gnnir/data/dataset.h"
#include "gnnir/data/molecules/molecule.h"
#include "gnnir/data/readers/molecules.h"
#include "gnnir/data/rejects.h"

namespace gnnir {

/// An SDF file, V2000 or V3000; targets are properties `> <NAME>` of its records. Where the molecules have coordinates
/// in three dimensions, edges have the distance of their atoms as an attribute; a record without them among others that
/// have them cannot be read. Dataset::lines are where records begin.
Dataset read_sdf(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects);

}  // namespace gnnir
