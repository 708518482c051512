#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "gnnir/base/enum_names.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

/// Whether a prediction depends on the order in which the nodes of its graph are listed.
enum class Verdict {
  certified,  ///< provably not
  stable,     ///< not proved, but no difference was seen
  depends,    ///< a difference was seen
};
template <>
struct EnumNames<Verdict> {
  static constexpr std::array table = {std::pair{"certified", Verdict::certified}, std::pair{"stable", Verdict::stable},
                                       std::pair{"depends on node order", Verdict::depends}};
};

struct AuditOptions {
  std::int64_t relabellings = 10;  ///< random ones of each graph, whose predictions are compared with its own
  std::uint64_t seed = 0;
  /// Largest difference of the probability of a class, or of a standardised target, relative to the largest target if
  /// that is above 1.
  double tolerance = 1e-4;
};

/// Which pairs of graphs a method is to tell apart.
enum class ComparedPairs {
  consecutive,  ///< the first and the second, the third and the fourth, …
  all,
};

/// How graphs are told apart.
enum class Method {
  wl,      ///< colour refinement, exact
  ir,      ///< the search tree of individualization and refinement, exact
  gnn,     ///< message passing with random weights
  gnn_ir,  ///< with individualization
};
template <>
struct EnumNames<Method> {
  static constexpr std::array table = {std::pair{"wl", Method::wl}, std::pair{"ir", Method::ir},
                                       std::pair{"gnn", Method::gnn}, std::pair{"gnn-ir", Method::gnn_ir}};
};

/// How far the search trees of graphs are compared.
struct TreeOptions {
  std::int64_t depth = 0;         ///< individualized nodes at most; 0: until everything is told apart or discrete
  std::int64_t relabellings = 2;  ///< of every graph, which no depth may tell from it
  std::uint64_t seed = 0;         ///< of the relabellings
  double budget = 480;            ///< nominal seconds: tree_work_per_second
};
/// Nodes and edges of branches that a nominal computer looks at in a second: what a budget of seconds allows is
/// counted, never timed, so that it is the same on every computer.
constexpr double tree_work_per_second = 2e7;

/// Networks that graphs are told apart with.
struct RandomNetworks {
  ModelOptions model;
  std::int64_t networks = 3;      ///< with weights of their own
  std::int64_t relabellings = 2;  ///< of every graph, to know what order and rounding alone do to the outputs
  std::uint64_t seed = 0;
  double budget = 480;              ///< nominal seconds that all of it may take: network_flops_per_second
  std::int64_t max_rows = 500'000;  ///< nodes of all branches of one graph together
};
/// Floating-point operations (Network::flops) of a nominal computer: they are counted, nothing is timed.
constexpr double network_flops_per_second = 2e9;

}  // namespace gnnir
