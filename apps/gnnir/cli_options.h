#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "commands.h"
#include "gnnir/settings/config.h"

namespace gnnir::app {

/// What is to be run once the whole command line has been read and found good.
using Action = std::function<int()>;

/// What the command line gave for configuration fields, as text, in the order of the fields.
struct ConfigArguments {
  std::string dataset;
  std::string file;
  std::map<std::string, std::string> values;  // by field path

  [[nodiscard]] SaidSettings said() const;
  [[nodiscard]] RunConfig build() const { return build_config(said()); }
};

/// The fields that have options: the table's, and those that convolutions and models bring.
const std::vector<ConfigField>& option_fields();

/// The option of one configuration field; the field must stay. Its value is checked here, so that a typo is found
/// before libtorch is loaded. defaults: what the help shows
CLI::Option* add_config_option(CLI::App& app, ConfigArguments& arguments, const ConfigField& field,
                               const RunConfig& defaults = {});
/// One option per configuration field; the data set is an argument without a name. The help shows what is chosen for
/// graphs of one's own, and beside it what GNN-IR has.
void add_config_options(CLI::App& app, ConfigArguments& arguments);

void add_threads(CLI::App& command, std::int64_t& threads, const char* help);
/// 0 is all cores; an Error of kind usage for what cannot be.
std::size_t resolve_threads(std::int64_t requested);

void add_max_memory(CLI::App& command, double& bytes);
/// What computes a model.
void add_engine(CLI::App& command, std::optional<Engine>& engine);

/// A limit of time.
void add_time_option(CLI::App& command, std::optional<double>& seconds, const std::string& help);

/// A seed: a whole number from 0.
CLI::Option* add_seed(CLI::App& command, const char* option, std::uint64_t& seed, const char* help);

/// A number in a range; what is no finite number is in none.
struct NumberRange {
  double least;
  double most;
};
CLI::Option* add_number(CLI::App& command, const char* option, double& value, NumberRange range, const char* help);

/// `gnnir data download`.
void add_download(CLI::App& data, DownloadCommand& command, Action& action);

struct TrainArguments {
  ConfigArguments config;
  bool print_config = false;
  std::optional<bool> baseline;  ///< not given: where the model is not the plain GNN itself
  bool match_parameters = false;
  bool json = false;
  std::int64_t threads = 0;
  std::int64_t checkpoint_every = 0;
  double max_memory = 0;
  std::optional<double> time;  ///< seconds
  std::optional<Engine> engine;
  std::string out;
  std::optional<std::string> resume;  ///< the folder of a run
};
/// `gnnir train` and `gnnir cv`.
void add_training(CLI::App& app, bool cross_validate, TrainArguments& arguments, Action& action,
                  const std::string& command_line);

struct InspectArguments {
  ConfigArguments config;
  bool json = false;
};
/// `gnnir data inspect`.
void add_inspect(CLI::App& data, InspectArguments& arguments, Action& action);

struct ShowArguments {
  ConfigArguments config;
  ShowCommand command;
};
/// `gnnir data show`.
void add_show(CLI::App& data, ShowArguments& arguments, Action& action);

struct GenerateArguments {
  GenerateCommand command;
  std::vector<std::string> left_out;
};
/// `gnnir data generate`.
void add_generate(CLI::App& data, GenerateArguments& arguments, Action& action);

struct ConvertArguments {
  ConfigArguments config;
  std::string to;
  const Format* format = nullptr;  ///< by default as `to` ends
  std::vector<std::string> left_out;
};
/// `gnnir data convert`.
void add_convert(CLI::App& data, ConvertArguments& arguments, Action& action);

}  // namespace gnnir::app
