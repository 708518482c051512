#include "gnnir/settings/config.h"

#include <algorithm>
#include <optional>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/data/split/methods.h"
#include "gnnir/settings/field_kinds.h"
#include "gnnir/settings/metric_names.h"
#include "gnnir/settings/read_toml.h"

namespace gnnir {
namespace {

const ConfigField* find_in_table(std::string_view path) {
  const auto& fields = config_fields();
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const ConfigField& f) { return f.path() == path; });
  return found == fields.end() ? nullptr : &*found;
}

/// In the table, or among the options that convolutions and models bring.
std::optional<ConfigField> find_field(std::string_view path) {
  if (const ConfigField* field = find_in_table(path)) return *field;
  if (!path.starts_with("model.")) return std::nullopt;
  for (const OwnedOption& owned : own_options()) {
    if (path == "model." + owned.option->key) return fields::own(owned);
  }
  return std::nullopt;
}

std::vector<std::string> known_paths() {
  std::vector<std::string> paths;
  for (const ConfigField& field : all_config_fields()) paths.push_back(field.path());
  return paths;
}

/// "data.dataset" and friends: first by the whole path, then by the key alone in any section.
std::string suggest_key(const std::string& path) {
  // The right word in the wrong section comes before words that are only like it.
  const std::string key = path.substr(path.find('.') + 1);
  for (const ConfigField& field : config_fields()) {
    if (field.key == key) return fmt::format(" Did you mean '{}'?", field.path());
  }
  return suggestion(path, known_paths());
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

/// What is wrong with a value is said of the field, wherever it was given.
void set_field(const ConfigField& field, RunConfig& config, std::string_view text, std::string_view where) {
  const std::string path = field.path();
  try {
    field.set(config, text, where.empty() ? path : fmt::format("{}: {}", where, path));
  } catch (const Error& error) {
    throw Error(error.kind(), error.what(), path);
  }
}

}  // namespace

std::vector<ConfigField> all_config_fields() {
  const std::vector<OwnedOption> owned = own_options();
  std::vector<ConfigField> all;
  const auto add_own = [&](OwnedOption::Owner owner) {
    for (const OwnedOption& option : owned) {
      if (option.owner == owner) all.push_back(fields::own(option));
    }
  };
  for (const ConfigField& field : config_fields()) {
    if (field.path() == "model.edge_variables") add_own(OwnedOption::Owner::conv);
    all.push_back(field);
    if (field.path() == "model.architecture") add_own(OwnedOption::Owner::model);
  }
  return all;
}

bool is_retired(std::string_view path) { return path == "train.engine"; }

Engine stored_engine(std::string_view toml_text) {
  try {
    const toml::table root = toml::parse(toml_text);
    const auto name = root["train"]["engine"].value<std::string>();
    return name ? parse_enum<Engine>(*name, "train.engine") : Engine::fused;
  } catch (const toml::parse_error&) {
    return Engine::fused;  // whoever reads the settings says what is wrong with them
  }
}

std::vector<Setting> parse_config(std::string_view toml_text, const std::string& name, ConfigOrigin origin) {
  const toml::table root = read_toml(toml_text, name);
  const std::vector<std::string> sections = {"data", "model", "train"};
  std::vector<Setting> settings;
  for (const auto& [section, node] : root) {
    const std::string section_name(section.str());
    const auto* table = node.as_table();
    if (!table || std::find(sections.begin(), sections.end(), section_name) == sections.end()) {
      const std::string hint = table ? suggestion(section_name, sections) : suggest_key("." + section_name);
      throw usage_error("{}: unknown {} '{}'; there are [data], [model] and [train].{}", place_of(name, node),
                        table ? "section" : "key", section_name, hint);
    }
    for (const auto& [key, value] : *table) {
      const std::string path = section_name + "." + std::string(key.str());
      const std::optional<ConfigField> field = find_field(path);
      const std::string where = place_of(name, value);
      if (is_retired(path)) {
        if (origin == ConfigOrigin::stored || value.value_or<std::string>("") == "fused") continue;
        throw usage_error("{}: {}: no setting any more: leave it out, and name what is to run by run.engine", where,
                          path);
      }
      if (!field) throw usage_error("{}: unknown key '{}'.{}", where, path, suggest_key(path));
      std::string text = value_as_text(value, *field, where);
      RunConfig scratch;
      set_field(*field, scratch, text, where);  // a bad value is reported here, where the line is known
      settings.emplace_back(path, std::move(text));
    }
  }
  return settings;
}

void apply_settings(RunConfig& config, const std::vector<Setting>& settings, std::string_view where) {
  for (const auto& [path, text] : settings) {
    const std::optional<ConfigField> field = find_field(path);
    if (!field) throw usage_error("{}: unknown key '{}'.{}", where, path, suggest_key(path));
    set_field(*field, config, text, where);
  }
}

std::string why_unread(const RunConfig& config, const std::string& path) {
  static const ModelOptions defaults;
  const std::optional<ConfigField> found = find_field(path);
  if (!found) return "";
  const ConfigField& field = *found;
  if (field.section == "model" && field.key != "architecture" && config.model.architecture != defaults.architecture) {
    const ModelEntry& model = model_entry(config.model.architecture);
    const auto is_read = [&](const std::string& key) { return key == field.key; };
    const bool own = std::any_of(model.options.begin(), model.options.end(),
                                 [&](const OwnOption& option) { return is_read(option.key); });
    const bool of_conv =
        std::find(model.reads.begin(), model.reads.end(), "conv") != model.reads.end() && !find_in_table(field.path());
    if (!own && !of_conv && !model.reads.empty() && std::none_of(model.reads.begin(), model.reads.end(), is_read)) {
      return fmt::format("architecture = {} does not read it", model.name);
    }
  }
  return field.unread ? field.unread(config) : "";
}

void refuse_unread(const RunConfig& config, const std::vector<Setting>& given) {
  for (const auto& [path, text] : given) {
    const std::string why = why_unread(config, path);
    if (!why.empty()) throw setting_error(path, "has no effect here: {}", why);
  }
}

/// Values of options that the chosen convolution and model do not have are forgotten.
static void drop_foreign_options(ModelOptions& model) {
  if (model.own.empty() && model.gnn.own.empty()) return;
  const auto keep = [](OwnOptions& values, const std::vector<OwnOption>& options) {
    std::erase_if(values, [&](const auto& value) {
      return std::none_of(options.begin(), options.end(), [&](const OwnOption& o) { return o.key == value.first; });
    });
  };
  keep(model.gnn.own, conv_entry(model.gnn.conv).options);
  keep(model.own, model_entry(model.architecture).options);
}

/// Of a convolution or of a model.
template <typename Entry>
static void check_own_options(const OwnOptions& values, const Entry& entry) {
  for (const auto& [key, value] : values) {
    const std::string path = "model." + key;
    const auto option = std::find_if(entry.options.begin(), entry.options.end(),
                                     [&wanted = key](const OwnOption& o) { return o.key == wanted; });
    if (option == entry.options.end()) throw setting_error(path, "{} has no such option", entry.name);
    OwnOptions scratch;
    try {
      option->set(scratch, value, path);
    } catch (const Error& error) {
      throw Error(error.kind(), error.what(), path);
    }
  }
}

void refuse_contradictions(const RunConfig& config) {
  const TrainOptions& train = config.train;
  refuse_contradictory_split(config.data);
  if (train.warmup > 0 && train.warmup >= static_cast<double>(train.epochs)) {
    throw setting_error("train.warmup", "expected less than train.epochs, which is {}, found {}", train.epochs,
                        train.warmup);
  }
  if (train.schedule == ScheduleKind::cosine && train.min_lr >= train.lr) {
    throw setting_error("train.min_lr",
                        "train.schedule=cosine falls to it: expected less than train.lr, which is {}, found {}",
                        train.lr, train.min_lr);
  }
}

void check_ranges(const RunConfig& config) {
  RunConfig scratch;
  model_entry(config.model.architecture);
  conv_entry(config.model.gnn.conv);
  for (const ConfigField& field : config_fields()) {
    const bool all = field.get(config) == "\"all\"";
    if (!all && (field.type.starts_with("integer") || field.type == "number")) {
      set_field(field, scratch, field.get(config), "");
    }
  }
  check_own_options(config.model.gnn.own, conv_entry(config.model.gnn.conv));
  check_own_options(config.model.own, model_entry(config.model.architecture));
  refuse_contradictions(config);
}

RunConfig read_stored_config(std::string_view toml, const std::string& name) {
  try {
    RunConfig config;
    config.train.metric = accuracy_or_mae;  // files of before there was a choice do not say it
    apply_settings(config, parse_config(toml, name, ConfigOrigin::stored), name);
    drop_foreign_options(config.model);
    return config;
  } catch (const Error& error) {
    throw data_error("{}", error.what());
  }
}

std::string to_toml(const RunConfig& config) {
  std::string result;
  std::string section;
  for (const ConfigField& field : all_config_fields()) {
    if (!field.belongs_to(config)) continue;
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

/// Whether a file says how epochs are picked without a word on the metric, as all runs of before there was a choice.
static bool knows_no_metric(const std::vector<Setting>& file) {
  const auto says = [&](const char* path) {
    return std::any_of(file.begin(), file.end(), [&](const Setting& setting) { return setting.first == path; });
  };
  return says("train.select_by") && !says("train.metric");
}

RunConfig build_config(const SaidSettings& said, const std::vector<Setting>& defaults) {
  RunConfig config;
  apply_settings(config, defaults, "");
  if (knows_no_metric(said.from_file)) config.train.metric = accuracy_or_mae;
  apply_settings(config, said.from_file, said.file_name);
  apply_settings(config, said.from_command_line, "");
  refuse_unread(config, said.from_command_line);
  refuse_contradictions(config);
  drop_foreign_options(config.model);
  return config;
}

RunConfig build_config(const SaidSettings& said) {
  return build_config(said, protocol_of(said.last("data.dataset").value_or("")));
}

std::optional<std::string> SaidSettings::last(std::string_view path) const {
  for (const std::vector<Setting>* settings : {&from_command_line, &from_file}) {
    const auto found = std::find_if(settings->rbegin(), settings->rend(),
                                    [&](const Setting& setting) { return setting.first == path; });
    if (found != settings->rend()) return found->second;
  }
  return std::nullopt;
}

}  // namespace gnnir
