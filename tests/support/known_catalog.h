#pragma once

#include "gnnir/base/files.h"
#include "gnnir/settings/catalog.h"
#include "gnnir/settings/catalog_json.h"

namespace gnnir::testing {

/// What the registries of models and convolutions tell the settings, for programs without torch: the file that the
/// build writes for the front end.
inline Json known_catalog() { return parse_json(read_file(GNNIR_CATALOG), GNNIR_CATALOG); }

/// To be called once in such a program.
inline bool know_catalog() {
  set_catalog_source([] { add_to_catalog(known_catalog(), "catalog.json"); });
  return true;
}

}  // namespace gnnir::testing
