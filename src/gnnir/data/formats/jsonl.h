#pragma once

#include <string>

#include "gnnir/data/formats/format.h"

namespace gnnir {

/// Reads JSON lines, a graph to a line:
///   {"num_nodes": 3, "edges": [[0, 1], [1, 2]], "class": "toxic", "targets": {"mu": 1.2, "gap": null}}
/// - num_nodes may be left out where node_labels or node_attributes tell it; nodes count from 0.
/// - node_labels and edge_labels: a list of integers; node_attributes and edge_attributes: a list of lists of numbers.
///   What the first graph with nodes (edges) has, all have.
/// - class: a text, a number or a truth value. targets: by name. The first graph names them all, if only as null, which
///   is missing; so is a key that is not there. What becomes classes and what targets: LabelTable.
/// - id: a text or an integer, the graph's name. Keys that are to be kept may be there, too.
/// - Any other key is a mistake. Blank lines are none.
/// Errors read `[jsonl] graphs.jsonl:17: edges[3]: node 5 is outside 0..2`.
Dataset read_jsonl(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects);

/// A data set as JSON lines that read_jsonl reads back to equal examples, classes, class names, targets and ids;
/// every directed edge is written. The format has no place for parts and for names of classes that no graph has. An
/// Error of kind usage if the data set cannot be written.
std::string jsonl_text(const Dataset& dataset);

/// The entry of formats().
const Format& jsonl_format();

}  // namespace gnnir
