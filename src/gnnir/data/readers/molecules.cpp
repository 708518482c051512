#include "gnnir/data/readers/molecules.h"

#include <utility>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

MoleculeReader& reader() {
  static MoleculeReader the_reader = nullptr;
  return the_reader;
}

}  // namespace

void set_molecule_reader(MoleculeReader new_reader) { reader() = new_reader; }

Dataset read_molecules(MoleculeFile file, const ReadOptions& options, Rejects& rejects) {
  if (reader() != nullptr) return reader()(std::move(file), options, rejects);
  throw usage_error(
      "[data] {}: reading SMILES and SDF needs the chemistry component, which is not here: install librdkit-dev and "
      "build gnnir again",
      file.name);
}

}  // namespace gnnir
