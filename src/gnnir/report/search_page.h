#pragma once

#include <filesystem>
#include <string>

namespace gnnir {

/// The folder of a search over settings as a page: the winner beside the defaults, what mattered, every trial, and how
/// trials were given up. Of an interrupted search what there is so far. An Error of kind usage if it holds no search.
std::string search_page(const std::filesystem::path& folder);

}  // namespace gnnir
