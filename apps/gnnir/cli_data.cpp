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
  constexpr std::array<std::string_view, 10> reading = {
      "data.data_dir",      "data.task",      "data.self_loops",     "data.direction", "data.targets",
      "data.smiles_column", "data.hydrogens", "data.molecule_edges", "data.on_error",  "data.rejects"};
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

}  // namespace

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

void add_convert(CLI::App& data, ConvertArguments& arguments, Action& action) {
  CLI::App* convert = data.add_subcommand("convert", "Write a data set in another format");
  convert->add_option("from", arguments.config.dataset, any_data)->required()->type_name("FROM");
  convert->add_option("to", arguments.to, "file or folder, must be new")->required()->type_name("TO");
  convert
      ->add_option_function<std::string>(
          "--format",
          [&arguments](const std::string& name) { arguments.format = &find_written_format(name, "--format"); },
          fmt::format("what to write ({})", fmt::join(written_formats(), ", ")))
      ->type_name("NAME")
      ->default_str(
          fmt::format("as TO ends: {}, nothing ({})", fmt::join(written_endings(), ", "), format_of_path("TO").name));
  convert
      ->add_option("--leave-out", arguments.left_out,
                   fmt::format("what not to write ({})", fmt::join(names_of<Knowledge>(), ", ")))
      ->type_name("WHAT")
      ->delimiter(',')
      ->allow_extra_args(false);
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
                             .left_out = {}};
      for (const std::string& name : arguments.left_out) {
        command.left_out.push_back(parse_enum<Knowledge>(name, "--leave-out"));
      }
      if (!arguments.config.values.contains("data.direction")) command.from.direction = Direction::directed;
      return run_data_convert(command);
    };
  });
}

}  // namespace gnnir::app
