#pragma once

#include <functional>
#include <vector>

#include "gnnir/record/search_trial.h"
#include "gnnir/record/tuning.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// What all trials of one search have in common.
struct TrialSetting {
  const Dataset& dataset;
  const Split& split;
  const Experiment& experiment;  ///< how they are run
  TuningRecord record;
  std::string metric;
};

/// How one trial is trained.
struct TrialEffort {
  std::size_t threads = 1;
  double max_memory = 0;  ///< bytes; 0: what the process could have
  StopSource stop = {};
};

using EpochListener = std::function<void(const SearchTrial&, const EpochReport&)>;

/// Begins a trial, or goes on with it, until so many epochs are done, and says how good it is then. Neither numbers
/// that are not finite nor settings that do not fit the data are an Error: such a trial has failed; lack of memory is.
TrialScore train_trial(const TrialSetting& setting, const SearchTrial& trial, std::int64_t epochs,
                       const TrialEffort& effort, const EpochListener& on_epoch);

/// Ends a trial that was trained to its last epoch: now its test graphs are looked at.
RunResult test_trial(const TrialSetting& setting, const SearchTrial& trial, const TrialEffort& effort,
                     RunListener& listener);

}  // namespace gnnir
