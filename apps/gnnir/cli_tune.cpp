#include "cli_tune.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/record/tuning.h"
#include "gnnir/settings/choice.h"
#include "output.h"

namespace gnnir::app {
namespace {

/// A search that goes on. Only where its data is may be said anew: results must stay the same.
Tuning take_started_search(const TuneArguments& arguments, const std::string& folder) {
  std::map<std::string, std::string> values = arguments.config.values;
  const auto data_dir = values.extract("data.data_dir");
  const bool says_more = !arguments.out.empty() || !arguments.config.file.empty() || !values.empty() ||
                         arguments.engine || arguments.time || arguments.trials || !arguments.space.empty() ||
                         arguments.cross_validate;
  if (says_more) {
    throw usage_error(
        "--resume goes on with the search of {}: beside it only --threads, --max-memory, --json and where the data is "
        "now may be given",
        folder);
  }
  Tuning tuning = read_tuning(folder).tuning;
  tuning.experiment.data = arguments.config.dataset;
  if (data_dir) tuning.experiment.data_dir = data_dir.mapped();
  return tuning;
}

void refuse_options_without_effect(const TuneArguments& arguments) {
  const auto given = [&](const char* path) { return arguments.config.values.contains(path); };
  for (const char* path : {"data.folds", "data.inner_validation"}) {
    if (given(path) && !arguments.cross_validate) throw setting_error(path, "only with --cv there are folds");
  }
  if (arguments.cross_validate && given("data.fold")) throw usage_error("--fold: with --cv all folds are searched");
  if (arguments.cross_validate && given("data.train_fraction")) {
    throw usage_error("--train-fraction: with --cv a search trains on what its folds leave, see --folds");
  }
}

/// "runs/tune-MUTAG-20260131-120000"
std::filesystem::path default_folder(const Experiment& experiment) {
  const std::filesystem::path folder = default_run_folder(experiment);
  return folder.parent_path() / ("tune-" + folder.filename().string());
}

Tuning take_new_search(const TuneArguments& arguments) {
  refuse_options_without_effect(arguments);
  Tuning tuning;
  Experiment& experiment = tuning.experiment;
  const SaidSettings said = arguments.config.said();
  experiment.config = choose_config(said, {}, {}).config;  // what is wrong with it shall be told before data is read
  if (leaves_choice(said)) experiment.said = said;
  for (const Setting& setting : said.from_command_line) tuning.fixed.push_back(setting.first);
  if (!arguments.space.empty()) {
    tuning.space = parse_search_space(read_file(arguments.space), arguments.space);
    require_searchable(*tuning.space, tuning.fixed);
  }
  if (experiment.config.data.dataset.empty()) {
    throw usage_error("name a data set: a name (see `gnnir data list`), a file, a folder or an archive");
  }
  experiment.cross_validate = arguments.cross_validate;
  experiment.folder = arguments.out.empty() ? default_folder(experiment) : std::filesystem::path(arguments.out);
  if (arguments.time) experiment.time.seconds = *arguments.time;
  if (arguments.engine) experiment.engine = *arguments.engine;
  tuning.trials = arguments.trials;
  require_runnable(experiment);
  return tuning;
}

int run_tuning(const TuneArguments& arguments, const std::string& command_line) {
  TuneCommand ready;
  const bool resumes = arguments.resume.has_value();
  ready.tuning = resumes ? take_started_search(arguments, *arguments.resume) : take_new_search(arguments);
  Experiment& experiment = ready.tuning.experiment;
  experiment.threads = resolve_threads(arguments.threads);
  ready.max_memory = experiment.max_memory = arguments.max_memory;
  if (!resumes) experiment.command = command_line;
  ready.json = arguments.json;
  return load_learn_commands().tune(ready);
}

constexpr const char* footer =
    "Examples:\n"
    "  gnnir tune MUTAG.zip --time 30m\n"
    "  gnnir tune my_graphs.jsonl --trials 54 --out runs/search\n"
    "  gnnir tune molecules.csv --target logS --split scaffold --space space.toml\n"
    "  gnnir tune MUTAG.zip --cv --trials 10\n"
    "  gnnir tune --resume runs/search\n"
    "What options say is the same for all trials; a file with --config says where the search starts.\n"
    "A space has lines such as\n"
    "  \"train.lr\" = { min = 1e-4, max = 1e-2, log = true }\n"
    "  \"model.hidden\" = [32, 64, 128]";

}  // namespace

void add_tune(CLI::App& app, TuneArguments& arguments, Action& action, const std::string& command_line) {
  CLI::App* command =
      app.add_subcommand("tune", "Search settings on validation graphs; the best is tested once at the end");
  command
      ->add_option("dataset", arguments.config.dataset,
                   "a name (see `gnnir data list`), a file, a folder or an archive")
      ->type_name("DATA");
  command->add_option("--config", arguments.config.file, "TOML file with settings to start from; options override it")
      ->type_name("FILE");
  command->add_option("--space", arguments.space, "TOML file with what to search (default: what suits the model)")
      ->type_name("FILE");
  command
      ->add_option("--trials", arguments.trials,
                   "trials, the defaults among them (default: 27, or as many as --time allows)")
      ->type_name("N")
      ->check(CLI::Range(2, 1'000'000).description(""));
  add_time_option(*command, arguments.time,
                  "begin no trials that do not fit this time, for example 30m or 2h; how many do depends on how fast "
                  "the machine is");
  command->add_flag("--cv", arguments.cross_validate, "a search in every fold; what it found is tested on that fold");
  command->add_option("--out", arguments.out, "folder of the search, must be new (default: runs/tune-NAME-…)")
      ->type_name("FOLDER");
  add_threads(*command, arguments.threads, "threads; results do not depend on it (0: all cores)");
  command->add_option("--resume", arguments.resume, "go on with an interrupted search, to the same results")
      ->type_name("SEARCH");
  add_max_memory(*command, arguments.max_memory);
  add_engine(*command, arguments.engine);
  command->add_flag("--json", arguments.json, "one JSON object per line, the result last");
  add_config_options(*command, arguments.config);
  command->footer(footer);
  command->callback(
      [=, &arguments, &action] { action = [=, &arguments] { return run_tuning(arguments, command_line); }; });
}

}  // namespace gnnir::app
