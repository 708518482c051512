#include "fuzz/sections.h"

namespace gnnir {

std::map<std::string, std::string> sections_of(std::string_view input) {
  constexpr std::string_view mark = "== ";
  std::map<std::string, std::string> sections;
  std::string* section = nullptr;
  while (!input.empty()) {
    const std::string_view line = input.substr(0, input.find('\n'));
    const bool has_end = line.size() < input.size();
    if (line.starts_with(mark)) {
      section = &sections.emplace(line.substr(mark.size()), "").first->second;
    } else if (section != nullptr) {
      section->append(input.substr(0, line.size() + (has_end ? 1 : 0)));
    }
    input.remove_prefix(line.size() + (has_end ? 1 : 0));
  }
  return sections;
}

}  // namespace gnnir
