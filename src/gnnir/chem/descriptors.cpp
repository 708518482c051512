#include "gnnir/chem/descriptors.h"

#include <DataStructs/ExplicitBitVect.h>
#include <GraphMol/ChemTransforms/ChemTransforms.h>
#include <GraphMol/Fingerprints/MorganFingerprints.h>
#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <memory>

#include "gnnir/chem/rdkit_log.h"
#include "gnnir/chem/rdkit_molecule.h"

namespace gnnir {
namespace {

/// Without the search for stereoisomers, which takes time with the cube of the atoms, and without hydrogen atoms.
std::unique_ptr<RDKit::RWMol> molecule_of(const std::string& smiles) {
  RDKit::SmilesParserParams parameters;
  parameters.allowCXSMILES = false;
  parameters.parseName = false;
  parameters.sanitize = false;
  parameters.removeHs = false;
  std::unique_ptr<RDKit::RWMol> molecule(RDKit::SmilesToMol(smiles, parameters));
  if (molecule == nullptr) return nullptr;
  RDKit::MolOps::sanitizeMol(*molecule);
  apply_hydrogens(*molecule, Hydrogens::implicit);
  return molecule;
}

/// What `ask` makes of the molecule, or why not. RDKit may throw anything.
template <typename Value, typename Ask>
AboutMolecule<Value> about(const std::string& smiles, const Ask& ask) {
  const RdkitLog log;
  std::string otherwise = "RDKit does not understand it";
  try {
    if (const auto molecule = molecule_of(smiles)) return {.value = ask(*molecule)};
  } catch (const std::exception& error) {
    if (*error.what() != '\0') return {.mistake = error.what()};
    otherwise = "RDKit failed";
  } catch (...) {
    otherwise = "RDKit failed";
  }
  const std::string said = log.first_words();
  return {.mistake = said.empty() ? otherwise : said};
}

}  // namespace

AboutMolecule<std::string> scaffold_of(const std::string& smiles) {
  return about<std::string>(smiles, [](const RDKit::RWMol& molecule) {
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
  return about<Fingerprint>(smiles, [](const RDKit::RWMol& molecule) {
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
