#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "torture/child.h"

/// What the experiments share: a small training, its reference results, and the means to disturb it.
namespace gnnir::torture {

struct Settings {
  std::filesystem::path program;
  std::filesystem::path shim;  ///< libgnnir_faulty_system.so
  std::filesystem::path work;
  double scale = 1;
  std::uint64_t seed = 0;
};

/// A row of the table.
struct Row {
  std::string experiment;
  int tries = 0;
  std::string result;
  std::string checked;
  bool passed = true;
};

/// An Error that says what a case found instead, if the condition does not hold.
template <typename... Args>
void expect(bool holds, fmt::format_string<Args...> format, Args&&... args) {
  if (!holds) throw internal_error("{}", fmt::format(format, std::forward<Args>(args)...));
}

/// Counts what happened in the cases of an experiment; may be used from several threads.
class Tally {
 public:
  void add(const std::string& what, int count = 1);
  [[nodiscard]] int operator[](const std::string& what) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, int> counts_;
};

/// A call that the shim has counted: its number from 1, its name, its file.
struct SystemCall {
  int number = 0;
  std::string name;
  std::filesystem::path path;

  [[nodiscard]] bool is_on_folder() const;
};

/// The calls of every save: each begins with a new temporary file.
std::vector<std::vector<SystemCall>> saves_in(const std::filesystem::path& log);

/// The newest checkpoint that can be read.
struct Generation {
  std::string checksum;
  bool has_epochs = false;  ///< at least one was complete
};
std::optional<Generation> newest_checkpoint(const std::filesystem::path& run);

/// How many names in the folder, and those in it, hold this text.
int count_files(const std::filesystem::path& folder, const std::string& text);

class Lab {
 public:
  /// Writes the data and trains the references.
  explicit Lab(Settings settings);

  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// What is left of n at our scale, at least one.
  [[nodiscard]] int scaled(int n) const;
  /// The same for every run of the same case.
  [[nodiscard]] Rng random(const std::string& experiment, int number) const;

  [[nodiscard]] const std::filesystem::path& data() const { return data_; }
  /// Graphs of the same kind, so many that to predict for them takes seconds.
  [[nodiscard]] const std::filesystem::path& large_data() const { return large_data_; }
  [[nodiscard]] std::filesystem::path best_model() const { return reference_ / "best.safetensors"; }
  /// What the reference took, with the start of the program, and without.
  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] double training_seconds() const { return training_seconds_; }
  [[nodiscard]] double cross_validation_seconds() const { return cross_validation_seconds_; }

  [[nodiscard]] Command train(const std::filesystem::path& run, int threads) const;
  [[nodiscard]] Command resume(const std::filesystem::path& run, int threads) const;
  [[nodiscard]] Command cross_validate(const std::filesystem::path& run, int threads) const;
  [[nodiscard]] Command predict(const std::filesystem::path& data, const std::filesystem::path& out, int threads) const;
  [[nodiscard]] Command inspect(const std::filesystem::path& data) const;
  /// The same with the shim, which acts on checkpoints: what it does at which call.
  [[nodiscard]] Command with_fault(Command command, const std::string& what, int at) const;
  [[nodiscard]] Command with_log(Command command, const std::filesystem::path& log) const;

  /// All saves of the training.
  [[nodiscard]] const std::vector<std::vector<SystemCall>>& saves() const { return saves_; }
  /// A copy of a run that was killed half way, with two generations of checkpoints.
  void copy_half_finished(const std::filesystem::path& to) const;
  [[nodiscard]] const std::filesystem::path& half_finished() const { return half_finished_; }
  /// Of its newest checkpoint.
  [[nodiscard]] const std::string& half_finished_checksum() const { return half_finished_checksum_; }
  /// The calls of the first save after half_finished is resumed.
  [[nodiscard]] const std::vector<SystemCall>& next_save() const { return next_save_; }

  /// An Error unless the run has ended as the reference did: metrics.csv, best.safetensors and last.safetensors have
  /// the same bytes, and no checkpoint is left.
  void expect_same_results(const std::filesystem::path& run) const;
  /// The same for all that a cross-validation computes.
  void expect_same_folds(const std::filesystem::path& run) const;
  /// The next session of a training: it goes on, or, if it has not got a folder yet, begins.
  [[nodiscard]] Command next_session(const std::filesystem::path& run, int threads) const;
  /// Without any fault it goes on from its newest checkpoint to the reference's results.
  void expect_ends_well(const std::filesystem::path& run, int threads) const;

  /// Runs `one_case` for 0..count-1, two at a time, each with a folder of its own. Those that throw are failures: they
  /// are told on standard error, and their folders kept. Returns their number.
  int for_each_case(const std::string& experiment, int count,
                    const std::function<void(int number, const std::filesystem::path& folder)>& one_case) const;

 private:
  void train_reference();
  void cross_validate_reference();
  void prepare_half_finished();

  Settings settings_;
  std::filesystem::path data_;
  std::filesystem::path large_data_;
  std::filesystem::path reference_;
  double seconds_ = 0;
  double training_seconds_ = 0;
  std::filesystem::path folds_;
  double cross_validation_seconds_ = 0;
  std::vector<std::vector<SystemCall>> saves_;
  std::filesystem::path half_finished_;
  std::string half_finished_checksum_;
  std::vector<SystemCall> next_save_;
};

/// An Error unless the two files have the same bytes.
void expect_same_file(const std::filesystem::path& found, const std::filesystem::path& expected);

/// One or two.
int random_threads(Rng& rng);

/// "3 of 20" or "all 20".
std::string out_of(int count, int all);

}  // namespace gnnir::torture
