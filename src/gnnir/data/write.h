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
  graph6,         ///< a file, as are the next two
  sparse6,
  digraph6,
  dimacs,  ///< a file of one graph if the path ends as such a file does, else a folder of them
};
template <>
struct EnumNames<DataFormat> {
  static constexpr std::array table = {std::pair{"tu", DataFormat::tu},
                                       std::pair{"jsonl", DataFormat::jsonl},
                                       std::pair{"csv", DataFormat::csv},
                                       std::pair{"powerful-gnns", DataFormat::powerful_gnns},
                                       std::pair{"graph6", DataFormat::graph6},
                                       std::pair{"sparse6", DataFormat::sparse6},
                                       std::pair{"digraph6", DataFormat::digraph6},
                                       std::pair{"dimacs", DataFormat::dimacs}};
};

/// By how the path ends: .jsonl and .ndjson, .txt (powerful-gnns), .g6, .s6 and .d6 (graph6, sparse6, digraph6),
/// .dimacs, .col and .clq (DIMACS), nothing (a TU folder). An Error of kind usage if it ends in anything else.
DataFormat format_of_path(const std::filesystem::path& path);

/// Writes a data set so that it reads back the same; it appears complete or not at all, and nothing is overwritten.
/// Returns remarks on what the format has no place for and what can be done without: names, the bounds of parts. An
/// Error of kind usage if it has no place for more than that.
std::vector<std::string> write_dataset(const Dataset& dataset, const std::filesystem::path& path, DataFormat format);

}  // namespace gnnir
