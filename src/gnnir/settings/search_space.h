#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/settings/config.h"

namespace gnnir {

/// What a search tries for one setting: some of a list, or numbers between two.
struct SearchedSetting {
  std::string path;                       ///< "train.lr"
  std::vector<std::string> choices = {};  ///< as text; empty: a range
  double least = 0;
  double most = 0;
  bool log = false;    ///< as often between 0.001 and 0.01 as between 0.01 and 0.1
  bool whole = false;  ///< whole numbers only

  [[nodiscard]] bool is_range() const { return choices.empty(); }
  bool operator==(const SearchedSetting&) const = default;
};

/// The settings that a search varies, in the order of their paths; all others are the same for every trial.
struct SearchSpace {
  std::vector<SearchedSetting> settings;

  [[nodiscard]] bool has(std::string_view path) const;
  bool operator==(const SearchSpace&) const = default;
};

/// Reads `"train.lr" = { min = 1e-4, max = 1e-2, log = true }` and `"model.hidden" = [32, 64]`, also as tables
/// `[train]` with `lr = …`. An Error of kind usage begins with `name:line`: a setting that there is none of, that
/// cannot differ between trials, or a value that it does not take.
SearchSpace parse_search_space(std::string_view toml, const std::string& name);
/// As parse_search_space reads it back to the same.
std::string to_toml(const SearchSpace& space);

/// What is worth trying around a configuration: how it learns, how large the network is, and what its model has of its
/// own. Without what nothing reads there, and without settings that are fixed.
SearchSpace default_search_space(const RunConfig& start, const std::vector<std::string>& fixed);

/// An Error of kind usage if something is to be searched that is fixed, or there is nothing to search.
void require_searchable(const SearchSpace& space, const std::vector<std::string>& fixed);

/// A configuration of a search.
struct DrawnSettings {
  RunConfig config;
  std::vector<Setting> settings;  ///< what was drawn and is read
  std::int64_t refused = 0;       ///< draws before it that contradict themselves
};

/// Of a trial, numbered from 0: a function of these arguments and nothing else. Trial 0 is the configuration that the
/// search starts from. A draw that build_config refuses is drawn again; an Error of kind usage if that does not help.
DrawnSettings draw_settings(const SearchSpace& space, const RunConfig& start, std::uint64_t seed, std::int64_t trial);

}  // namespace gnnir
