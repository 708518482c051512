#pragma once

#include <filesystem>
#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"

namespace gnnir {

/// Where named data sets are looked for: `data_dir`, else the environment's GNNIR_DATA; "" is nowhere.
std::filesystem::path data_folder(const std::filesystem::path& data_dir);

/// Opens a data set by what a person types, in this order:
/// - a path to a file, a folder or an archive, in any format that read_files understands;
/// - the name of a generated set (CSL, TRIANGLES, any case);
/// - NAME for which the data folder has NAME.zip or a folder NAME; a path likewise;
/// - NAME for which it has NAME_train, NAME_val and NAME_test, each a .zip or a folder: one data set with these parts.
/// Unknown: an Error of kind usage with what was tried and the nearest known name.
/// A data set read under the name TRIANGLES with all its 45,000 graphs gets its published parts. Graphs that were
/// skipped, if options say so, are written to a rejects file.
/// data_dir: a NAME is looked for there before it is taken for a path; "" means the environment's GNNIR_DATA, where
/// paths come first, or none.
Dataset open_dataset(const std::string& source, const std::filesystem::path& data_dir = {},
                     const ReadOptions& options = {});

/// The same for the content of a file that is not on disk, as what comes through a pipe; `name` is what it would be
/// called and tells the format: "stdin.jsonl".
Dataset read_dataset(const std::string& name, std::string content, const ReadOptions& options = {});

/// As a table of the paper means it: what can be generated is, and the rest is looked for in the data folder first, not
/// in the present one.
Dataset open_published(const std::string& name, const std::filesystem::path& data_dir, const ReadOptions& options);

}  // namespace gnnir
