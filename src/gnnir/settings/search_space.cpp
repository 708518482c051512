#include "gnnir/settings/search_space.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gnnir/base/rng.h"
#include "gnnir/base/text.h"
#include "gnnir/settings/field_kinds.h"
#include "gnnir/settings/read_toml.h"

namespace gnnir {
namespace {

constexpr std::int64_t most_refused = 1000;  ///< draws in a row

std::optional<ConfigField> field_at(std::string_view path) {
  for (const ConfigField& field : all_config_fields()) {
    if (field.path() == path) return field;
  }
  return std::nullopt;
}

/// Why a setting is the same for all trials; empty if it may differ.
std::string why_the_same(std::string_view path) {
  if (path.starts_with("data.")) return "how graphs are read and divided is the same for all trials";
  if (path == "train.epochs") return "the search itself decides how many epochs a trial gets";
  if (path == "train.seed" || path == "train.seeds") return "trials shall differ by their settings alone";
  if (path == "train.metric") return "trials are compared by it";
  return "";
}

/// A value as apply_settings takes it.
std::string value_text(const toml::node& node, const std::string& where) {
  if (const auto* value = node.as_string()) return value->get();
  if (const auto* value = node.as_boolean()) return value->get() ? "true" : "false";
  if (const auto* value = node.as_integer()) return fmt::format("{}", value->get());
  if (const auto* value = node.as_floating_point()) return format_exact(value->get());
  throw usage_error("{}: expected numbers, texts, true or false", where);
}

double number_in(const toml::node& node, const std::string& where, std::string_view key) {
  const auto value = node.value<double>();
  if (!value || node.is_boolean() || !std::isfinite(*value)) {
    throw usage_error("{}: {}: expected a number", where, key);
  }
  return *value;
}

/// A value that the setting does not take is reported where it stands.
void check_value(const std::string& path, const std::string& text, const std::string& where) {
  RunConfig scratch;
  apply_settings(scratch, {{path, text}}, where);
}

std::string number_text(const SearchedSetting& setting, double value) {
  constexpr double most_digits = 1e15;
  return setting.whole && std::abs(value) < most_digits ? fmt::format("{:.0f}", value) : format_exact(value);
}

/// Whether a value reads back to the same without quotes.
bool is_bare(const std::string& text) {
  if (text == "true" || text == "false") return true;
  if (const auto whole = parse_integer(text)) return fmt::format("{}", *whole) == text;
  const auto number = parse_number(text);
  return number && std::isfinite(*number) && format_exact(*number) == text;
}

SearchedSetting parse_choices(const std::string& path, const toml::array& list, const std::string& where) {
  SearchedSetting setting{.path = path};
  if (list.empty()) throw usage_error("{}: {}: expected at least one value to try, found an empty list", where, path);
  for (const toml::node& item : list) {
    std::string text = value_text(item, fmt::format("{}: {}", where, path));
    check_value(path, text, where);
    if (std::find(setting.choices.begin(), setting.choices.end(), text) != setting.choices.end()) {
      throw usage_error("{}: {}: {} stands twice", where, path, text);
    }
    setting.choices.push_back(std::move(text));
  }
  return setting;
}

SearchedSetting parse_range(const ConfigField& field, const toml::table& table, const std::string& where) {
  static const std::vector<std::string> keys = {"integer", "log", "max", "min"};
  SearchedSetting setting{.path = field.path()};
  const std::string at = fmt::format("{}: {}", where, setting.path);
  const bool whole_only = field.type.starts_with("integer");
  if (!whole_only && field.type != "number") {
    throw usage_error("{}: only numbers have a range: expected a list of values to try", at);
  }
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (std::find(keys.begin(), keys.end(), name) == keys.end()) {
      throw usage_error("{}: unknown key {}: a range has min, max, log and integer.{}", at, in_quotes(name),
                        suggestion(name, keys));
    }
    const bool yes_or_no = name == "log" || name == "integer";
    if (yes_or_no && !node.is_boolean()) throw usage_error("{}: {}: expected true or false", at, name);
  }
  for (const char* key : {"min", "max"}) {
    if (!table.contains(key)) throw usage_error("{}: a range has min and max: {} is missing", at, key);
  }
  setting.least = number_in(*table.get("min"), at, "min");
  setting.most = number_in(*table.get("max"), at, "max");
  setting.log = table["log"].value_or(false);
  setting.whole = whole_only || table["integer"].value_or(false);
  if (setting.least >= setting.most) {
    throw usage_error("{}: expected min below max, found {} and {}", at, setting.least, setting.most);
  }
  if (setting.log && setting.least <= 0) throw usage_error("{}: log needs a min above 0, found {}", at, setting.least);
  for (const double end : {setting.least, setting.most}) {
    if (setting.whole && end != std::floor(end)) throw usage_error("{}: expected whole numbers, found {}", at, end);
    check_value(setting.path, number_text(setting, end), where);
  }
  return setting;
}

SearchedSetting parse_setting(const std::string& path, const toml::node& node, const std::string& name) {
  const std::string where = place_of(name, node);
  const std::optional<ConfigField> field = field_at(path);
  if (!field) {
    check_value(path, "", where);  // says that there is none, and the nearest name
    throw internal_error("[settings] {} is known and is not", path);
  }
  if (const std::string why = why_the_same(path); !why.empty()) {
    throw usage_error("{}: {} cannot be searched: {}", where, path, why);
  }
  if (const auto* list = node.as_array()) return parse_choices(path, *list, where);
  if (const auto* table = node.as_table()) return parse_range(*field, *table, where);
  throw usage_error("{}: {}: expected a list of values to try, or a range {{ min = …, max = … }}", where, path);
}

bool is_section(const std::string& key) { return key == "data" || key == "model" || key == "train"; }

void sort_by_path(std::vector<SearchedSetting>& settings) {
  std::sort(settings.begin(), settings.end(),
            [](const SearchedSetting& a, const SearchedSetting& b) { return a.path < b.path; });
}

/// Three digits are enough to try, and read well.
double rounded(const SearchedSetting& setting, double value) {
  value = setting.whole ? std::round(value) : parse_number(fmt::format("{:.3g}", value)).value_or(value);
  return std::clamp(value, setting.least, setting.most);
}

std::string draw_value(const SearchedSetting& setting, Rng& rng) {
  if (!setting.is_range()) return setting.choices[rng.below(setting.choices.size())];
  const double share = rng.uniform();
  // Every whole number as often as any other: each stands for what rounds to it.
  const double half = setting.whole ? 0.5 : 0;
  const double least = setting.log ? std::log(setting.least - half) : setting.least - half;
  const double most = setting.log ? std::log(setting.most + half) : setting.most + half;
  const double value = least + share * (most - least);
  return number_text(setting, rounded(setting, setting.log ? std::exp(value) : value));
}

/// The whole configuration, and upon it what was drawn; options of other models are forgotten.
RunConfig with_settings(const RunConfig& start, const std::vector<Setting>& settings) {
  SaidSettings said{.from_file = parse_config(to_toml(start), "the search's configuration", ConfigOrigin::stored)};
  said.from_file.insert(said.from_file.end(), settings.begin(), settings.end());
  return build_config(said, {});
}

SearchedSetting choices(const char* path, std::vector<std::string> values) { return {path, std::move(values)}; }

std::vector<SearchedSetting> worth_trying(const RunConfig& start) {
  std::vector<SearchedSetting> settings = {
      {.path = "train.lr", .least = 3e-4, .most = 1e-2, .log = true},
      choices("train.batch_size", {"32", "64", "128"}),
      choices("train.weight_decay", {"0", "1e-05", "0.0001", "0.001"}),
      choices("train.average", {"0", "0.99"}),
      choices("model.hidden", {"32", "64", "96", "128"}),
      {.path = "model.steps", .least = 2, .most = 6, .whole = true},
  };
  const auto add = [&](std::vector<SearchedSetting> more) {
    settings.insert(settings.end(), more.begin(), more.end());
  };
  if (start.model.architecture == "exact-ir") {
    // More than one individualized node is dear, and that none fits may be why there is none.
    if (start.model.ir.layers == 1) add({choices("model.ir_layers", {"0", "1"})});
    add({choices("model.mark", {"distance", "psi"}), choices("model.over_nodes", {"sum", "mean"}),
         choices("model.batch_norm", {"true", "false"}), choices("model.update", {"residual", "gru"}),
         choices("model.dropout", {"0", "0.1", "0.2", "0.3"})});
  } else {
    add({choices("model.ir_layers", {"1", "2", "3"}), choices("model.width", {"1", "2", "4", "8"}),
         choices("model.merge", {"max", "mean", "sum"}), choices("model.norm", {"none", "graph"}),
         choices("model.readout", {"sum", "mean"})});
  }
  return settings;
}

}  // namespace

bool SearchSpace::has(std::string_view path) const {
  return std::any_of(settings.begin(), settings.end(), [&](const SearchedSetting& s) { return s.path == path; });
}

SearchSpace parse_search_space(std::string_view toml_text, const std::string& name) {
  const toml::table root = read_toml(toml_text, name);
  SearchSpace space;
  const auto add = [&](const std::string& path, const toml::node& node) {
    if (space.has(path)) throw usage_error("{}: {} stands twice", place_of(name, node), path);
    space.settings.push_back(parse_setting(path, node, name));
  };
  for (const auto& [key, node] : root) {
    const std::string path(key.str());
    const auto* section = node.as_table();
    if (!section || !is_section(path)) {
      add(path, node);
      continue;
    }
    for (const auto& [inner, value] : *section) add(path + "." + std::string(inner.str()), value);
  }
  if (space.settings.empty()) {
    throw usage_error("{}: there is nothing to search: expected lines such as \"train.lr\" = [0.001, 0.01]", name);
  }
  sort_by_path(space.settings);
  return space;
}

std::string to_toml(const SearchSpace& space) {
  const auto value = [](const std::string& text) { return is_bare(text) ? text : fields::toml_string(text); };
  std::string text;
  for (const SearchedSetting& setting : space.settings) {
    if (setting.is_range()) {
      text += fmt::format("\"{}\" = {{ min = {}, max = {}{}{} }}\n", setting.path, number_text(setting, setting.least),
                          number_text(setting, setting.most), setting.log ? ", log = true" : "",
                          setting.whole ? ", integer = true" : "");
      continue;
    }
    std::vector<std::string> values;
    for (const std::string& choice : setting.choices) values.push_back(value(choice));
    text += fmt::format("\"{}\" = [{}]\n", setting.path, fmt::join(values, ", "));
  }
  return text;
}

SearchSpace default_search_space(const RunConfig& start, const std::vector<std::string>& fixed) {
  SearchSpace space;
  for (SearchedSetting& setting : worth_trying(start)) {
    const bool is_fixed = std::find(fixed.begin(), fixed.end(), setting.path) != fixed.end();
    if (is_fixed || !field_at(setting.path) || !why_unread(start, setting.path).empty()) continue;
    space.settings.push_back(std::move(setting));
  }
  sort_by_path(space.settings);
  return space;
}

void require_searchable(const SearchSpace& space, const std::vector<std::string>& fixed) {
  if (space.settings.empty()) throw setting_error("tune.space", "there is nothing to search: every setting is given");
  for (const std::string& path : fixed) {
    if (space.has(path)) throw setting_error(path, "is given, and tune.space searches it: leave out one of the two");
  }
}

DrawnSettings draw_settings(const SearchSpace& space, const RunConfig& start, std::uint64_t seed, std::int64_t trial) {
  if (trial == 0) return {start, {}, 0};
  std::string reason;
  for (std::int64_t refused = 0; refused < most_refused; ++refused) {
    Rng rng(seed, Purpose::search, static_cast<std::uint64_t>(trial), static_cast<std::uint64_t>(refused));
    std::vector<Setting> settings;
    for (const SearchedSetting& setting : space.settings) settings.emplace_back(setting.path, draw_value(setting, rng));
    try {
      RunConfig config = with_settings(start, settings);
      const auto is_unread = [&](const Setting& setting) { return !why_unread(config, setting.first).empty(); };
      if (std::erase_if(settings, is_unread) > 0) config = with_settings(start, settings);
      return {std::move(config), std::move(settings), refused};
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::usage) throw;
      reason = error.what();
    }
  }
  throw setting_error("tune.space", "{} draws in a row contradict themselves; the last one: {}", most_refused, reason);
}

}  // namespace gnnir
