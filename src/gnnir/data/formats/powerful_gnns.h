#pragma once

#include <string>
#include <string_view>

#include "gnnir/data/formats/format.h"

namespace gnnir {

/// Whether a text begins as such a file does: a line with one integer, a line with two.
bool looks_like_powerful_gnns(std::string_view content);

/// Reads the text format of the powerful-gnns project (Xu et al. 2019):
///   2            graphs
///   3 1          nodes and class of the first
///   0 1 1        of each node its tag, how many neighbours it has, these (from 0) …
///   0 2 0 2
///   5 1 1 0.5    … and attributes, if nodes have any
///   …
/// Tags are node labels, unless all are 0. A graph that cannot be read may be skipped, as its first line tells how long
/// it is. `file` names it in messages: `[powerful-gnns] COLLAB.txt:17: node 45 is outside 0..44`.
Dataset read_powerful_gnns(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects);

/// A data set in the format that read_powerful_gnns reads back to equal examples and classes. The format has a class
/// for every graph and no more: an Error of kind usage if one is missing or not an integer, if there are targets,
/// labels or attributes of edges, or node labels that are all 0, which would read back as none.
std::string powerful_gnns_text(const Dataset& dataset);

/// The entry of formats().
const Format& powerful_gnns_format();

}  // namespace gnnir
