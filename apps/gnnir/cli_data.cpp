#include <fmt/format.h>

#include <array>
#include <string_view>

#include "cli_options.h"
#include "commands.h"

namespace gnnir::app {
namespace {

constexpr const char* any_data = "a name (see `gnnir data list`), a file, a folder or an archive";

/// The settings that say how files become graphs.
void add_reading_options(CLI::App& command, ConfigArguments& arguments, const RunConfig& defaults = {}) {
  constexpr std::array<std::string_view, 11> reading = {
      "data.data_dir",  "data.task",      "data.self_loops",     "data.direction", "data.targets", "data.smiles_column",
      "data.separator", "data.hydrogens", "data.molecule_edges", "data.on_error",  "data.rejects"};
  for (const ConfigField& field : config_fields()) {
    if (std::find(reading.begin(), reading.end(), field.path()) != reading.end()) {
      add_config_option(command, arguments, field, defaults);
    }
  }
}

/// ".jsonl, .ndjson (jsonl)" for each format that is written to a file.
std::vector<std::string> written_endings() {
  std::vector<std::string> endings;
  for (const Format* format : formats()) {
    if (format->is_folder() || !format->is_written()) continue;
    endings.push_back(fmt::format("{} ({})", fmt::join(format->endings, ", "), format->name));
  }
  return endings;
}

/// --format and --leave-out, as `convert` and `generate` have them.
void add_writing_options(CLI::App& command, const Format*& format, std::vector<std::string>& left_out,
                         const std::string& path) {
  command
      .add_option_function<std::string>(
          "--format", [&format](const std::string& name) { format = &find_written_format(name, "--format"); },
          fmt::format("what to write ({})", fmt::join(written_formats(), ", ")))
      ->type_name("NAME")
      ->default_str(fmt::format("as {} ends: {}, nothing ({})", path, fmt::join(written_endings(), ", "),
                                format_of_path("TO").name));
  command
      .add_option("--leave-out", left_out,
                  fmt::format("what not to write ({})", fmt::join(names_of<Knowledge>(), ", ")))
      ->type_name("WHAT")
      ->delimiter(',')
      ->allow_extra_args(false);
}

std::vector<Knowledge> knowledge_of(const std::vector<std::string>& names) {
  std::vector<Knowledge> left_out;
  for (const std::string& name : names) left_out.push_back(parse_enum<Knowledge>(name, "--leave-out"));
  return left_out;
}

/// "CFI: cycle, complete, cubic; SR: …"
std::string families_text() {
  std::vector<std::string> texts;
  for (const Generator& generator : generators()) {
    if (!generator.families.empty()) {
      texts.push_back(fmt::format("{}: {}", generator.name, fmt::join(generator.families, ", ")));
    }
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace

void add_generate(CLI::App& data, GenerateArguments& arguments, Action& action) {
  CLI::App* generate = data.add_subcommand("generate", "Write a generated data set");
  std::vector<std::string> names;
  for (const Generator& generator : generators()) names.push_back(generator.name);
  GenerateCommand& command = arguments.command;
  generate->add_option("name", command.name, fmt::format("one of {}", fmt::join(names, ", ")))
      ->required()
      ->type_name("NAME");
  generate->add_option("--out", command.to, "file or folder, must be new")->required()->type_name("PATH");
  generate->add_option("--family", command.options.families, fmt::format("only these ({})", families_text()))
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  generate
      ->add_option(
          "--size", command.options.size,
          fmt::format(
              "CFI: nodes of a base graph, at most ({}); SR: nodes of a graph, at most ({}); MOTIFS: nodes of a "
              "tree ({})",
              find_generator("CFI")->size, find_generator("SR")->size, find_generator("MOTIFS")->size))
      ->type_name("N")
      ->check(CLI::Range(1, 100'000).description(""));
  const CLI::Option* seed = add_seed(*generate, "--seed", command.options.seed,
                                     "CSL, CFI, SR: seed of the order of nodes; MOTIFS: of all that is drawn");
  add_writing_options(*generate, command.format, arguments.left_out, "PATH");
  generate->footer(
      "CFI: graphs 1 and 2 are a pair (plain, twisted), 3 and 4, …; `gnnir distinguish --pairs` compares them.\n"
      "Examples:\n  gnnir data generate CSL --out data/CSL\n"
      "  gnnir data generate CFI --family cubic --size 10 --out cfi.jsonl\n"
      "  gnnir data generate SR --out sr.g6 --leave-out classes");
  generate->callback([&, seed] {
    action = [&, given = seed->count() > 0] {
      arguments.command.seeded = given;
      arguments.command.left_out = knowledge_of(arguments.left_out);
      return run_data_generate(arguments.command);
    };
  });
}

void add_inspect(CLI::App& data, InspectArguments& arguments, Action& action) {
  CLI::App* inspect = data.add_subcommand("inspect", "Counts, degrees, labels, targets and what had to be mended");
  inspect->add_option("dataset", arguments.config.dataset, any_data)->required()->type_name("DATA");
  inspect->add_flag("--json", arguments.json, "as JSON");
  add_reading_options(*inspect, arguments.config);
  inspect->footer(
      "Examples:\n  gnnir data inspect MUTAG.zip\n  gnnir data inspect molecules.csv --target mu\n"
      "  gnnir data inspect graphs.jsonl --on-error skip --json");
  inspect->callback([&] { action = [&] { return run_data_inspect(arguments.config.build().data, arguments.json); }; });
}

void add_show(CLI::App& data, ShowArguments& arguments, Action& action) {
  CLI::App* show = data.add_subcommand("show", "A page with counts, histograms and pictures of graphs");
  ShowCommand& command = arguments.command;
  show->add_option("dataset", arguments.config.dataset, any_data)->required()->type_name("DATA");
  show->add_option("--index", command.graphs, "graphs to draw, from 0 (default: a spread, which the page explains)")
      ->type_name("N")
      ->delimiter(',')
      ->allow_extra_args(false);
  show->add_option("--keep", command.columns, "columns or keys of the data to write beneath pictures, beside names")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  show->add_option("--out", command.out, "the page, must be new (default: NAME.html in this folder)")
      ->type_name("FILE");
  add_reading_options(*show, arguments.config);
  show->footer(
      "One file, for a browser: nothing is sent or fetched. Nodes that message passing cannot tell apart have one "
      "colour.\n"
      "Examples:\n  gnnir data show MUTAG.zip\n  gnnir data show MUTAG --index 3,17 --out two.html\n"
      "  gnnir data show molecules.csv --target solubility --keep vendor");
  show->callback([&] {
    action = [&] {
      arguments.command.data = arguments.config.build().data;
      return run_data_show(arguments.command);
    };
  });
}

void add_convert(CLI::App& data, ConvertArguments& arguments, Action& action) {
  CLI::App* convert = data.add_subcommand("convert", "Write a data set in another format");
  convert->add_option("from", arguments.config.dataset, any_data)->required()->type_name("FROM");
  convert->add_option("to", arguments.to, "file or folder, must be new")->required()->type_name("TO");
  add_writing_options(*convert, arguments.format, arguments.left_out, "TO");
  RunConfig as_in_the_file;
  as_in_the_file.data.direction = Direction::directed;
  add_reading_options(*convert, arguments.config, as_in_the_file);
  convert->footer(
      "Edges are kept as they are in the file, unless --direction or --self-loops say otherwise.\n"
      "Examples:\n  gnnir data convert MUTAG.zip mutag.jsonl\n  gnnir data convert COLLAB data/COLLAB --format tu\n"
      "  gnnir data convert graphs.jsonl tables --format csv --on-error skip\n"
      "  gnnir data convert MUTAG mutag.txt --leave-out edge-labels");
  convert->callback([&] {
    action = [&] {
      ConvertCommand command{.from = arguments.config.build().data,
                             .to = arguments.to,
                             .format = arguments.format != nullptr ? *arguments.format : format_of_path(arguments.to),
                             .left_out = knowledge_of(arguments.left_out)};
      if (!arguments.config.values.contains("data.direction")) command.from.direction = Direction::directed;
      return run_data_convert(command);
    };
  });
}

}  // namespace gnnir::app
