#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "gnnir/base/enum_names.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// The graph of Cai, Fürer and Immerman (1992) over a base graph: a node v of degree d becomes a gadget of 2^(d-1)
/// inner nodes, one for each even set S of its edges, and a pair of outer nodes 0 and 1 for each edge e; S is joined to
/// the outer node 1 of e if e is in S, else to 0. An edge of the base joins the outer nodes of its ends, 0 to 0 and 1
/// to 1; in the twisted graph, one edge joins 0 to 1 and 1 to 0. Over connected base graphs the two are not isomorphic,
/// and k-WL cannot tell them apart if the base's tree width is above k. An Error of kind usage if a node has
/// more than 16 neighbours, a loop, or an edge has only one direction.
Graph cfi_graph(const Graph& base, bool twisted);

/// Families of base graphs.
enum class CfiBase {
  cycle,     ///< from 3 nodes on
  complete,  ///< from 4 nodes on: gadgets of 2^(n-2) inner nodes
  cubic,     ///< all connected ones
};
template <>
struct EnumNames<CfiBase> {
  static constexpr std::array table = {std::pair{"cycle", CfiBase::cycle}, std::pair{"complete", CfiBase::complete},
                                       std::pair{"cubic", CfiBase::cubic}};
};

struct CfiOptions {
  std::vector<CfiBase> bases = {CfiBase::cycle, CfiBase::complete, CfiBase::cubic};
  NodeId most_nodes = 8;   ///< of a base graph
  std::uint64_t seed = 0;  ///< of the order of nodes
};

/// A pair for each base graph of at most that many nodes, smaller ones first, each once: graph 2i is untwisted (class
/// "0"), 2i + 1 twisted (class "1"), their nodes in random order. Name: "CFI". An Error of kind usage if there is no
/// such base graph, or complete ones of more than 12 nodes or cubic ones of more than 12 are asked for.
Dataset generate_cfi(const CfiOptions& options = {});

}  // namespace gnnir
