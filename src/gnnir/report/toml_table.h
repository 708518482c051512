#pragma once

#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {

/// A value of a TOML file, and how messages call it: `T2/table.toml:7: rows.name`.
struct TomlValue {
  const toml::node* node;
  std::string file;
  std::string path;

  [[nodiscard]] std::string where() const { return fmt::format("{}:{}: {}", file, node->source().begin.line, path); }

  [[nodiscard]] Error mismatch(const std::string& expected) const {
    std::ostringstream found;
    found << node->type();
    return usage_error("{}: expected {}, found a value of type {}", where(), expected, found.str());
  }

  [[nodiscard]] std::string text() const {
    if (const auto* value = node->as_string(); value && !value->get().empty()) return value->get();
    if (node->is_string()) throw usage_error("{}: expected text, found nothing", where());
    throw mismatch("text");
  }
  [[nodiscard]] std::optional<double> number() const {
    if (const auto* value = node->as_integer()) return static_cast<double>(value->get());
    if (const auto* value = node->as_floating_point()) return value->get();
    return std::nullopt;
  }
  [[nodiscard]] std::vector<TomlValue> list() const {
    const auto* array = node->as_array();
    if (!array) throw mismatch("a list");
    std::vector<TomlValue> values;
    for (const toml::node& value : *array) values.push_back({&value, file, path});
    return values;
  }
};

/// The keys of a table in a TOML file. What nobody has asked for is a mistake.
class TomlTable {
 public:
  explicit TomlTable(const TomlValue& value) : value_(value), table_(value.node->as_table()) {
    if (!table_) throw value.mismatch("a table");
  }

  [[nodiscard]] std::optional<TomlValue> find(const std::string& key) {
    known_.push_back(key);
    const toml::node* node = table_->get(key);
    if (!node) return std::nullopt;
    return TomlValue{node, value_.file, value_.path.empty() ? key : value_.path + "." + key};
  }
  [[nodiscard]] TomlValue at(const std::string& key) {
    const auto found = find(key);
    if (found) return *found;
    throw usage_error("{}:{}: {}'{}' is missing", value_.file, value_.node->source().begin.line,
                      value_.path.empty() ? "" : value_.path + ": ", key);
  }
  [[nodiscard]] std::string text(const std::string& key, const std::string& otherwise) {
    const auto found = find(key);
    return found ? found->text() : otherwise;
  }

  void refuse_unknown() const {
    for (const auto& [key, node] : *table_) {
      const std::string name(key.str());
      if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
      throw usage_error("{}:{}: unknown key {}{}.{}", value_.file, node.source().begin.line, in_quotes(name),
                        value_.path.empty() ? "" : " in " + value_.path, suggestion(name, known_));
    }
  }

  [[nodiscard]] const TomlValue& value() const { return value_; }

 private:
  TomlValue value_;
  const toml::table* table_;
  std::vector<std::string> known_;
};

}  // namespace gnnir
