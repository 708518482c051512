#include "gnnir/settings/catalog_json.h"

#include <array>

#include "gnnir/base/enum_names.h"
#include "gnnir/base/error.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

template <>
struct EnumNames<EdgeUse> {
  static constexpr std::array table = {std::pair{"none", EdgeUse::none}, std::pair{"optional", EdgeUse::optional},
                                       std::pair{"required", EdgeUse::required}};
};
template <>
struct EnumNames<OwnOption::Type> {
  static constexpr std::array table = {
      std::pair{"integer", OwnOption::Type::integer}, std::pair{"number", OwnOption::Type::number},
      std::pair{"yes-or-no", OwnOption::Type::yes_or_no}, std::pair{"choice", OwnOption::Type::choice}};
};

namespace {

Json to_json(const std::vector<OwnOption>& options) {
  Json list = Json::array();
  for (const OwnOption& option : options) {
    list.push_back({{"key", option.key},
                    {"help", option.help},
                    {"type", name_of(option.type)},
                    {"default", option.fallback},
                    {"least", option.least},
                    {"most", option.most},
                    {"choices", option.choices}});
  }
  return list;
}

std::vector<OwnOption> options_from(const Json& list) {
  std::vector<OwnOption> options;
  for (const Json& item : list) {
    OwnOption option;
    option.key = item.at("key").get<std::string>();
    option.help = item.at("help").get<std::string>();
    option.type = parse_enum<OwnOption::Type>(item.at("type").get<std::string>(), "type");
    option.fallback = item.at("default").get<std::string>();
    option.least = item.at("least").get<double>();
    option.most = item.at("most").get<double>();
    option.choices = item.at("choices").get<std::vector<std::string>>();
    options.push_back(std::move(option));
  }
  return options;
}

}  // namespace

Json catalog_to_json() {
  Json json = {{"convolutions", Json::array()}, {"models", Json::array()}};
  for (const std::string& name : conv_names()) {
    const ConvEntry& entry = conv_entry(name);
    json["convolutions"].push_back({{"name", entry.name},
                                    {"summary", entry.summary},
                                    {"edges", name_of(entry.edges)},
                                    {"options", to_json(entry.options)}});
  }
  for (const std::string& name : model_names()) {
    const ModelEntry& entry = model_entry(name);
    json["models"].push_back({{"name", entry.name},
                              {"summary", entry.summary},
                              {"options", to_json(entry.options)},
                              {"reads", entry.reads},
                              {"edges", entry.edges ? Json(name_of(*entry.edges)) : Json()}});
  }
  return json;
}

void add_to_catalog(const Json& json, const std::string& where) {
  try {
    for (const Json& item : json.at("convolutions")) {
      add_to_catalog(ConvEntry{item.at("name").get<std::string>(), item.at("summary").get<std::string>(),
                               parse_enum<EdgeUse>(item.at("edges").get<std::string>(), "edges"),
                               options_from(item.at("options"))});
    }
    for (const Json& item : json.at("models")) {
      add_to_catalog(ModelEntry{item.at("name").get<std::string>(), item.at("summary").get<std::string>(),
                                options_from(item.at("options")), item.at("reads").get<std::vector<std::string>>(),
                                item.at("edges").is_null()
                                    ? std::nullopt
                                    : std::optional(parse_enum<EdgeUse>(item["edges"].get<std::string>(), "edges"))});
    }
  } catch (const Json::exception& error) {
    throw data_error("{}: {}", where, error.what());
  }
}

}  // namespace gnnir
