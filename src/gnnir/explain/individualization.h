#pragma once

#include <span>
#include <string>
#include <vector>

#include "gnnir/explain/method.h"
#include "gnnir/infer/intervention.h"

namespace gnnir {

// The story of what was individualized: entry `ir` of explanation_methods(), in two halves.

/// GNN-IR: layer by layer the nodes that were chosen, by which margin, of which cells; what each branch says alone and
/// what is said without it; what would be said if no node were marked, or the next best in the place of the last.
void explain_choices(const ExplainedGraph& graph, Explanation& into);

/// Where branches are never merged, of each layer so many are told of and asked about.
inline constexpr std::size_t most_branches_told = 64;

/// Exact IR: what branches say, those of equal nodes together, alone; and what is said without them, or if no node were
/// marked.
void explain_branches(const ExplainedGraph& graph, Explanation& into);

/// What the (one) model says of copies of a graph, each with its intervention.
std::vector<double> numbers_under(const ExplainedGraph& graph, std::span<const Intervention> interventions,
                                  Explanation& into);

/// "node 3", "nodes 3 and 7", "nodes 3, 7, 9 and 5 more".
std::string nodes_text(std::span<const NodeId> nodes);

/// A number as sentences have it.
std::string in_words(double value);
Json json_of(double value);

}  // namespace gnnir
