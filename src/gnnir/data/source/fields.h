#pragma once

#include <cstdint>
#include <string_view>

#include "gnnir/data/source/place.h"

namespace gnnir {

/// The fields of a line, between spaces and tabs.
///   Fields fields(line.place(), line.text());
///   const std::int64_t nodes = fields.integer("the number of nodes");
class Fields {
 public:
  Fields(const Place& place, std::string_view text) : place_(place), rest_(text) {}

  /// "" after the last.
  std::string_view next();
  /// The next field as an integer, else an Error of kind data that expected `what`.
  std::int64_t integer(const char* what);

 private:
  const Place& place_;
  std::string_view rest_;
};

}  // namespace gnnir
