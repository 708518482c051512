#pragma once

#include "gnnir/data/dataset.h"
#include "gnnir/data/molecules/molecule.h"
#include "gnnir/data/source/place.h"

namespace gnnir {

struct MoleculeGraphOptions {
  MoleculeEdges edges = MoleculeEdges::bonds;
  bool distances = false;  ///< as the one edge attribute; the molecule has positions then, or no two atoms
};

/// With every pair of atoms joined, more than these would fill the memory.
constexpr std::size_t most_atoms_of_a_complete_graph = 1000;

/// Atoms become nodes labelled with their atomic number and attributed as num_atom_attributes says; bonds become edges
/// in both directions, labelled with their BondKind. An Error of kind data about `place` if a complete graph would be
/// too large.
Example molecule_example(const Molecule& molecule, const MoleculeGraphOptions& options, const Place& place);

}  // namespace gnnir
