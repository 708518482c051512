#pragma once

#include <span>
#include <string>

#include "gnnir/report/run_view.h"

namespace gnnir {

struct RunInChart {
  std::string name;
  const RunView* run;
};

/// Of each run the validation score by epoch, the mean over its trainings; empty if none has an epoch.
std::string curves_of_runs(std::span<const RunInChart> runs, const std::string& score);

}  // namespace gnnir
