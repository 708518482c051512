#include "gnnir/base/error.h"
#include "gnnir/base/module.h"
#include "gnnir/data/molecules/molecule.h"

namespace gnnir {

const Chemistry* find_chemistry() {
  void* entry = load_from_module("gnnir_chem.so", "gnnir_chemistry");
  return entry != nullptr ? reinterpret_cast<const Chemistry* (*)()>(entry)() : nullptr;
}

const Chemistry& require_chemistry() {
  if (const Chemistry* chemistry = find_chemistry()) return *chemistry;
  throw usage_error(
      "[molecules] reading SMILES and SDF needs the chemistry component, which is not here: install librdkit-dev and "
      "libboost-dev (scripts/bootstrap --chem) and build gnnir again");
}

}  // namespace gnnir
