#include "gnnir/data/molecules/molecule_file.h"

#include "gnnir/base/error.h"

namespace gnnir {

Dataset read_molecules(MoleculeReader read, const MoleculeFile& file, const ReadOptions& options, Rejects& rejects) {
  const Chemistry* chemistry = find_chemistry();
  if (chemistry == nullptr) {
    throw usage_error(
        "[data] {}: molecules are read through RDKit, which this gnnir does not have: in a clone, `scripts/bootstrap "
        "--chem && scripts/build` installs librdkit-dev and libboost-dev and builds it with them",
        file.name);
  }
  const MoleculeRules rules{.chemistry = *chemistry, .options = options};
  Dataset dataset = read(file, rules, rejects);
  dataset.name = file.name.substr(0, file.name.rfind('.'));
  dataset.num_attributes = num_atom_attributes;
  if (dataset.size() == 0 && rejects.count() == 0) {
    throw data_error("[data] {}: expected molecules, found none", file.name);
  }
  return dataset;
}

}  // namespace gnnir
