#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli_options.h"
#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/split/methods.h"
#include "gnnir/record/experiment.h"
#include "gnnir/record/extend_run.h"
#include "gnnir/record/initial_model.h"
#include "output.h"

namespace gnnir::app {
namespace {

std::int64_t epochs_to_go_on_to(const TrainArguments& arguments) {
  RunConfig config;
  apply_settings(config, {{"train.epochs", arguments.config.values.at("train.epochs")}}, "");
  return config.train.epochs;
}

/// A run that goes on. Where its data is may be said anew, and how many epochs it is to have: all else stays the same.
Experiment take_started_run(const TrainArguments& arguments, const std::string& folder, bool cross_validate) {
  std::map<std::string, std::string> values = arguments.config.values;
  const auto data_dir = values.extract("data.data_dir");
  const auto epochs = values.extract("train.epochs");
  if (!arguments.out.empty() || !arguments.config.file.empty() || !values.empty() || arguments.baseline ||
      arguments.match_parameters || arguments.engine || arguments.time) {
    throw usage_error(
        "--resume goes on with the settings of {}: beside it only more --epochs, --threads, --checkpoint-every, "
        "--max-memory, --json and where the data is now may be given",
        folder);
  }
  Experiment experiment = resumed_experiment(folder);
  if (experiment.cross_validate != cross_validate) {
    const std::string verb = experiment.cross_validate ? "cv" : "train";
    throw usage_error("--resume: {} was made by `gnnir {}`: go on with gnnir {} --resume {}", folder, verb, verb,
                      folder);
  }
  if (epochs) {
    extend_run(folder, epochs_to_go_on_to(arguments));
    experiment = resumed_experiment(folder);
  }
  experiment.data = arguments.config.dataset;
  if (data_dir) experiment.data_dir = data_dir.mapped();
  return experiment;
}

/// Options that mean nothing to the command would be taken for granted.
void refuse_options_of_the_other(const TrainArguments& arguments, bool cross_validate) {
  struct Foreign {
    bool in_cv;
    const char *setting, *words;
  };
  constexpr Foreign foreign[] = {
      {false, "data.folds", "--folds: only `gnnir cv` makes folds"},
      {false, "data.inner_validation", "--inner-validation: only `gnnir cv` makes folds"},
      {true, "data.fold", "--fold: `gnnir cv` trains on all folds; `gnnir train --split-file` on one of them"},
      {true, "data.train_fraction", "--train-fraction: `gnnir cv` trains on what its folds leave, see --folds"}};
  for (const Foreign& option : foreign) {
    if (option.in_cv == cross_validate && arguments.config.values.contains(option.setting)) {
      throw usage_error("{}", option.words);
    }
  }
}

void refuse_fraction_of_next_fold(const TrainArguments& arguments, const RunConfig& config) {
  if (config.data.inner_validation == InnerValidation::next_fold &&
      arguments.config.values.contains("data.validation_fraction")) {
    throw usage_error("--validation-fraction: has no effect here: it is for --inner-validation fraction");
  }
}

/// Whether a data set's protocol decides what the file leaves open.
bool protocol_adds(const std::string& file, const std::string& data) {
  const std::vector<Setting> said = file.empty() ? std::vector<Setting>() : parse_config(read_file(file), file);
  const std::vector<Setting> protocol = protocol_of(data);
  return std::any_of(protocol.begin(), protocol.end(), [&](const Setting& setting) {
    return std::none_of(said.begin(), said.end(), [&](const Setting& other) { return other.first == setting.first; });
  });
}

Experiment take_new_run(const TrainArguments& arguments, bool cross_validate) {
  refuse_options_of_the_other(arguments, cross_validate);
  Experiment experiment;
  const SaidSettings said = with_initial_model(arguments.config.said());
  experiment.config = choose_config(said, {}, {}).config;  // what is wrong with it shall be told before data is read
  if (leaves_choice(said)) experiment.said = said;
  experiment.cross_validate = cross_validate;
  const RunConfig& config = experiment.config;
  experiment.baseline = arguments.baseline.value_or(config.model.ir.layers > 0 && config.train.init.empty());
  experiment.match_parameters = arguments.match_parameters;
  if (cross_validate) refuse_fraction_of_next_fold(arguments, experiment.config);
  return experiment;
}

/// Names the folder, refuses what can be refused before libtorch is loaded, and says what nobody has asked for.
void prepare_new_run(const TrainArguments& arguments, Experiment& experiment) {
  const std::string& data = experiment.config.data.dataset;
  if (data.empty()) {
    throw usage_error("name a data set: a name (see `gnnir data list`), a file, a folder or an archive");
  }
  experiment.folder = arguments.out;
  if (arguments.out.empty()) experiment.folder = default_run_folder(experiment);
  require_runnable(experiment);
  if (!arguments.json && !experiment.said && protocol_adds(arguments.config.file, data)) {
    show("settings of the published protocol of {}, where options say nothing else (--print-config)\n",
         std::filesystem::path(data).filename().string());
  }
}

/// Of a data set that has a say in it, it is opened.
int print_config(const Experiment& experiment) {
  const bool open = experiment.said && !experiment.config.data.dataset.empty();
  show("{}", to_toml(open ? settled(experiment, open_data(experiment)).experiment.config : experiment.config));
  return 0;
}

int run_training(const TrainArguments& arguments, bool cross_validate, const std::string& command_line) {
  TrainCommand ready;
  ready.experiment = arguments.resume ? take_started_run(arguments, *arguments.resume, cross_validate)
                                      : take_new_run(arguments, cross_validate);
  if (arguments.time) ready.experiment.time.seconds = *arguments.time;
  ready.max_memory = ready.experiment.max_memory = arguments.max_memory;
  if (arguments.print_config) return print_config(ready.experiment);
  if (!arguments.resume) prepare_new_run(arguments, ready.experiment);
  ready.experiment.threads = resolve_threads(arguments.threads);
  ready.experiment.checkpoint_every = arguments.checkpoint_every;
  ready.experiment.command = command_line;
  ready.json = arguments.json;
  if (arguments.engine) ready.experiment.engine = *arguments.engine;
  return load_learn_commands().train(ready);
}

void add_time(CLI::App& command, std::optional<double>& seconds, bool cross_validate) {
  add_time_option(command, seconds,
                  fmt::format("end well within this time, for example 2h or 1h30m: with the last epoch that fits{}, a "
                              "cosine fitted to it; results then depend on how fast the machine is",
                              cross_validate ? " each fold's share" : ""));
}

constexpr const char* examples_of_cv =
    "Examples:\n"
    "  gnnir cv my_graphs.jsonl\n"
    "  gnnir cv MUTAG.zip -L 2 -k 2 --seeds 3\n"
    "  gnnir cv NCI1 --time 1h30m --schedule cosine\n"
    "  gnnir cv assays.csv --target logS --split group --split-column lab\n"
    "  gnnir cv --config experiments/csl_l2_k1.toml --match-parameters\n"
    "  gnnir cv --resume runs/first\n";

constexpr const char* examples_of_train =
    "Examples:\n"
    "  gnnir train my_graphs.jsonl\n"
    "  gnnir train TRIANGLES -L 2 -k 4 --epochs 5\n"
    "  gnnir train ZINC --schedule cosine --warmup 5 --epochs 1000 --time 2h\n"
    "  gnnir train molecules.csv --target logS --split scaffold\n"
    "  gnnir train my_graphs/ --no-baseline --out runs/first\n"
    "  gnnir train --resume runs/first\n"
    "  gnnir train --resume runs/first --epochs 300\n"
    "  gnnir train few_molecules.csv --target logS --init runs/first --freeze encoder\n"
    "  gnnir train CSL --print-config > csl.toml\n";

std::string words_after_examples() {
  std::string words =
      "Graphs of your own get settings that fit them: exact IR, or cheaper ones; known data sets bring those of their "
      "published protocol; --print-config shows them.\n"
      "Ways to divide graphs:";
  for (const SplitMethod* method : split_methods()) {
    words += fmt::format("\n  --split {:<11}{}", method->name, method->summary);
  }
  return words;
}

}  // namespace

void add_training(CLI::App& app, bool cross_validate, TrainArguments& arguments, Action& action,
                  const std::string& command_line) {
  CLI::App* command = app.add_subcommand(cross_validate ? "cv" : "train",
                                         cross_validate ? "Cross-validate: train and test a model on every fold"
                                                        : "Train a model on one split and test the best epoch");
  command
      ->add_option("dataset", arguments.config.dataset,
                   "a name (see `gnnir data list`), a file, a folder or an archive")
      ->type_name("DATA");
  command->add_option("--config", arguments.config.file, "TOML file with settings; options override it")
      ->type_name("FILE");
  command->add_option("--out", arguments.out, "run folder, must be new (default: runs/NAME-…)")->type_name("FOLDER");
  add_threads(*command, arguments.threads, "threads; results do not depend on it (0: all cores)");
  command
      ->add_option("--resume", arguments.resume,
                   "go on with an interrupted run, to the same results; with --epochs also to more of them")
      ->type_name("RUN");
  command
      ->add_option("--checkpoint-every", arguments.checkpoint_every,
                   "also save within an epoch, every so many steps (0: at its end only)")
      ->type_name("STEPS")
      ->check(CLI::Range(0, 1'000'000'000).description(""))
      ->default_str("0");
  add_time(*command, arguments.time, cross_validate);
  add_max_memory(*command, arguments.max_memory);
  add_engine(*command, arguments.engine);
  command->add_flag_function(
      "--baseline,!--no-baseline", [&arguments](std::int64_t asked) { arguments.baseline = asked > 0; },
      "whether the plain GNN (L = 0) is trained first, on the same splits (default: where it is not the "
      "model itself)");
  command->add_flag("--match-parameters", arguments.match_parameters,
                    "that plain GNN as wide as gives it as many parameters as the model");
  command->add_flag("--json", arguments.json, "one JSON object per line, the result last");
  command->add_flag("--print-config", arguments.print_config, "print the configuration as commented TOML and stop");
  add_config_options(*command, arguments.config);
  command->footer((cross_validate ? examples_of_cv : examples_of_train) + words_after_examples());
  command->callback([=, &arguments, &action] {
    action = [=, &arguments] { return run_training(arguments, cross_validate, command_line); };
  });
}

}  // namespace gnnir::app
