#include "cli.h"

#include <fmt/format.h>

#include <map>
#include <regex>

#include "cli_audit.h"
#include "cli_model.h"
#include "cli_options.h"
#include "cli_report.h"
#include "cli_reproduce.h"
#include "cli_tune.h"
#include "commands.h"
#include "exit_code.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/version.h"
#include "output.h"
#include "words.h"

namespace gnnir::app {
namespace {

struct DataArguments {
  bool json = false;
  GenerateArguments generate;
  InspectArguments inspect;
  ShowArguments show;
  ConvertArguments convert;
  DownloadCommand download;
};

void add_data_commands(CLI::App& app, DataArguments& arguments, Action& action) {
  CLI::App* data = app.add_subcommand("data", "List, download, generate, inspect, show and convert data sets");
  data->footer(
      "Examples:\n  gnnir data list\n  gnnir data inspect MUTAG.zip\n  gnnir data show MUTAG.zip\n  gnnir data convert "
      "--help");
  CLI::App* list = data->add_subcommand("list", "Data sets known by name");
  list->add_flag("--json", arguments.json, "as JSON");
  list->footer("Example:\n  gnnir data list");
  list->callback([&] { action = [&] { return run_data_list(arguments.json); }; });

  add_download(*data, arguments.download, action);

  add_generate(*data, arguments.generate, action);
  add_inspect(*data, arguments.inspect, action);
  add_show(*data, arguments.show, action);
  add_convert(*data, arguments.convert, action);
}

struct BenchArguments {
  ConfigArguments config;
  BenchCommand command;
  std::int64_t threads = 0;
};

/// Whether a benchmark looks at a setting: the model and a step of training, and the data where it is not random.
bool benchmark_reads(const ConfigField& field, BenchCommand::What what) {
  const bool scaling = what == BenchCommand::What::scaling;
  const std::string path = field.path();
  if (path == "train.batch_size" || path == "train.shards" || path == "train.seed") return true;
  if (field.section == "data") {
    return !scaling && path != "data.dataset" && path != "data.folds" && path != "data.inner_validation";
  }
  return field.section == "model";
}

void add_bench_command(CLI::App& bench, BenchCommand::What what, const char* verb, const char* help, const char* footer,
                       BenchArguments& arguments, Action& action) {
  CLI::App* command = bench.add_subcommand(verb, help);
  if (what != BenchCommand::What::scaling) {
    command
        ->add_option("dataset", arguments.config.dataset,
                     "a name (see `gnnir data list`), a file, a folder or an archive (default: TRIANGLES)")
        ->type_name("DATA");
  }
  command->add_option("--config", arguments.config.file, "TOML file with settings; options override it")
      ->type_name("FILE");
  add_threads(*command, arguments.threads, "threads to compare with one (0: all cores)");
  command->add_option("--batches", arguments.command.batches, "batches timed per round")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->capture_default_str();
  command->add_option("--rounds", arguments.command.rounds, "rounds, of which the median counts")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""))
      ->capture_default_str();
  command->add_flag_callback(
      "--system-allocator", [&arguments] { arguments.command.keep_memory = false; },
      "the C library's own memory policy, for comparison");
  command->add_flag("--json", arguments.command.json, "the result as one JSON object");
  if (what == BenchCommand::What::scaling) add_engine(*command, arguments.command.engine);  // others compare both
  const bool rows = what == BenchCommand::What::rows;
  for (const ConfigField& field : option_fields()) {
    if (benchmark_reads(field, what)) add_config_option(*command, arguments.config, field);
  }
  command->footer(footer);
  command->callback([=, &arguments, &action] {
    action = [=, &arguments] {
      arguments.command.what = what;
      if (arguments.config.dataset.empty() && arguments.config.file.empty()) arguments.config.dataset = "TRIANGLES";
      if (rows && arguments.config.file.empty()) {  // what equal rows are about
        if (arguments.config.values.emplace("model.architecture", "exact-ir").second) {
          arguments.config.values.emplace("model.ir_layers", "1");
        }
      }
      arguments.command.config = arguments.config.build();
      arguments.command.threads = resolve_threads(arguments.threads);
      return load_learn_commands().bench(arguments.command);
    };
  });
}

void add_bench_refinement(CLI::App& bench, BenchRefinementCommand& arguments, Action& action) {
  CLI::App* command = bench.add_subcommand("refinement", "Colour refinement of a large random graph");
  command->add_option("--nodes", arguments.nodes, "nodes")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000).description(""))
      ->capture_default_str();
  command->add_option("--edges", arguments.edges, "edges, drawn at random; those drawn twice count once")
      ->type_name("N")
      ->check(CLI::Range(0, 500'000'000).description(""))
      ->capture_default_str();
  add_seed(*command, "--seed", arguments.seed, "seed of the graph");
  command->add_flag("--json", arguments.json, "the result as one JSON object");
  command->footer("Example:\n  gnnir bench refinement --nodes 1000000 --edges 5000000");
  command->callback([&] { action = [&] { return run_bench_refinement(arguments); }; });
}

void add_bench_commands(CLI::App& app, std::map<std::string, BenchArguments>& arguments,
                        BenchRefinementCommand& refinement, Action& action) {
  CLI::App* bench = app.add_subcommand("bench", "Measure speed against the machine's own matrix products");
  bench->footer("Examples:\n  gnnir bench train TRIANGLES -L 3 -k 4\n  gnnir bench train --help");
  add_bench_command(*bench, BenchCommand::What::train, "train",
                    "Training: share of the sgemm rate, ratio to the reference engine, threads, memory",
                    "Examples:\n  gnnir bench train TRIANGLES -L 3 -k 4\n"
                    "  gnnir bench train --config experiments/csl_l4_k16.toml --json",
                    arguments["train"], action);
  add_bench_command(*bench, BenchCommand::What::predict, "predict",
                    "Prediction: throughput, and the latency of a single graph",
                    "Example:\n  gnnir bench predict TRIANGLES -L 3 -k 4", arguments["predict"], action);
  add_bench_command(*bench, BenchCommand::What::rows, "rows",
                    "Exact IR: rows and time of a training with equal rows computed once, and one by one",
                    "Examples:\n  gnnir bench rows ZINC --hidden 96 --steps 6\n  gnnir bench rows NCI1 --json",
                    arguments["rows"], action);
  add_bench_command(*bench, BenchCommand::What::scaling, "scaling",
                    "Time of a training step against n, L, k and threads, on random graphs",
                    "Example:\n  gnnir bench scaling", arguments["scaling"], action);
  add_bench_refinement(*bench, refinement, action);
}

/// Long and short names of a command's options, or the names of its subcommands.
std::vector<std::string> known_names(const CLI::App& app, bool options) {
  std::vector<std::string> names;
  if (options) {
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(sub->get_name());
  }
  return names;
}

const CLI::App* chosen_command(const CLI::App& app) {
  const CLI::App* deepest = &app;
  while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
  return deepest;
}

/// "gnnir data list"
std::string words_of(const CLI::App& command) {
  return command.get_parent() == nullptr ? "gnnir" : words_of(*command.get_parent()) + " " + command.get_name();
}

/// The parser's messages for numbers of values and ranges.
std::string in_our_words(std::string message) {
  constexpr std::size_t longest = 2000;  // matching takes stack by the letter
  if (message.size() > longest) message = message.substr(0, longest) + "…";
  static const std::regex too_many(R"((.+): At Most (\d+) required but received (\d+))");
  static const std::regex too_few(R"((.+): At Least (\d+) required but received (\d+))");
  static const std::regex no_number(R"(Could not convert: (\S+) = (.*))");
  static const std::regex outside(R"((.+): Value (\S+) not in range (\S+) to (\S+))");
  const auto plain = [](const std::string& number) {
    const auto value = parse_number(number);
    return value ? fmt::format("{:.15g}", *value) : number;
  };
  std::smatch part;
  if (std::regex_match(message, part, too_many)) {
    return part[2] == "1"
               ? fmt::format("{}: expected once, found {} times", part[1].str(), part[3].str())
               : fmt::format("{}: expected at most {}, found {}", part[1].str(), part[2].str(), part[3].str());
  }
  if (std::regex_match(message, part, too_few)) {
    return fmt::format("{}: expected at least {}, found {}", part[1].str(), part[2].str(), part[3].str());
  }
  if (std::regex_match(message, part, no_number)) {
    return fmt::format("{}: expected a whole number, found {}", part[1].str(), part[2].str());
  }
  if (std::regex_match(message, part, outside)) {
    return fmt::format("{}: expected {} to {}, found {}", part[1].str(), plain(part[3]), plain(part[4]), part[2].str());
  }
  return message;
}

/// What other programs call our options and commands.
std::string synonym(const std::string& word) {
  static const std::map<std::string, std::string> known = {
      {"--k", "-k"},         {"--layers", "-L"},          {"--learning-rate", "--lr"},
      {"--output", "--out"}, {"--batch", "--batch-size"}, {"help", "gnnir --help"}};
  const auto found = known.find(word);
  return found == known.end() ? "" : fmt::format(" Did you mean {}?", found->second);
}

/// Words that no option and no argument took are mistakes: name the nearest thing that exists.
void refuse_leftovers(const CLI::App& app) {
  const CLI::App* deepest = chosen_command(app);
  for (const std::string& word : app.remaining(/*recurse=*/true)) {
    if (word == "--") continue;  // what follows is no option, however it begins
    const bool option = word.starts_with("-");
    const std::string name = word.substr(0, word.find('='));
    const bool wants_command = !option && !deepest->get_subcommands([](const CLI::App*) { return true; }).empty();
    throw usage_error("unknown {} '{}'.{} See `{} --help`.",
                      option          ? "option"
                      : wants_command ? "command"
                                      : "argument",
                      name,
                      synonym(name).empty() ? suggestion(name, known_names(*deepest, !wants_command)) : synonym(name),
                      words_of(*deepest));
  }
}

void allow_leftovers(CLI::App& app) {
  app.allow_extras();
  for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; })) allow_leftovers(*sub);
}

/// As it can be pasted into a terminal.
std::string join_command_line(int argc, char** argv) {
  std::string line = "gnnir";
  for (int i = 1; i < argc; ++i) line += " " + quoted_for_shell(argv[i]);
  return line;
}

/// Shows an argument that may be several by what stands for them.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_usage(const CLI::Option* option) const override {
    return option->get_expected_max() > 1 ? option->get_type_name() : CLI::Formatter::make_option_usage(option);
  }
};

}  // namespace

int run(int argc, char** argv) {
  CLI::App app("gnnir learns on graphs beyond what message passing can see: GNN-IR in C++.", "gnnir");
  app.set_version_flag("--version", std::string("gnnir ") + GNNIR_VERSION);
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_formatter()->column_width(34);
  app.footer(
      "First steps:\n  gnnir cv CSL                       tell apart graphs that no plain GNN can\n"
      "  gnnir train MUTAG.zip              train on your own graphs\n  gnnir train --help                 all options "
      "of a command");
  Action action;
  const std::string command_line = join_command_line(argc, argv);
  TrainArguments train;
  TrainArguments cv;
  std::map<std::string, ModelArguments> models;
  DataArguments data;
  ChecksCommand checks;
  add_training(app, false, train, action, command_line);
  add_training(app, true, cv, action, command_line);
  TuneArguments tuning;
  add_tune(app, tuning, action, command_line);
  add_model_commands(app, models, action);
  add_data_commands(app, data, action);
  std::map<std::string, BenchArguments> benches;
  BenchRefinementCommand refinement;
  add_bench_commands(app, benches, refinement, action);
  ReportCommand report;
  add_report(app, report, action);
  ReproduceArguments reproduce;
  add_reproduce(app, reproduce, action, command_line);
  AuditArguments audit;
  DistinguishArguments distinguish;
  add_audit(app, audit, action);
  add_distinguish(app, distinguish, action);
  CLI::App* checks_command =
      app.add_subcommand("checks", "Verify on this machine what the method promises, in a few seconds");
  checks_command->add_flag("--json", checks.json, "as JSON");
  checks_command->footer("Example:\n  gnnir checks");
  checks_command->callback([&] { action = [&] { return load_learn_commands().checks(checks); }; });
  allow_leftovers(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    throw usage_error("{}. See `{} --help`.", in_our_words(error.what()), words_of(*chosen_command(app)));
  }
  refuse_leftovers(app);
  if (action) return action();
  const CLI::App* command = chosen_command(app);
  show("{}", command->help(command == &app ? "" : words_of(*command->get_parent())));
  return exit_code_of(ErrorKind::usage);
}

}  // namespace gnnir::app
