#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

struct Format;

/// Writes a data set so that it reads back the same; it appears complete or not at all, and nothing is overwritten.
/// Returns remarks on what the format has no place for and what can be done without: names, the bounds of parts. An
/// Error of kind usage if it has no place for more than that.
std::vector<std::string> write_dataset(const Dataset& dataset, const std::filesystem::path& path, const Format& format);
/// In the format that the path ends in (.jsonl, .txt, …); nothing is a folder of TU files. An Error of kind usage if it
/// ends in anything that is not written.
std::vector<std::string> write_dataset(const Dataset& dataset, const std::filesystem::path& path);

}  // namespace gnnir
