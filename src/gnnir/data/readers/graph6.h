#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/rejects.h"

namespace gnnir {

/// Reads nauty's formats, a graph to a line: graph6, sparse6 and digraph6 (data/graph6_codec.h), which one file may
/// mix. One of the headers `>>graph6<<`, `>>sparse6<<` and `>>digraph6<<` may begin the file or any line, with or
/// without a line end behind it. There are no classes and no labels. Edges of sparse6 that stand there twice become
/// one. Errors read
/// `[graph6] graphs.g6:17: expected 2 bytes for the edges of 5 nodes, found 1`.
Dataset read_graph6(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects);

}  // namespace gnnir
