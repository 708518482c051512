#include <GraphMol/FileParsers/FileParsers.h>
#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SanitException.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <memory>
#include <sstream>
#include <utility>

#include "gnnir/chem/descriptors.h"
#include "gnnir/chem/drawing.h"
#include "gnnir/chem/rdkit_log.h"
#include "gnnir/chem/rdkit_molecule.h"
#include "gnnir/data/molecules/molecule.h"

namespace gnnir {
namespace {

ParsedMolecule mistake(std::string words, std::int64_t line = 0) { return {{}, std::move(words), line}; }

/// Without hydrogens that go without saying; "" if RDKit has none for it.
std::string smiles_of(const RDKit::RWMol& molecule) {
  try {
    RDKit::RWMol plain(molecule);
    apply_hydrogens(plain, Hydrogens::implicit);
    return RDKit::MolToSmiles(plain, /*doIsomericSmiles=*/false);
  } catch (...) {
    return "";
  }
}

/// What `read` makes of a text, or why not. `line` is where it was when it failed. RDKit may throw anything.
/// Sanitizing is left to us, as the readers would then also look for stereoisomers, which we do not tell apart, in time
/// that grows with the cube of the atoms.
template <typename Read>
ParsedMolecule parsed(Hydrogens hydrogens, bool with_smiles, const unsigned int& line, const Read& read) {
  const RdkitLog log;
  const auto words = [&log](const char* otherwise) {
    std::string said = log.first_words();
    return said.empty() ? otherwise : said;
  };
  try {
    const std::unique_ptr<RDKit::RWMol> molecule(read());
    if (!molecule) return mistake(words("RDKit does not understand it"), line);
    if (molecule->getNumAtoms() == 0) return mistake("it has no atoms");
    RDKit::MolOps::sanitizeMol(*molecule);
    apply_hydrogens(*molecule, hydrogens);
    Molecule result = from_rdkit(*molecule);
    if (with_smiles) result.smiles = smiles_of(*molecule);
    return {std::move(result), "", 0};
  } catch (const RDKit::MolSanitizeException& error) {
    return mistake(error.what());  // about the molecule as a whole
  } catch (const std::exception& error) {
    return mistake(*error.what() != '\0' ? error.what() : words("RDKit failed"), line);
  } catch (...) {
    return mistake(words("RDKit failed"), line);
  }
}

ParsedMolecule from_smiles(const std::string& smiles, Hydrogens hydrogens) {
  const unsigned int no_line = 0;
  return parsed(hydrogens, /*with_smiles=*/false, no_line, [&smiles] {
    RDKit::SmilesParserParams parameters;
    parameters.allowCXSMILES = false;
    parameters.parseName = false;
    parameters.sanitize = false;
    parameters.removeHs = false;
    return RDKit::SmilesToMol(smiles, parameters);
  });
}

ParsedMolecule from_mol_block(const std::string& block, Hydrogens hydrogens) {
  unsigned int line = 0;
  return parsed(hydrogens, /*with_smiles=*/true, line, [&block, &line] {
    std::istringstream text(block);
    return RDKit::MolDataStreamToMol(text, line, /*sanitize=*/false, /*removeHs=*/false);
  });
}

}  // namespace
}  // namespace gnnir

/// The one symbol of the module.
extern "C" __attribute__((visibility("default"))) const gnnir::Chemistry* gnnir_chemistry() {
  static const gnnir::Chemistry chemistry{.from_smiles = gnnir::from_smiles,
                                          .from_mol_block = gnnir::from_mol_block,
                                          .scaffold_of = gnnir::scaffold_of,
                                          .fingerprint_of = gnnir::fingerprint_of,
                                          .draw = gnnir::draw_molecule};
  return &chemistry;
}
