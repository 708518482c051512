#pragma once

#include "commands.h"

namespace gnnir::app {

int run_train(const TrainCommand& command);
int run_tune(const TuneCommand& command);
int run_explain(const ModelCommand& command);
int run_checks(const ChecksCommand& command);
int run_bench(const BenchCommand& command);
int run_reproduce(const ReproduceCommand& command);
int run_audit(const AuditCommand& command);
int run_distinguish(const DistinguishCommand& command);

}  // namespace gnnir::app
