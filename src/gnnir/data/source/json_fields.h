#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/data/source/place.h"

namespace gnnir {

/// Reads the members of one JSON object and says what is wrong with them: `…:17: node_labels[3]: expected an integer`.
class JsonFields {
 public:
  /// An Error of kind data if `json` is not an object or has a key that is not known. Both outlive this.
  JsonFields(const Place& place, const Json& json, const std::vector<std::string>& known);

  /// Nothing if the key is not there.
  [[nodiscard]] const Json* member(const char* key) const;
  /// Nothing if the key is not there or null.
  [[nodiscard]] const Json* find(const char* key) const;
  /// The list under a key, or nothing.
  [[nodiscard]] const Json* list(const char* key) const;
  /// A list of integers; empty if there is none.
  [[nodiscard]] std::vector<std::int64_t> integers(const char* key) const;

  /// A list of lists of numbers, all of one length.
  struct Rows {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<float> values = {};
  };
  [[nodiscard]] Rows rows(const char* key) const;

  /// A piece of JSON as it may stand in a message.
  static std::string shown(const Json& json);

 private:
  const Place& place_;
  const Json& json_;
};

}  // namespace gnnir
