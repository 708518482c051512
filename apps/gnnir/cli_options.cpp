#include "cli_options.h"

#include <fmt/format.h>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/settings/choice.h"
#include "words.h"

namespace gnnir::app {
namespace {

std::string group_title(const std::string& section) {
  if (section == "data") return "Data";
  return section == "model" ? "Model" : "Training";
}

/// What stands for the value in the help.
std::string placeholder(const ConfigField& field) {
  if (field.type == "integer") return "N";
  if (field.type == "integer or \"all\"") return "N|all";
  if (field.type == "number") return "X";
  if (field.type == "true or false") return "true|false";
  return field.choices.empty() ? "TEXT" : "NAME";
}

}  // namespace

const std::vector<ConfigField>& option_fields() {
  static const std::vector<ConfigField> fields = all_config_fields();
  return fields;
}

SaidSettings ConfigArguments::said() const {
  SaidSettings said;
  said.file_name = file;
  if (!file.empty()) said.from_file = parse_config(read_file(file), file);
  if (!dataset.empty()) said.from_command_line.emplace_back("data.dataset", dataset);
  for (const ConfigField& field : option_fields()) {
    const auto given = values.find(field.path());
    if (given != values.end()) said.from_command_line.emplace_back(field.path(), given->second);
  }
  return said;
}

/// As the help has it.
static std::string shown_value(const ConfigField& field, const RunConfig& config) {
  if (field.type == "list of texts") return "";
  std::string value = field.get(config);
  std::erase(value, '"');
  return value;
}

CLI::Option* add_config_option(CLI::App& app, ConfigArguments& arguments, const ConfigField& field,
                               const RunConfig& defaults) {
  if (field.type == "list of texts") {
    return app
        .add_option_function<std::vector<std::string>>(
            field.flags,
            [&arguments, &field](const std::vector<std::string>& given) {
              arguments.values[field.path()] = to_text(Json(given));
            },
            with_options(field.help))
        ->type_name("NAME")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group_title(field.section));
  }
  const std::string flag = option_of(field.path());
  const std::string help = with_options(field.help);
  CLI::Option* option = app.add_option_function<std::string>(
      field.flags,
      [&arguments, &field, flag](const std::string& text) {
        RunConfig scratch;
        field.set(scratch, text, flag);
        arguments.values[field.path()] = text;
      },
      field.choices.empty() ? help : fmt::format("{} ({})", help, fmt::join(field.choices, ", ")));
  return option->type_name(placeholder(field))
      ->default_str(shown_value(field, defaults))
      ->group(group_title(field.section));
}

void add_config_options(CLI::App& app, ConfigArguments& arguments) {
  const RunConfig chosen = settings_of_small_graphs();
  for (const ConfigField& field : option_fields()) {
    if (field.path() == "data.dataset") continue;
    CLI::Option* option = add_config_option(app, arguments, field, chosen);
    const std::string built_in = shown_value(field, {});
    if (field.path() == "model.architecture") {
      option->default_str("what fits the graphs");
    } else if (option->get_default_str() != built_in) {
      option->default_str(fmt::format("{} (gnn-ir: {})", option->get_default_str(), built_in));
    }
  }
}

std::size_t resolve_threads(std::int64_t requested) {
  if (requested < 0) throw usage_error("--threads: expected at least 1 (or 0 for all cores), found {}", requested);
  constexpr std::int64_t most = 1024;
  if (requested > most) throw usage_error("--threads: expected at most {}, found {}", most, requested);
  return requested == 0 ? available_cores() : static_cast<std::size_t>(requested);
}

void add_max_memory(CLI::App& command, double& bytes) {
  command
      .add_option_function<std::string>(
          "--max-memory",
          [&bytes](const std::string& text) {
            const auto size = parse_size(text);
            if (!size) throw usage_error("--max-memory: expected a size such as 500M or 2G, found {}", in_quotes(text));
            bytes = *size;
          },
          "refuse work that would take more than this, for example 2G")
      ->type_name("SIZE")
      ->default_str("what is free");
}

void add_engine(CLI::App& command, std::optional<Engine>& engine) {
  command
      .add_option_function<std::string>(
          "--engine", [&engine](const std::string& name) { engine = parse_enum<Engine>(name, "--engine"); },
          fmt::format("what computes the model ({})", fmt::join(names_of<Engine>(), ", ")))
      ->type_name("NAME")
      ->default_str(name_of(Engine::fused));
}

void add_time_option(CLI::App& command, std::optional<double>& seconds, const std::string& help) {
  command
      .add_option_function<std::string>(
          "--time",
          [&seconds](const std::string& text) {
            seconds = parse_duration(text);
            if (!seconds) {
              throw usage_error("--time: expected a time above 0 such as 2h, 90m, 45s or 1h30m, found {}",
                                in_quotes(text));
            }
          },
          help)
      ->type_name("TIME")
      ->default_str("as long as it takes");
}

CLI::Option* add_seed(CLI::App& command, const char* option, std::uint64_t& seed, const char* help) {
  return command
      .add_option_function<std::string>(
          option,
          [=, &seed](const std::string& text) {
            const auto value = parse_integer(text);
            if (!value || *value < 0) throw usage_error("{}: expected a whole number from 0, found {}", option, text);
            seed = static_cast<std::uint64_t>(*value);
          },
          help)
      ->type_name("N")
      ->default_str("0");
}

CLI::Option* add_number(CLI::App& command, const char* option, double& value, NumberRange range, const char* help) {
  return command
      .add_option_function<std::string>(
          option,
          [=, &value](const std::string& text) {
            const auto number = parse_number(text);
            if (!number || !(*number >= range.least && *number <= range.most)) {
              throw usage_error("{}: expected a number from {} to {}, found {}", option, range.least, range.most, text);
            }
            value = *number;
          },
          help)
      ->default_str(fmt::format("{}", value));
}

void add_threads(CLI::App& command, std::int64_t& threads, const char* help) {
  command.add_option("--threads", threads, help)->type_name("N")->default_str("0");
}

}  // namespace gnnir::app
