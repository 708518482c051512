#include "gnnir/data/readers/molecules.h"

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/molecules/sdf.h"
#include "gnnir/data/molecules/smiles.h"

namespace gnnir {

Dataset read_molecules(MoleculeFile file, const ReadOptions& options, Rejects& rejects) {
  const Chemistry* chemistry = find_chemistry();
  if (chemistry == nullptr) {
    throw usage_error(
        "[data] {}: reading SMILES and SDF needs the chemistry component, which is not here: install librdkit-dev and "
        "libboost-dev (scripts/bootstrap --chem) and build gnnir again",
        file.name);
  }
  const MoleculeRules rules{.chemistry = *chemistry, .options = options};
  const std::string name = upper_case(file.name);
  const auto read = name.ends_with(".SDF") ? read_sdf : name.ends_with(".SMI") ? read_smi : read_smiles_csv;
  Dataset dataset = read(file, rules, rejects);
  dataset.name = file.name.substr(0, file.name.rfind('.'));
  dataset.num_attributes = num_atom_attributes;
  if (dataset.size() == 0 && rejects.count() == 0) {
    throw data_error("[data] {}: expected molecules, found none", file.name);
  }
  return dataset;
}

}  // namespace gnnir
