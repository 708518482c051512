#pragma once

#include <string>
#include <string_view>

#include "gnnir/base/error.h"
#include "gnnir/data/molecules/molecule.h"
#include "gnnir/data/split/columns.h"

namespace gnnir {

/// What the chemistry component says of every molecule of a data set: `ask` is Chemistry::scaffold_of or
/// fingerprint_of. An Error of kind usage if it is not there, or the graphs are no molecules.
template <typename Value>
std::vector<Value> about_molecules(const Dataset& dataset,
                                   AboutMolecule<Value> (*Chemistry::*ask)(const std::string& smiles)) {
  const std::span<const std::string> smiles = smiles_of(dataset);
  const Chemistry* chemistry = find_chemistry();
  if (chemistry == nullptr) {
    throw usage_error(
        "[split] {}: scaffolds and fingerprints come from RDKit, which this gnnir does not have: in a clone, "
        "`scripts/bootstrap --chem && scripts/build` builds it with that",
        dataset.name);
  }
  std::vector<Value> values;
  values.reserve(smiles.size());
  for (std::size_t graph = 0; graph < smiles.size(); ++graph) {
    // What follows white space after a SMILES does not count.
    const std::string word = smiles[graph].substr(0, smiles[graph].find_first_of(" \t"));
    AboutMolecule<Value> found = (chemistry->*ask)(word);
    if (word.empty()) found.mistake = "expected a SMILES, found none";
    if (!found.mistake.empty()) {
      throw data_error("[split] {}: {}: {}", dataset.name, name_of_graph(dataset, static_cast<std::int64_t>(graph)),
                       found.mistake);
    }
    values.push_back(std::move(found.value));
  }
  return values;
}

}  // namespace gnnir
