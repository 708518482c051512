#pragma once

#include "gnnir/base/files.h"
#include "gnnir/settings/catalog.h"
#include "gnnir/settings/catalog_json.h"

namespace gnnir::testing {

/// What the registries of models and convolutions tell the settings, for programs without torch. A test with torch
/// (models/registry_test.cpp) holds the file together with the registries.
inline Json known_catalog() {
  const std::string file = GNNIR_SOURCE_DIR "/tests/support/catalog.json";
  return parse_json(read_file(file), file);
}

/// To be called once in such a program.
inline bool know_catalog() {
  set_catalog_source([] { add_to_catalog(known_catalog(), "catalog.json"); });
  return true;
}

}  // namespace gnnir::testing
