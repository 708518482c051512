#pragma once

#include "bench_contenders.h"
#include "commands.h"

namespace gnnir::app {

/// Training with equal rows computed once against every row by itself.
int bench_rows(const BenchData& data, const BenchCommand& command);

}  // namespace gnnir::app
