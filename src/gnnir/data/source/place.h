#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "gnnir/base/error.h"

namespace gnnir {

/// A line of a file, as messages name it: `[tu] MUTAG_A.txt:17: …`. Reads the numbers that stand there.
struct Place {
  std::string where;      ///< "[tu] MUTAG_A.txt"
  std::int64_t line = 0;  ///< from 1

  /// A field as a number; white space around it is ignored. Otherwise an Error of kind data, which names the column of
  /// a table.
  [[nodiscard]] std::int64_t integer(std::string_view field, std::string_view column = {}) const;
  /// Also refuses infinite numbers and those too large for a float; NaN passes.
  [[nodiscard]] float real(std::string_view field, std::string_view column = {}) const;
  /// The same without NaN.
  [[nodiscard]] float finite(std::string_view field, std::string_view column = {}) const;

  /// An Error of kind data about this line.
  template <typename... Args>
  [[nodiscard]] Error error(fmt::format_string<Args...> format, Args&&... args) const {
    return data_error("{}:{}: {}", where, line, fmt::format(format, std::forward<Args>(args)...));
  }
};

}  // namespace gnnir
