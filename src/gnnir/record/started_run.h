#pragma once

#include <filesystem>
#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/record/run_environment.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// What a run folder says of the run it holds: to go on with it.
struct StartedRun {
  RunConfig config;
  RunEnvironment environment;
};

/// Throws an Error of kind usage if the folder holds no run, of kind data if its files are broken.
StartedRun read_run_folder(const std::filesystem::path& folder);

/// An Error of kind usage, which begins with the setting that asks, if the folder's run was begun on other data.
void require_same_data(const std::filesystem::path& folder, const Dataset& dataset,
                       const std::string& option = "run.resume");

}  // namespace gnnir
