#include "gnnir/settings/field_kinds.h"

#include <cmath>

#include "gnnir/base/json.h"

namespace gnnir::fields {

ConfigField start(const Name& name, std::string type) {
  ConfigField field;
  field.section = name.section;
  field.key = name.key;
  field.flags = name.flags;
  field.help = name.help;
  field.type = std::move(type);
  return field;
}

ConfigField number(const Name& name, Access<double> access, Range range) {
  ConfigField field = start(name, "number");
  field.get = [access](const RunConfig& config) {
    std::string text = format_exact(read(access, config));
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;  // TOML tells 1 from 1.0
  };
  field.set = [access, range](RunConfig& config, std::string_view text, std::string_view where) {
    const auto value = parse_number(text);
    if (!value || !std::isfinite(*value)) throw usage_error("{}: expected a number, found '{}'", where, text);
    const bool inside =
        range.open ? *value > range.least && *value < range.most : *value >= range.least && *value <= range.most;
    if (!inside) {
      throw usage_error(
          "{}: expected a number {} {}{}, found {}", where, range.open ? "above" : "of at least", range.least,
          std::isfinite(range.most) ? fmt::format(" and {} {}", range.open ? "below" : "at most", range.most) : "",
          *value);
    }
    access(config) = *value;
  };
  return field;
}

std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

ConfigField text(const Name& name, Access<std::string> access) {
  ConfigField field = start(name, "text");
  field.get = [access](const RunConfig& config) { return toml_string(read(access, config)); };
  field.set = [access](RunConfig& config, std::string_view value, std::string_view where) {
    if (!is_utf8(std::string(value))) {
      throw usage_error("{}: expected text in UTF-8, found {}; rename it, or go to its folder and name it from there",
                        where, in_quotes(value));
    }
    access(config) = std::string(value);
  };
  return field;
}

ConfigField texts(const Name& name, Access<std::vector<std::string>> access) {
  ConfigField field = start(name, "list of texts");
  field.get = [access](const RunConfig& config) {
    std::vector<std::string> items;
    for (const std::string& item : read(access, config)) items.push_back(toml_string(item));
    return fmt::format("[{}]", fmt::join(items, ", "));
  };
  field.set = [access](RunConfig& config, std::string_view value, std::string_view where) {
    if (!is_utf8(std::string(value))) throw usage_error("{}: expected text in UTF-8", where);
    std::vector<std::string> items;
    for (const Json& item : parse_json(std::string(value), std::string(where)))
      items.push_back(item.get<std::string>());
    access(config) = std::move(items);
  };
  return field;
}

ConfigField yes_or_no(const Name& name, Access<bool> access) {
  ConfigField field = start(name, "true or false");
  field.get = [access](const RunConfig& config) { return read(access, config) ? "true" : "false"; };
  field.set = [access](RunConfig& config, std::string_view value, std::string_view where) {
    if (value != "true" && value != "false") throw usage_error("{}: expected true or false, found '{}'", where, value);
    access(config) = value == "true";
  };
  return field;
}

ConfigField name(const Name& name, Access<std::string> access, std::vector<std::string> (*names)()) {
  ConfigField field = start(name, "");
  field.choices = names();
  field.get = [access](const RunConfig& config) { return toml_string(read(access, config)); };
  field.set = [access, names](RunConfig& config, std::string_view value, std::string_view where) {
    const std::vector<std::string> known = names();
    if (std::find(known.begin(), known.end(), value) == known.end()) {
      throw usage_error("{}: expected one of {}, found '{}'.{}", where, fmt::join(known, ", "), value,
                        suggestion(value, known));
    }
    access(config) = std::string(value);
  };
  return field;
}

namespace {

OwnOptions& place_of(OwnedOption::Owner owner, ModelOptions& model) {
  return owner == OwnedOption::Owner::conv ? model.gnn.own : model.own;
}

}  // namespace

ConfigField own(const OwnedOption& owned) {
  const OwnOption& option = *owned.option;
  const OwnedOption::Owner owner = owned.owner;
  const bool is_conv = owner == OwnedOption::Owner::conv;
  const std::string where =
      fmt::format("{} = {}", is_conv ? "conv" : "architecture", fmt::join(owned.owner_names, " or "));
  ConfigField field;
  field.own = true;
  field.section = "model";
  field.key = option.key;
  field.flags = "--" + option.key;
  std::replace(field.flags.begin(), field.flags.end(), '_', '-');
  field.help = where + ": " + option.help;
  switch (option.type) {
    case OwnOption::Type::integer:
      field.type = "integer";
      break;
    case OwnOption::Type::number:
      field.type = "number";
      break;
    case OwnOption::Type::yes_or_no:
      field.type = "true or false";
      break;
    case OwnOption::Type::choice:
      field.choices = option.choices;
      break;
  }
  field.get = [&option, owner](const RunConfig& config) {
    const std::string& text = option.text(place_of(owner, const_cast<ModelOptions&>(config.model)));
    if (option.type == OwnOption::Type::choice) return toml_string(text);
    const bool whole = option.type == OwnOption::Type::number && text.find_first_of(".e") == std::string::npos;
    return whole ? text + ".0" : text;
  };
  field.set = [&option, owner](RunConfig& config, std::string_view text, std::string_view name) {
    option.set(place_of(owner, config.model), text, name);
  };
  field.unread = [is_conv, where, names = owned.owner_names](const RunConfig& config) {
    const std::string& chosen = is_conv ? config.model.gnn.conv : config.model.architecture;
    const bool read = std::find(names.begin(), names.end(), chosen) != names.end();
    return read ? std::string() : "it is for " + where;
  };
  return field;
}

ConfigField except_where(bool (*unread)(const RunConfig&), const char* why, ConfigField field) {
  field.unread = [=](const RunConfig& config) { return unread(config) ? why : ""; };
  return field;
}

}  // namespace gnnir::fields
