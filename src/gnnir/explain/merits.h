#pragma once

#include <vector>

#include "gnnir/explain/method.h"

namespace gnnir {

/// Figures of merit of an explanation. The nodes that it found are those with the largest values, of targets with those
/// farthest from 0: a share `top` of all nodes, rounded up, and whatever is as large as the last of them. With p(S)
/// what the model says of these nodes and the edges between them, of a class or an answer its probability:
///   fidelity+ = p(all) - p(all but those found), fidelity- = p(all) - p(those found), of targets the absolute values,
///   sparsity = the share of nodes that were not found,
///   unfaithfulness = 1 - exp(-KL(what is said of all ‖ what is said of those found)), of classes and answers.
/// A good explanation has a large fidelity+, and the others but sparsity near 0.
Merits merits_of(const ExplainedGraph& graph, Explanation& explanation);

/// The nodes that an explanation found, ascending, as above.
std::vector<NodeId> found_nodes(const std::vector<double>& values, double top, bool by_size);

/// 1 - exp(-KL(p ‖ q)).
double unfaithfulness(const std::vector<double>& p, const std::vector<double>& q);

/// Area under the ROC curve of values, absolute ones if `by_size`, against nodes that should be found. NaN unless both
/// kinds of nodes are there and all values are numbers.
double auc_of(const std::vector<double>& values, bool by_size, const std::vector<NodeId>& truth);

/// "3 7 8" as nodes of a graph, ascending. An Error of kind data that begins with `where` if it is something else.
std::vector<NodeId> nodes_in(const std::string& text, NodeId num_nodes, const std::string& where);

}  // namespace gnnir
