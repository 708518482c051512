#pragma once

#include <string>

#include "gnnir/data/formats/format.h"

namespace gnnir {

/// Reads nauty's formats, a graph to a line: graph6, sparse6 and digraph6 (data/formats/graph6_codec.h), which one file
/// may mix. One of the headers `>>graph6<<`, `>>sparse6<<` and `>>digraph6<<` may begin the file or any line, with or
/// without a line end behind it. There are no classes and no labels. Edges of sparse6 that stand there twice become
/// one. Errors read
/// `[graph6] graphs.g6:17: expected 2 bytes for the edges of 5 nodes, found 1`.
Dataset read_graph6(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects);

/// A data set in nauty's formats, a graph to a line and no header, that read_graph6 reads back to equal graphs. There
/// is a place for nodes and edges and nothing else; graph6 has none for loops either, and only digraph6 has one for
/// directions. An Error of kind usage if there is more.
std::string graph6_text(const Dataset& dataset);
std::string sparse6_text(const Dataset& dataset);
std::string digraph6_text(const Dataset& dataset);

/// The entries of formats().
const Format& graph6_format();
const Format& sparse6_format();
const Format& digraph6_format();

}  // namespace gnnir
