#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/record/search_trial.h"
#include "gnnir/settings/search_space.h"

namespace gnnir {

/// A search as tables and pictures show it. With an empty list of trials there is nothing to show.
struct SearchTrials {
  const SearchSpace& space;
  const std::vector<SearchTrial>& trials;  ///< by their numbers
  std::string metric;
  bool higher_is_better = true;
};

/// What a trial has for a setting, as text without quotes; empty if nothing reads it there.
std::string value_in(const SearchTrial& trial, const std::string& path);

/// trials.csv: a row per trial: number, bracket, epochs, best epoch, metric, loss, why it failed, and what was
/// searched.
std::string trials_table(const SearchTrials& search);

/// How much of the differences between trials one setting explains alone.
struct SettingImportance {
  std::string path;
  double share = 0;  ///< of the variance, from 0 to 1: see importance_of_settings
  std::size_t trials = 0;
};
/// Most first. Scores are those of the first rung, which all trials have after as many epochs; ranks of them, so that
/// one trial that went astray does not decide. Values of lists are groups, numbers of a range three groups of the same
/// size. The share of the variance that lies between the groups, less what chance would give (epsilon squared), and
/// never below 0. Settings that fewer than two groups of trials have are left out.
std::vector<SettingImportance> importance_of_settings(const SearchTrials& search);

}  // namespace gnnir
