#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/clock.h"
#include "gnnir/base/stop_source.h"
#include "gnnir/data/dataset.h"
#include "gnnir/record/paper_score.h"
#include "gnnir/settings/choice.h"
#include "gnnir/settings/config.h"
#include "gnnir/settings/execution.h"

namespace gnnir {

/// What is to be run, as `gnnir train` and `gnnir cv` take it from their options (run/run_experiment.h runs it).
struct Experiment {
  RunConfig config;
  /// If this is there, the configuration is chosen for the graphs as soon as they are read (settings/choice.h).
  std::optional<SaidSettings> said = {};
  std::string data;                     ///< where the data set is now; empty: where the configuration says
  std::optional<std::string> data_dir;  ///< likewise
  bool cross_validate = false;          ///< every fold; otherwise the one split that the configuration names
  bool baseline = false;                ///< the plain GNN (L = 0) on the same splits first, for a quarter of the time
  bool match_parameters = false;        ///< the baseline as wide as gives it as many parameters as the model
  std::filesystem::path folder;         ///< must be new, unless the run is to go on; empty: nothing is written
  bool resume = false;                  ///< go on with what is in the folder
  std::size_t threads = 1;
  Engine engine = Engine::fused;
  std::int64_t checkpoint_every = 0;  ///< steps, beside the ends of epochs; 0: only these
  double max_memory = 0;  ///< bytes; 0: what the process could have. Counts tensors after keep_tensor_memory() only
  /// Of all its trainings together, and those of its baseline; then results depend on how fast the machine is.
  TimeLimit time = {};
  std::string command;                 ///< as the user typed it, for env.json
  std::vector<PaperScore> paper = {};  ///< what the paper has for it, likewise
  StopSource stop;                     ///< asked between steps
};

/// To go on with the run in a folder: its settings, its folds and its baseline. Only how it is run, and where the data
/// is, may be said anew: results must stay the same. Errors as of read_run_folder.
Experiment resumed_experiment(const std::filesystem::path& folder);

/// An Error of kind usage if the folder of a new run is used already, or if the model itself is the baseline.
void require_runnable(const Experiment& experiment);

/// The data set of an experiment, as open_dataset opens it.
Dataset open_data(const Experiment& experiment);

/// What is run on this data set: with settings that are chosen for it, if that is left open; and what to say of them.
struct SettledExperiment {
  Experiment experiment;
  std::string words;  ///< empty: nothing was chosen
};
SettledExperiment settled(Experiment experiment, const Dataset& dataset);

/// The plain GNN (L = 0) with all other settings the same: the model's own network, or else the one of model.conv.
RunConfig baseline_of(RunConfig config);

/// What is left for an experiment's own trainings of a time that its baseline has a share of, and the share.
struct SharedTime {
  double own;
  double baseline;
};
SharedTime shared_time(double seconds, bool baseline);

/// A folder for a run that nobody has named: runs/NAME-L2-k4-20260131-120000, with a number behind it where there is
/// one of that name; without what the model does not read, or is not chosen yet.
std::filesystem::path default_run_folder(const Experiment& experiment);

}  // namespace gnnir
