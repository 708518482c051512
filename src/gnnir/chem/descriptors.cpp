#include "gnnir/chem/descriptors.h"

#include <DataStructs/ExplicitBitVect.h>
#include <GraphMol/ChemTransforms/ChemTransforms.h>
#include <GraphMol/Fingerprints/MorganFingerprints.h>
#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <memory>

#include "gnnir/chem/about_molecule.h"

namespace gnnir {

AboutMolecule<std::string> scaffold_of(const std::string& smiles) {
  return about_molecule<std::string>(smiles, Hydrogens::implicit, [](const RDKit::RWMol& molecule) {
    const std::unique_ptr<RDKit::ROMol> scaffold(RDKit::MurckoDecompose(molecule));
    if (scaffold->getNumAtoms() == 0) return std::string();
    // As RDKit's own function in Python does it: what was cut off has changed hydrogens and rings.
    scaffold->clearComputedProps();
    scaffold->updatePropertyCache();
    RDKit::MolOps::symmetrizeSSSR(*scaffold);
    return RDKit::MolToSmiles(*scaffold, /*doIsomericSmiles=*/false);
  });
}

AboutMolecule<Fingerprint> fingerprint_of(const std::string& smiles) {
  return about_molecule<Fingerprint>(smiles, Hydrogens::implicit, [](const RDKit::RWMol& molecule) {
    constexpr unsigned int radius = 2;
    Fingerprint fingerprint{};
    const std::unique_ptr<ExplicitBitVect> bits(
        RDKit::MorganFingerprints::getFingerprintAsBitVect(molecule, radius, 64 * fingerprint.size()));
    std::vector<int> set;
    bits->getOnBits(set);
    for (const int bit : set) {
      const auto b = static_cast<std::size_t>(bit);
      fingerprint[b / 64] |= std::uint64_t{1} << (b % 64);
    }
    return fingerprint;
  });
}

}  // namespace gnnir
