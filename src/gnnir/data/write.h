#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gnnir/base/enum_names.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// What a data set can be written as.
enum class DataFormat {
  tu,             ///< a folder
  jsonl,          ///< a file
  csv,            ///< tables: a folder
  powerful_gnns,  ///< a file
};
template <>
struct EnumNames<DataFormat> {
  static constexpr std::array table = {std::pair{"tu", DataFormat::tu}, std::pair{"jsonl", DataFormat::jsonl},
                                       std::pair{"csv", DataFormat::csv},
                                       std::pair{"powerful-gnns", DataFormat::powerful_gnns}};
};

/// By how the path ends: .jsonl and .ndjson, .txt (powerful-gnns), nothing (a TU folder). An Error of kind usage if it
/// ends in anything else.
DataFormat format_of_path(const std::filesystem::path& path);

/// Writes a data set so that it reads back the same; it appears complete or not at all, and nothing is overwritten.
/// Returns remarks on what the format has no place for and what can be done without: names, the bounds of parts. An
/// Error of kind usage if it has no place for more than that.
std::vector<std::string> write_dataset(const Dataset& dataset, const std::filesystem::path& path, DataFormat format);

}  // namespace gnnir
