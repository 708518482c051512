#pragma once

#include <string>

#include "gnnir/base/json.h"

namespace gnnir {

/// All entries of the catalog as JSON: what the program's front end reads instead of loading torch.
Json catalog_to_json();

/// Adds entries that are not there yet. An Error of kind data that begins with `where` if they are not such entries.
void add_to_catalog(const Json& json, const std::string& where);

}  // namespace gnnir
