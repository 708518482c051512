#include "gnnir/train/config.h"

#include <algorithm>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"

namespace gnnir {
namespace {

const ConfigField* find_field(std::string_view path) {
  const auto& fields = config_fields();
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const ConfigField& f) { return f.path() == path; });
  return found == fields.end() ? nullptr : &*found;
}

std::vector<std::string> known_paths() {
  std::vector<std::string> paths;
  for (const ConfigField& field : config_fields()) paths.push_back(field.path());
  return paths;
}

/// "data.dataset" and friends: first by the whole path, then by the key alone in any section.
std::string suggest_key(const std::string& path) {
  std::string by_path = suggestion(path, known_paths());
  if (!by_path.empty()) return by_path;
  const std::string key = path.substr(path.find('.') + 1);
  for (const ConfigField& field : config_fields()) {
    if (field.key == key) return fmt::format(" Did you mean '{}'?", field.path());
  }
  return "";
}

std::string place(const std::string& name, const toml::node& node) {
  return fmt::format("{}:{}", name, node.source().begin.line);
}

std::string value_as_text(const toml::node& node, const ConfigField& field, const std::string& where) {
  const bool textual = field.type == "text" || !field.choices.empty();
  if (const auto* value = node.as_string(); value && textual) return value->get();
  if (const auto* value = node.as_boolean(); value && field.type == "true or false")
    return value->get() ? "true" : "false";
  const bool number_or_all = field.type == "integer or \"all\"";
  if (const auto* value = node.as_string(); value && number_or_all) return value->get();
  if (const auto* value = node.as_integer(); value && (field.type.starts_with("integer") || field.type == "number")) {
    return fmt::format("{}", value->get());
  }
  if (const auto* value = node.as_floating_point(); value && field.type == "number") return format_exact(value->get());
  if (const auto* values = node.as_array(); values && field.type == "list of texts") {
    Json items = Json::array();
    for (const toml::node& item : *values) {
      if (!item.is_string()) throw usage_error("{}: {}: expected texts only", where, field.path());
      items.push_back(item.as_string()->get());
    }
    return to_text(items);
  }
  const std::string expected =
      field.choices.empty() ? field.type : fmt::format("one of {}", fmt::join(field.choices, ", "));
  std::ostringstream found;
  found << node.type();
  throw usage_error("{}: {}: expected {}, found a value of type {}", where, field.path(), expected, found.str());
}

}  // namespace

std::string option_of(std::string_view path) {
  const ConfigField* field = find_field(path);
  return field ? field->flags.substr(field->flags.find("--")) : std::string(path);
}

std::vector<Setting> parse_config(std::string_view toml_text, const std::string& name) {
  // The parser nests tables as deep as a dotted key has parts and takes them apart by recursion: of a longer text that
  // could overflow the stack.
  constexpr std::size_t max_bytes = 64 << 10;
  if (toml_text.size() > max_bytes) {
    throw usage_error("{}: expected a configuration of at most {} bytes, found {}", name, max_bytes, toml_text.size());
  }
  toml::table root;
  try {
    root = toml::parse(toml_text, name);
  } catch (const toml::parse_error& error) {
    throw usage_error("{}:{}: not valid TOML: {}", name, error.source().begin.line, error.description());
  }
  const std::vector<std::string> sections = {"data", "model", "train"};
  std::vector<Setting> settings;
  for (const auto& [section, node] : root) {
    const std::string section_name(section.str());
    const auto* table = node.as_table();
    if (!table || std::find(sections.begin(), sections.end(), section_name) == sections.end()) {
      const std::string hint = table ? suggestion(section_name, sections) : suggest_key("." + section_name);
      throw usage_error("{}: unknown {} '{}'; there are [data], [model] and [train].{}", place(name, node),
                        table ? "section" : "key", section_name, hint);
    }
    for (const auto& [key, value] : *table) {
      const std::string path = section_name + "." + std::string(key.str());
      const ConfigField* field = find_field(path);
      const std::string where = place(name, value);
      if (!field) throw usage_error("{}: unknown key '{}'.{}", where, path, suggest_key(path));
      std::string text = value_as_text(value, *field, where);
      RunConfig scratch;
      field->set(scratch, text, where + ": " + path);  // a bad value is reported here, where the line is known
      settings.emplace_back(path, std::move(text));
    }
  }
  return settings;
}

void apply_settings(RunConfig& config, const std::vector<Setting>& settings, std::string_view where) {
  for (const auto& [path, text] : settings) {
    const ConfigField* field = find_field(path);
    if (!field) throw usage_error("{}: unknown key '{}'.{}", where, path, suggest_key(path));
    field->set(config, text, where.empty() ? option_of(path) : fmt::format("{}: {}", where, path));
  }
}

void refuse_unread(const RunConfig& config, const std::vector<Setting>& given) {
  for (const auto& [path, text] : given) {
    const ConfigField* field = find_field(path);
    const std::string why = field && field->unread ? field->unread(config) : "";
    if (!why.empty()) throw usage_error("{}: has no effect here: {}", option_of(path), why);
  }
}

void check_ranges(const RunConfig& config) {
  RunConfig scratch;
  for (const ConfigField& field : config_fields()) {
    const bool all = field.get(config) == "\"all\"";
    if (!all && (field.type.starts_with("integer") || field.type == "number")) {
      field.set(scratch, field.get(config), field.path());
    }
  }
}

RunConfig read_stored_config(std::string_view toml, const std::string& name) {
  try {
    RunConfig config;
    apply_settings(config, parse_config(toml, name), name);
    return config;
  } catch (const Error& error) {
    throw data_error("{}", error.what());
  }
}

std::string to_toml(const RunConfig& config) {
  std::string result;
  std::string section;
  for (const ConfigField& field : config_fields()) {
    if (field.section != section) {
      result += fmt::format("{}[{}]\n", section.empty() ? "" : "\n", field.section);
      section = field.section;
    }
    result += fmt::format("# {}{}\n{} = {}\n", field.help,
                          field.choices.empty() ? "" : fmt::format(" ({})", fmt::join(field.choices, ", ")), field.key,
                          field.get(config));
  }
  return result;
}

RunConfig build_config(const std::vector<Setting>& from_file, const std::vector<Setting>& from_command_line,
                       std::string_view file_name) {
  std::string dataset;
  for (const auto* settings : {&from_file, &from_command_line}) {
    for (const auto& [path, text] : *settings) {
      if (path == "data.dataset") dataset = text;
    }
  }
  RunConfig config;
  apply_settings(config, protocol_of(dataset), "");
  apply_settings(config, from_file, file_name);
  apply_settings(config, from_command_line, "");
  refuse_unread(config, from_command_line);
  return config;
}

}  // namespace gnnir
