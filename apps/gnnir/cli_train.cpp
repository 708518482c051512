#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "cli_options.h"
#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/ir/branch_limit.h"
#include "gnnir/train/started_run.h"

namespace gnnir::app {
namespace {

std::string default_run_folder(const RunConfig& config) {
  std::filesystem::path source(config.data.dataset);
  if (source.filename().empty()) source = source.parent_path();
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  const std::string stem = fmt::format("runs/{}-L{}-k{}-{:04}{:02}{:02}-{:02}{:02}{:02}", source.stem().string(),
                                       config.model.ir.layers, width_name(config.model.ir.width), parts.tm_year + 1900,
                                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
  std::string folder = stem;
  for (int copy = 2; std::filesystem::exists(folder); ++copy) folder = fmt::format("{}-{}", stem, copy);
  return folder;
}

/// The settings of a run that goes on. Only where its data is may be said anew: results must stay the same.
void take_started_run(const TrainArguments& arguments, const std::string& folder, TrainCommand& ready) {
  std::map<std::string, std::string> values = arguments.config.values;
  values.erase("data.data_dir");
  if (!arguments.out.empty() || !arguments.config.file.empty() || !values.empty() || arguments.baseline) {
    throw usage_error(
        "--resume goes on with the settings of {}: beside it only --threads, --checkpoint-every, --max-memory, "
        "--json and where the data is now may be given",
        folder);
  }
  const StartedRun run = read_run_folder(folder);
  const std::string verb = ready.cross_validate ? "cv" : "train";
  if (run.verb != verb) {
    throw usage_error("--resume: {} was made by `gnnir {}`: go on with gnnir {} --resume {}", folder, run.verb,
                      run.verb, folder);
  }
  ready.config = run.config;
  const auto data_dir = arguments.config.values.find("data.data_dir");
  ready.data = arguments.config.dataset.empty() ? run.config.data.dataset : arguments.config.dataset;
  ready.data_dir = data_dir == arguments.config.values.end() ? run.config.data.data_dir : data_dir->second;
  ready.baseline = run.baseline;
  ready.out = folder;
  ready.resume = true;
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

/// A new run.
void take_new_run(const TrainArguments& arguments, TrainCommand& ready) {
  if (ready.config.data.dataset.empty()) {
    throw usage_error("name a data set: a name (see `gnnir data list`), a file, a folder or an archive");
  }
  ready.data = ready.config.data.dataset;
  ready.data_dir = ready.config.data.data_dir;
  ready.baseline = arguments.baseline;
  if (ready.baseline && ready.config.model.ir.layers == 0) {
    throw usage_error("--baseline: with -L 0 the model is the baseline");
  }
  ready.out = arguments.out.empty() ? default_run_folder(ready.config) : arguments.out;
  refuse_used_folder(ready.out);  // before any work is done
  if (!arguments.json && protocol_adds(arguments.config.file, ready.data)) {
    fmt::print("settings of the published protocol of {}, where options say nothing else (--print-config)\n",
               std::filesystem::path(ready.data).filename().string());
  }
}

int run_training(const TrainArguments& arguments, bool cross_validate, const std::string& command_line) {
  TrainCommand ready;
  ready.cross_validate = cross_validate;
  if (arguments.resume) take_started_run(arguments, *arguments.resume, ready);
  if (!arguments.resume) {
    refuse_options_of_the_other(arguments, cross_validate);
    ready.config = arguments.config.build();
    if (cross_validate) refuse_fraction_of_next_fold(arguments, ready.config);
  }
  if (arguments.print_config) {
    fmt::print("{}", to_toml(ready.config));
    return 0;
  }
  if (!arguments.resume) take_new_run(arguments, ready);
  ready.threads = resolve_threads(arguments.threads);
  ready.checkpoint_every = arguments.checkpoint_every;
  ready.max_memory = arguments.max_memory;
  ready.json = arguments.json;
  ready.command_line = command_line;
  return load_learn_commands().train(ready);
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
  command->add_option("--resume", arguments.resume, "go on with an interrupted run, to the same results")
      ->type_name("RUN");
  command
      ->add_option("--checkpoint-every", arguments.checkpoint_every,
                   "also save within an epoch, every so many steps (0: at its end only)")
      ->type_name("STEPS")
      ->check(CLI::Range(0, 1'000'000'000).description(""))
      ->default_str("0");
  add_max_memory(*command, arguments.max_memory);
  command->add_flag("--baseline", arguments.baseline, "also train the plain GNN (L = 0) on the same splits");
  command->add_flag("--json", arguments.json, "one JSON object per line, the result last");
  command->add_flag("--print-config", arguments.print_config, "print the configuration as commented TOML and stop");
  add_config_options(*command, arguments.config);
  command->footer(cross_validate ? "Examples:\n  gnnir cv CSL\n  gnnir cv MUTAG.zip -L 2 -k 2 --seeds 3\n"
                                   "  gnnir cv --config experiments/csl_l2_k1.toml --baseline\n"
                                   "  gnnir cv --resume runs/first\n"
                                   "Known data sets bring the settings of their published protocol; "
                                   "--print-config shows what would be used."
                                 : "Examples:\n  gnnir train TRIANGLES -L 2 -k 4 --epochs 5\n"
                                   "  gnnir train my_graphs/ --out runs/first\n  gnnir train --resume runs/first\n"
                                   "  gnnir train CSL --print-config > csl.toml\n"
                                   "Known data sets bring the settings of their published protocol; "
                                   "--print-config shows what would be used.");
  command->callback([=, &arguments, &action] {
    action = [=, &arguments] { return run_training(arguments, cross_validate, command_line); };
  });
}

}  // namespace gnnir::app
