#pragma once

#include <filesystem>
#include <string>

namespace gnnir {

/// A table of the paper with our results, TABLE.json (table_results.h), as a page: both side by side, as bars and in
/// numbers, and what was run. An Error of kind usage if the file is no such table.
std::string table_page(const std::filesystem::path& file);

}  // namespace gnnir
