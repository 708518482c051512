#pragma once

#include <filesystem>
#include <span>

#include "gnnir/data/split/splits.h"
#include "gnnir/record/run_result.h"
#include "gnnir/report/run_page.h"

namespace gnnir {

/// Adds to a result what a page shows beside scores, so that every number of it is in result.json, and names the files
/// that have the rest. The folder has the files of all trainings by then.
void describe_result(RunResult& result, const std::filesystem::path& folder, const Dataset& dataset,
                     std::span<const Split> splits);

/// Writes RUN/report.html, over an older one; returns where it is. An Error of kind usage if the folder holds no run.
std::filesystem::path write_run_report(const std::filesystem::path& folder, const RunPageOptions& options = {});

}  // namespace gnnir
