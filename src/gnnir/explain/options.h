#pragma once

#include <cstdint>
#include <string>

namespace gnnir {

/// What is to be explained, and how.
struct ExplainOptions {
  std::string method = "occlusion";  ///< a name of explanation_methods()
  /// Whose log-odds are explained: a class; of a question with two answers one of them. Empty: the predicted class,
  /// yes.
  std::string class_name = {};
  std::string target = {};        ///< of several targets or questions one; empty: the only one
  double top = 0.2;               ///< figures of merit: the share of nodes with the largest values that counts as found
  std::int64_t samples = 200;     ///< myerson, of parts that are too large to be exact: orders of nodes that are drawn
  std::int64_t exact_nodes = 16;  ///< myerson: connected parts of a graph of at most so many nodes are exact
  std::int64_t steps = 32;        ///< gradient: points of the quadrature
  std::uint64_t seed = 0;         ///< of what is drawn
  /// What all of it may take at most, in nominal seconds: network_flops_per_second (audit/options.h). Work is counted,
  /// nothing is timed.
  double budget = 14'400;
  std::string truth = {};  ///< a column of Dataset::kept with the nodes that an explanation should find, "3 7 8"
};

}  // namespace gnnir
