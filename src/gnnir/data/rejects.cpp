#include "gnnir/data/rejects.h"

#include <fmt/format.h>

#include "gnnir/base/text.h"

namespace gnnir {

std::string csv_field(std::string_view text) {
  const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos && trimmed(text).size() == text.size();
  if (plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string Rejects::csv() const {
  std::string text = "line,reason,row\n";
  for (const Row& row : rows_) text += fmt::format("{},{},{}\n", row.line, csv_field(row.reason), csv_field(row.text));
  return text;
}

}  // namespace gnnir
