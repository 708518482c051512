#pragma once

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/source/file_source.h"

namespace gnnir {

/// Reads files in whatever format they are: what formats() has for the names of files that lie together, else for how
/// the name of one ends (and for how it begins, where that does not tell). Files of several data sets, or of none, are
/// an Error of kind data that lists what is understood; of some formats several files are one data set. Graphs that
/// cannot be read go through `rejects`.
Dataset read_files(FileSource files, const ReadOptions& options, Rejects& rejects);

}  // namespace gnnir
