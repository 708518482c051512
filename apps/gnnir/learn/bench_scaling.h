#pragma once

#include "commands.h"

namespace gnnir::app {

int bench_scaling(const BenchCommand& command);

}  // namespace gnnir::app
