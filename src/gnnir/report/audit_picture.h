#pragma once

#include <string>

#include "gnnir/audit/audit.h"

namespace gnnir {

/// A graph that was audited as SVG: its cells of 1-WL, and what the first layer individualized. data: of the audit
std::string draw_audit(const GraphAudit& found, const ModelHeader& model, const EncodedDataset& data);

}  // namespace gnnir
