#pragma once

#include <string>
#include <string_view>

#include "gnnir/data/dataset.h"
#include "gnnir/data/molecules/molecule.h"
#include "gnnir/data/readers/place.h"
#include "gnnir/data/rejects.h"

namespace gnnir {

/// Longer ones are mistakes, or polymers that no graph network could do anything with.
constexpr std::size_t longest_smiles = 5000;

/// The molecule of a field that begins with its SMILES; what follows white space does not count. An Error of kind data
/// about `place` that says what RDKit has against it.
Molecule parse_smiles(std::string_view field, Hydrogens hydrogens, const Chemistry& chemistry, const Place& place);

/// A CSV file with a header, a column of SMILES and columns of targets. `file` is what messages call it. Rows that
/// cannot be read go to `rejects`.
Dataset read_smiles_csv(const std::string& content, const std::string& file, const ReadOptions& options,
                        Rejects& rejects);

/// A SMILES and a name on every line, as .smi files have them. A first line that begins with the word SMILES is a
/// header.
Dataset read_smi(const std::string& content, const std::string& file, const ReadOptions& options, Rejects& rejects);

}  // namespace gnnir
