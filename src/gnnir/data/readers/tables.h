#pragma once

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/readers/file_source.h"

namespace gnnir {

/// Reads graphs from up to three CSV tables, of a folder or an archive:
///   edges.csv    graph,source,target[,label][,attributes …]
///   nodes.csv    graph,node[,label][,attributes …]            if nodes have labels or attributes, or no edges
///   graphs.csv   graph[,class][,targets …]                    if there is something to learn
/// - Graphs and nodes are named by any text. Where a table of them is there, it has them all, and its order counts;
///   otherwise they are in the order in which they appear.
/// - Labels are integers. All further columns, whatever their names, are attributes (numbers); of graphs.csv they are
///   what LabelTable makes of them.
/// Errors read `[tables] edges.csv:17: node 'b' of graph 'first' is not in nodes.csv`.
Dataset read_tables(const FileSource& files, const ReadOptions& options);

}  // namespace gnnir
