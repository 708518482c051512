#include "gnnir/settings/catalog.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/settings/config.h"

namespace gnnir {

// Of the room catalog/.
#define GNNIR_CONV(name) ConvEntry name##_conv_entry();
#include "gnnir/convolutions.inc"
#define GNNIR_MODEL(name) ModelEntry name##_model_entry();
#include "gnnir/models.inc"

namespace {

/// Entries keep their places, so that references to them stay good.
struct Catalog {
  std::recursive_mutex access;
  std::deque<ConvEntry> convs = {
#define GNNIR_CONV(name) name##_conv_entry(),
#include "gnnir/convolutions.inc"
  };
  std::deque<ModelEntry> models = {
#define GNNIR_MODEL(name) name##_model_entry(),
#include "gnnir/models.inc"
  };
};

Catalog& catalog() {
  static Catalog instance;
  return instance;
}

template <typename Entry>
const Entry* find(const std::deque<Entry>& entries, const std::string& name) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

template <typename Entry>
std::vector<std::string> names_of(const std::deque<Entry>& entries) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}

template <typename Entry>
const Entry& require(const std::deque<Entry>& entries, const std::string& name, const char* setting) {
  if (const Entry* entry = find(entries, name)) return *entry;
  const std::vector<std::string> known = names_of(entries);
  throw usage_error("{}: expected one of {}, found '{}'.{}", setting, fmt::join(known, ", "), name,
                    suggestion(name, known));
}

bool is_same(const OwnOption& a, const OwnOption& b) {
  return a.key == b.key && a.type == b.type && a.fallback == b.fallback && a.least == b.least && a.most == b.most &&
         a.choices == b.choices;
}

/// A key is written in TOML and typed as an option: it must mean one thing.
void require_new_key(const OwnOption& option, const std::string& owner, OwnedOption::Owner kind) {
  for (const ConfigField& field : config_fields()) {
    if (field.section == "model" && field.key == option.key) {
      throw usage_error("[registry] '{}': its option '{}' is a setting of all models; choose another key", owner,
                        option.key);
    }
  }
  for (const OwnedOption& other : own_options()) {
    if (other.option->key != option.key) continue;
    if (kind == OwnedOption::Owner::model && other.owner == kind && is_same(option, *other.option)) continue;
    throw usage_error("[registry] '{}': its option '{}' is there already, of '{}'; choose another key", owner,
                      option.key, fmt::join(other.owner_names, ", "));
  }
}

template <typename Entry>
void add(std::deque<Entry>& entries, Entry entry) {
  const std::lock_guard lock(catalog().access);
  if (find(entries, entry.name)) throw usage_error("[registry] '{}' is there already", entry.name);
  for (const OwnOption& option : entry.options) {
    require_new_key(option, entry.name,
                    std::is_same_v<Entry, ModelEntry> ? OwnedOption::Owner::model : OwnedOption::Owner::conv);
  }
  entries.push_back(std::move(entry));
}

}  // namespace

std::vector<std::string> conv_names() {
  const std::lock_guard lock(catalog().access);
  return names_of(catalog().convs);
}

std::vector<std::string> model_names() {
  const std::lock_guard lock(catalog().access);
  return names_of(catalog().models);
}

const ConvEntry& conv_entry(const std::string& name) {
  const std::lock_guard lock(catalog().access);
  return require(catalog().convs, name, "model.conv");
}

const ModelEntry& model_entry(const std::string& name) {
  const std::lock_guard lock(catalog().access);
  return require(catalog().models, name, "model.architecture");
}

void add_to_catalog(ConvEntry entry) { add(catalog().convs, std::move(entry)); }
void add_to_catalog(ModelEntry entry) { add(catalog().models, std::move(entry)); }

std::vector<OwnedOption> own_options() {
  const std::lock_guard lock(catalog().access);
  std::vector<OwnedOption> all;
  for (const ConvEntry& entry : catalog().convs) {
    for (const OwnOption& option : entry.options) all.push_back({OwnedOption::Owner::conv, {entry.name}, &option});
  }
  for (const ModelEntry& entry : catalog().models) {
    for (const OwnOption& option : entry.options) {
      const auto other = std::find_if(all.begin(), all.end(), [&](const OwnedOption& owned) {
        return owned.owner == OwnedOption::Owner::model && owned.option->key == option.key;
      });
      if (other != all.end()) {
        other->owner_names.push_back(entry.name);
      } else {
        all.push_back({OwnedOption::Owner::model, {entry.name}, &option});
      }
    }
  }
  return all;
}

}  // namespace gnnir
