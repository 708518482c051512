#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/data/options.h"
#include "gnnir/settings/execution.h"
#include "gnnir/settings/model_options.h"
#include "gnnir/settings/train_options.h"

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

  bool own = false;  ///< of one convolution or model: written only where that is chosen

  [[nodiscard]] std::string path() const { return section + "." + key; }
  /// Whether it belongs to the configuration: not if it is an option of another convolution or model.
  [[nodiscard]] bool belongs_to(const RunConfig& config) const { return !own || unread(config).empty(); }
};
/// The table: what every model has in common, and GNN-IR's own. A convolution or another model may bring more.
const std::vector<ConfigField>& config_fields();
/// With these, of all that the catalog knows (settings/catalog.h).
std::vector<ConfigField> all_config_fields();

/// A value for a field, not yet applied: (path, text), for example {"train.lr", "0.01"}.
using Setting = std::pair<std::string, std::string>;

/// Reads a TOML file or text into settings. Unknown sections and keys are errors of kind usage with the nearest name;
/// messages begin with `name:line`.
enum class ConfigOrigin { user, stored };
std::vector<Setting> parse_config(std::string_view toml, const std::string& name,
                                  ConfigOrigin origin = ConfigOrigin::user);

/// What a file that we wrote before settings were as they are now may still say: keys of how a model is run, which are
/// no settings any more. In a stored file they are read over; a user who asks for something else than the default is
/// told.
bool is_retired(std::string_view path);
/// The engine among them; fused if it says nothing.
Engine stored_engine(std::string_view toml);

/// Applies settings in order; `where` begins error messages, which carry the path of the setting.
void apply_settings(RunConfig& config, const std::vector<Setting>& settings, std::string_view where);

/// Why nothing reads the setting in this configuration, for example "it is for conv = pna"; empty if something does.
std::string why_unread(const RunConfig& config, const std::string& path);

/// An Error of kind usage if one of the settings would change nothing: whoever gave it thinks that it does.
void refuse_unread(const RunConfig& config, const std::vector<Setting>& given);

/// An Error of kind usage if a number, or an option of the convolution or the model, is out of its range, or settings
/// contradict each other: a program of one's own fills a RunConfig as it likes.
void check_ranges(const RunConfig& config);

/// An Error of kind usage if two settings contradict each other: a warm-up that never ends, a cosine that rises.
void refuse_contradictions(const RunConfig& config);

/// The configuration that a file of ours holds; whatever is wrong with it is an Error of kind data: not the user's
/// setting but the file is wrong.
RunConfig read_stored_config(std::string_view toml, const std::string& name);

/// The configuration as TOML, every key with its help as a comment; parse_config reads it back to the same.
std::string to_toml(const RunConfig& config);

/// What a data set's published protocol says (the paper's hyperparameters, features, folds), for known names; empty for
/// others.
std::vector<Setting> protocol_of(std::string_view dataset_name);

/// What a person says of a run.
struct SaidSettings {
  std::vector<Setting> from_file = {};
  std::vector<Setting> from_command_line = {};
  std::string file_name = {};

  /// The last word on a setting, if there is one.
  [[nodiscard]] std::optional<std::string> last(std::string_view path) const;
};

/// Built-in defaults, then the data set's protocol, then the file's settings, then the command line's, where one that
/// changes nothing is refused: a file may serve several commands. The data set is the last one named.
RunConfig build_config(const SaidSettings& said);
/// The same with these instead of the protocol.
RunConfig build_config(const SaidSettings& said, const std::vector<Setting>& defaults);

}  // namespace gnnir
