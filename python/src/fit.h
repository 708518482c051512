#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/settings/config.h"

namespace gnnir::python {

/// What is to be trained, and how.
struct FitRequest {
  std::vector<Setting> said;
  std::vector<Setting> weak;  ///< defaults of ours, which need not be read
  std::filesystem::path folder;
  bool resume = false;  ///< go on with the run in the folder, if there is one
  std::size_t threads = 1;
  double seconds = std::numeric_limits<double>::infinity();
  double max_memory = 0;
  std::string engine = "fused";
  bool baseline = false;
  bool match_parameters = false;
  std::int64_t checkpoint_every = 0;
  std::string command;
};

/// Trains in a thread of its own, while this one tells `on_event` what happens and looks for Ctrl-C: then the run is
/// saved, and the KeyboardInterrupt passed on. → the result as JSON
std::string fit(const Dataset& dataset, const FitRequest& request, const pybind11::function& on_event);

}  // namespace gnnir::python
