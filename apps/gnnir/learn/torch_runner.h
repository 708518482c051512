#pragma once

#include "question.h"

namespace gnnir::app {

/// Runs models on libtorch's modules, on the engine that the command asks for.
ModelRunner torch_runner(const ModelCommand& command);

}  // namespace gnnir::app
