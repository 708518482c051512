#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/source/place.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// The formats of nauty (B. D. McKay, formats.txt): a graph as a line of printable bytes, each of which holds six bits
/// plus 63. Told apart by the first byte:
///   DQc        graph6: the number of nodes, then a bit for each pair 01 02 12 03 13 23 …: undirected, no loops
///   :Fa@x^     sparse6: the number of nodes, then a list of edges: undirected
///   &DI?AO?    digraph6: the number of nodes, then the adjacency matrix row by row: directed
/// The number of nodes takes one byte up to 62, four up to 258047, eight beyond.

/// What a line lists; an undirected edge stands there in both directions, a loop once.
struct Graph6Line {
  NodeId num_nodes = 0;
  std::vector<Edge> edges;

  /// Bits beyond the last edge are ignored, as nauty does. An Error of kind data, which names the place, for anything
  /// else that is not such a line, for incremental sparse6 (';'), and for more nodes than most_nodes_in its bytes.
  static Graph6Line read(const Place& place, std::string_view text);
};

/// The graph of a line in any of the three formats, with loops and directions as they are there.
Graph decode_graph6_line(std::string_view line, const Place& place = {.where = "[graph6] line", .line = 1});

/// The line of a graph, without a line end, as nauty writes it. An Error of kind usage, which begins with `where`, if
/// the format has no place for the graph's loops or directions, or if the line would take more than a gigabyte.
std::string encode_graph6(const Graph& graph, std::string_view where = "[graph6]");
std::string encode_sparse6(const Graph& graph, std::string_view where = "[sparse6]");
std::string encode_digraph6(const Graph& graph, std::string_view where = "[digraph6]");

}  // namespace gnnir
