#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/rejects.h"

namespace gnnir {

/// An SDF file, V2000 or V3000; targets are properties `> <NAME>` of its records. Where the molecules have coordinates
/// in three dimensions, edges have the distance of their atoms as an attribute; a record without them among others that
/// have them cannot be read. Records that cannot be read go to `rejects`. Dataset::lines are where records begin.
Dataset read_sdf(const std::string& content, const std::string& file, const ReadOptions& options, Rejects& rejects);

}  // namespace gnnir
