#include "gnnir/base/module.h"
#include "gnnir/data/molecules/molecule.h"

namespace gnnir {

const Chemistry* find_chemistry() {
  void* entry = load_from_module("gnnir_chem.so", "gnnir_chemistry");
  return entry != nullptr ? reinterpret_cast<const Chemistry* (*)()>(entry)() : nullptr;
}

}  // namespace gnnir
