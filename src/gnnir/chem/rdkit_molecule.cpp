#include "gnnir/chem/rdkit_molecule.h"

#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>

#include <algorithm>

namespace gnnir {
namespace {

BondKind kind_of(const RDKit::Bond& bond) {
  if (bond.getIsAromatic()) return BondKind::aromatic;
  switch (bond.getBondType()) {
    case RDKit::Bond::SINGLE:
      return BondKind::single;
    case RDKit::Bond::DOUBLE:
      return BondKind::double_;
    case RDKit::Bond::TRIPLE:
      return BondKind::triple;
    case RDKit::Bond::AROMATIC:
      return BondKind::aromatic;
    default:
      return BondKind::other;
  }
}

bool has_hydrogen_atoms(const RDKit::RWMol& molecule) {
  for (const RDKit::Atom* atom : molecule.atoms()) {
    if (atom->getAtomicNum() == 1) return true;
  }
  return false;
}

/// The conformation in three dimensions, or nullptr. All atoms in one point is how files say that they have none.
const RDKit::Conformer* spatial_conformer(const RDKit::RWMol& molecule) {
  if (molecule.getNumConformers() == 0 || !molecule.getConformer().is3D()) return nullptr;
  const auto& places = molecule.getConformer().getPositions();
  const bool nowhere =
      std::all_of(places.begin(), places.end(), [](const auto& place) { return place.lengthSq() == 0; });
  return nowhere && places.size() > 1 ? nullptr : &molecule.getConformer();
}

void append_attributes(const RDKit::Atom& atom, bool in_ring, std::vector<float>& attributes) {
  const RDKit::Atom::HybridizationType hybridization = atom.getHybridization();
  attributes.insert(
      attributes.end(),
      {static_cast<float>(atom.getFormalCharge()), static_cast<float>(atom.getTotalNumHs(/*includeNeighbors=*/true)),
       atom.getIsAromatic() ? 1.0F : 0.0F, in_ring ? 1.0F : 0.0F, hybridization == RDKit::Atom::SP ? 1.0F : 0.0F,
       hybridization == RDKit::Atom::SP2 ? 1.0F : 0.0F, hybridization == RDKit::Atom::SP3 ? 1.0F : 0.0F});
}

}  // namespace

void apply_hydrogens(RDKit::RWMol& molecule, Hydrogens hydrogens) {
  if (hydrogens == Hydrogens::explicit_) {
    RDKit::MolOps::addHs(molecule, /*explicitOnly=*/false, /*addCoords=*/spatial_conformer(molecule) != nullptr);
    return;
  }
  if (!has_hydrogen_atoms(molecule)) return;
  RDKit::MolOps::RemoveHsParameters rules;
  rules.removeDefiningBondStereo = true;  // we tell no stereoisomers apart, so these are hydrogens like others
  RDKit::MolOps::removeHs(molecule, rules);
}

Molecule from_rdkit(const RDKit::RWMol& molecule) {
  Molecule result;
  result.atoms.reserve(molecule.getNumAtoms());
  result.attributes.reserve(molecule.getNumAtoms() * num_atom_attributes);
  for (const RDKit::Atom* atom : molecule.atoms()) {
    result.atoms.push_back(atom->getAtomicNum());
    append_attributes(*atom, molecule.getRingInfo()->numAtomRings(atom->getIdx()) > 0, result.attributes);
  }
  result.bonds.reserve(molecule.getNumBonds());
  for (const RDKit::Bond* bond : molecule.bonds()) {
    result.bonds.push_back(
        {static_cast<NodeId>(bond->getBeginAtomIdx()), static_cast<NodeId>(bond->getEndAtomIdx()), kind_of(*bond)});
  }
  if (const RDKit::Conformer* conformer = spatial_conformer(molecule)) {
    for (const auto& place : conformer->getPositions()) result.positions.push_back({place.x, place.y, place.z});
  }
  return result;
}

}  // namespace gnnir
