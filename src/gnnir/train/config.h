#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/data/options.h"
#include "gnnir/models/options.h"
#include "gnnir/train/options.h"

namespace gnnir {

/// Everything that decides what a run computes. Written in full to every run folder and model file.
struct RunConfig {
  DataOptions data;
  ModelOptions model;
  TrainOptions train;
};

/// One entry of the configuration: its key in TOML, its option on the command line, its help. The one place where each
/// is said.
struct ConfigField {
  std::string section;  ///< "train"
  std::string key;      ///< "batch_size"
  std::string flags;    ///< "--batch-size"
  std::string help;
  std::string type;                  ///< "integer", "number", "text", "true or false", or empty if there are choices
  std::vector<std::string> choices;  ///< of an enumeration
  std::function<std::string(const RunConfig&)> get;
  /// Throws an Error of kind usage that begins with `where`.
  std::function<void(RunConfig&, std::string_view text, std::string_view where)> set;

  /// Why nothing reads the field in this configuration, for example "it is for conv = pna"; empty if something does.
  /// Not set: always read.
  std::function<std::string(const RunConfig&)> unread;

  [[nodiscard]] std::string path() const { return section + "." + key; }
};
const std::vector<ConfigField>& config_fields();
/// "--width" of "model.width".
std::string option_of(std::string_view path);

/// A value for a field, not yet applied: (path, text), for example {"train.lr", "0.01"}.
using Setting = std::pair<std::string, std::string>;

/// Reads a TOML file or text into settings. Unknown sections and keys are errors of kind usage with the nearest name;
/// messages begin with `name:line`.
std::vector<Setting> parse_config(std::string_view toml, const std::string& name);

/// Applies settings in order; `where` begins error messages.
void apply_settings(RunConfig& config, const std::vector<Setting>& settings, std::string_view where);

/// An Error of kind usage if one of the settings would change nothing: whoever gave it thinks that it does.
void refuse_unread(const RunConfig& config, const std::vector<Setting>& given);

/// An Error of kind usage if a number is out of its range: a program of one's own fills a RunConfig as it likes.
void check_ranges(const RunConfig& config);

/// The configuration that a file of ours holds; whatever is wrong with it is an Error of kind data: not the user's
/// setting but the file is wrong.
RunConfig read_stored_config(std::string_view toml, const std::string& name);

/// The configuration as TOML, every key with its help as a comment; parse_config reads it back to the same.
std::string to_toml(const RunConfig& config);

/// What a data set's published protocol says (the paper's hyperparameters, features, folds), for known names; empty for
/// others.
std::vector<Setting> protocol_of(std::string_view dataset_name);

/// Built-in defaults, then the data set's protocol, then the file's settings, then the command line's, where one that
/// changes nothing is refused: a file may serve several commands. The data set is the last one named.
RunConfig build_config(const std::vector<Setting>& from_file, const std::vector<Setting>& from_command_line,
                       std::string_view file_name);

}  // namespace gnnir
