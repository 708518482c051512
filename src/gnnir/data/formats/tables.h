#pragma once

#include "gnnir/data/formats/format.h"

namespace gnnir {

/// Reads graphs from up to three CSV tables, of a folder or an archive:
///   edges.csv    graph,source,target[,label][,attributes …]
///   nodes.csv    graph,node[,label][,attributes …]            if nodes have labels or attributes, or no edges
///   graphs.csv   graph[,class][,targets …]                    if there is something to learn
/// - Graphs and nodes are named by any text. Where a table of them is there, it has them all, and its order counts;
///   otherwise they are in the order in which they appear.
/// - What graphs are called is kept, if it is more than their numbers.
/// - Labels are integers. All further columns, whatever their names, are attributes (numbers); of graphs.csv they are
///   what LabelTable makes of them.
/// Errors read `[tables] edges.csv:17: node 'b' of graph 'first' is not in nodes.csv`.
Dataset read_tables(const FileSource& files, const ReadOptions& options);

/// A data set as edges.csv, nodes.csv and graphs.csv (content by name) that read_tables reads back to equal examples,
/// classes, class names and targets; every directed edge is written. Graphs have their names, if each has one of
/// its own; otherwise they, and nodes, are named by their numbers, from 0. The format has no place for parts and for
/// names of classes that no graph has. An Error of kind usage if the data set cannot be written.
std::map<std::string, std::string> table_files(const Dataset& dataset);

/// The entry of formats().
const Format& tables_format();

}  // namespace gnnir
