#pragma once

#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SmilesParse/SmilesParse.h>

#include <exception>
#include <memory>
#include <string>

#include "gnnir/chem/rdkit_log.h"
#include "gnnir/chem/rdkit_molecule.h"
#include "gnnir/data/molecules/molecule.h"

namespace gnnir {

/// Without the search for stereoisomers, which takes time with the cube of the atoms; nullptr if it is no SMILES.
inline std::unique_ptr<RDKit::RWMol> molecule_of(const std::string& smiles, Hydrogens hydrogens) {
  RDKit::SmilesParserParams parameters;
  parameters.allowCXSMILES = false;
  parameters.parseName = false;
  parameters.sanitize = false;
  parameters.removeHs = false;
  std::unique_ptr<RDKit::RWMol> molecule(RDKit::SmilesToMol(smiles, parameters));
  if (molecule == nullptr) return nullptr;
  RDKit::MolOps::sanitizeMol(*molecule);
  apply_hydrogens(*molecule, hydrogens);
  return molecule;
}

/// What `ask` makes of the molecule, or why not. RDKit may throw anything.
template <typename Value, typename Ask>
AboutMolecule<Value> about_molecule(const std::string& smiles, Hydrogens hydrogens, const Ask& ask) {
  const RdkitLog log;
  std::string otherwise = "RDKit does not understand it";
  try {
    if (const auto molecule = molecule_of(smiles, hydrogens)) return {.value = ask(*molecule)};
  } catch (const std::exception& error) {
    if (*error.what() != '\0') return {.mistake = error.what()};
    otherwise = "RDKit failed";
  } catch (...) {
    otherwise = "RDKit failed";
  }
  const std::string said = log.first_words();
  return {.mistake = said.empty() ? otherwise : said};
}

}  // namespace gnnir
