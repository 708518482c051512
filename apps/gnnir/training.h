#pragma once

#include "commands.h"
#include "console.h"
#include "gnnir/data/dataset.h"

namespace gnnir::app {

/// The data set of a run; as open_dataset, an Error of kind usage if there is none.
Dataset open_data(const TrainCommand& command);

/// One run, new or resumed, with all its files: what `gnnir train` and `gnnir cv` do once their options are read.
void run_training(const TrainCommand& command, const Dataset& dataset, Console& console);

}  // namespace gnnir::app
