#pragma once

#include <string>

#include "commands.h"
#include "gnnir/base/json.h"
#include "gnnir/infer/predictor.h"

namespace gnnir::app {

/// What `eval` says of promised coverage and of calibration, as far as they were asked for.
void add_doubt(Json& result, const ModelCommand& command, const TargetEncoding& targets, const Evaluation& found);
std::string doubt_text(const ModelCommand& command, const TargetEncoding& targets, const Evaluation& found);

}  // namespace gnnir::app
