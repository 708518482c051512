#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gnnir {

/// Several texts in one input: a line `== name` begins each, what stands before the first is left out. Texts of one
/// name are joined.
std::map<std::string, std::string> sections_of(std::string_view input);

}  // namespace gnnir
