#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/record/experiment.h"
#include "gnnir/settings/search_space.h"

namespace gnnir {

/// A search over settings, as `gnnir tune` takes it from its options (tune/tune.h runs it).
struct Tuning {
  /// Where it starts, and how it is run: the first trial. With cross_validate every fold has a search of its own. Where
  /// time is limited, it is that of all trials together.
  Experiment experiment;
  std::vector<std::string> fixed = {};      ///< paths of settings that are not searched
  std::optional<SearchSpace> space = {};    ///< not given: what is worth trying around the start
  std::optional<std::int64_t> trials = {};  ///< of a search, the first among them; not given: 27, or as the time allows
};

constexpr std::int64_t default_trials = 27;

/// The folder of a search: tune.json has what was asked for, the rest is what came of it.
class TuningRecord {
 public:
  explicit TuningRecord(std::filesystem::path folder) : folder_(std::move(folder)) {}
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  [[nodiscard]] std::filesystem::path asked() const;                     ///< tune.json; a folder with it holds a search
  [[nodiscard]] std::filesystem::path journal() const;                   ///< journal.jsonl
  [[nodiscard]] std::filesystem::path trial(std::int64_t number) const;  ///< a run folder
  [[nodiscard]] std::filesystem::path best() const;                      ///< the winner's, once there is one
  [[nodiscard]] std::filesystem::path best_settings() const;             ///< best.toml
  [[nodiscard]] std::filesystem::path table() const;                     ///< trials.csv
  [[nodiscard]] std::filesystem::path timings() const;  ///< timings.csv: what differs between repetitions
  [[nodiscard]] std::filesystem::path picture() const;  ///< importance.svg
  [[nodiscard]] std::filesystem::path result() const;   ///< result.json, once it is done
  /// The search of a fold, from 1, where there are several.
  [[nodiscard]] TuningRecord fold(std::size_t number) const;

  /// The experiment's settings must be settled, and the space there. data: its fingerprint
  void write_asked(const Tuning& tuning, const std::string& data) const;

 private:
  std::filesystem::path folder_;
};

/// A search to go on with, and the fingerprint of its data. An Error of kind usage if the folder holds none, of kind
/// data if its tune.json is broken.
struct StartedTuning {
  Tuning tuning;
  std::string data;
};
StartedTuning read_tuning(const std::filesystem::path& folder);

}  // namespace gnnir
