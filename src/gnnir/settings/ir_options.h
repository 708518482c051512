#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "gnnir/base/enum_names.h"

namespace gnnir {

/// Who chooses the target cell.
enum class SelectorKind {
  gru,         ///< the paper's: a recurrent projection vector that remembers earlier layers
  mlp,         ///< ablation: a projection vector from the graph's embedding, no memory
  projection,  ///< one learned projection vector (plain Top-K)
  random,      ///< ablation: nodes drawn uniformly, no learned score
};
template <>
struct EnumNames<SelectorKind> {
  static constexpr std::array table = {std::pair{"gru", SelectorKind::gru}, std::pair{"mlp", SelectorKind::mlp},
                                       std::pair{"projection", SelectorKind::projection},
                                       std::pair{"random", SelectorKind::random}};
};

/// How branches become one embedding again, node by node and channel by channel.
enum class MergeKind {
  max,
  sum,
  mean,
  tree,   ///< not at all: every branch goes on as a graph of its own, up to k^l of them after layer l
  paths,  ///< nor there, but a branch has one child only: k branches in every layer, each choosing its own next node
};
/// Whether branches go on as graphs of their own.
inline bool unmerged(MergeKind merge) { return merge == MergeKind::tree || merge == MergeKind::paths; }
template <>
struct EnumNames<MergeKind> {
  static constexpr std::array table = {std::pair{"max", MergeKind::max}, std::pair{"sum", MergeKind::sum},
                                       std::pair{"mean", MergeKind::mean}, std::pair{"tree", MergeKind::tree},
                                       std::pair{"paths", MergeKind::paths}};
};

/// What happens where the k-th place falls inside a cell of nodes with equal scores.
enum class TiePolicy {
  index,   ///< the lowest node ids are taken: depends on the order of nodes
  random,  ///< seeded draw within the cell
  cell,    ///< the whole cell is taken, up to max_branches: independent of the order of nodes
};
template <>
struct EnumNames<TiePolicy> {
  static constexpr std::array table = {std::pair{"index", TiePolicy::index}, std::pair{"random", TiePolicy::random},
                                       std::pair{"cell", TiePolicy::cell}};
};

/// What follows the MLP ψ that individualizes a node.
enum class PsiActivation { relu, none };
template <>
struct EnumNames<PsiActivation> {
  static constexpr std::array table = {std::pair{"relu", PsiActivation::relu}, std::pair{"none", PsiActivation::none}};
};

/// IrOptions::width: every node of a graph.
inline constexpr std::int64_t all_nodes = std::numeric_limits<std::int64_t>::max();
/// "4", or "all".
inline std::string width_name(std::int64_t width) { return width == all_nodes ? "all" : std::to_string(width); }

struct IrOptions {
  std::int64_t layers = 2;  ///< L ≥ 0; 0 is the plain GNN
  std::int64_t width = 4;   ///< k ≥ 1: nodes individualized per layer and graph (all of them where n < k)
  SelectorKind selector = SelectorKind::gru;
  MergeKind merge = MergeKind::max;
  TiePolicy ties = TiePolicy::index;
  std::int64_t max_branches = 64;  ///< of a graph at one time: see kernels/branch_limit.h
  double tie_tolerance = 1e-5;     ///< scores nearer than this, relative to the embeddings' length, are equal
  PsiActivation psi_activation = PsiActivation::none;  ///< the paper has relu; see docs/model.md

  /// k of layer l = 1…L: with merge = paths only the first layer branches.
  [[nodiscard]] std::int64_t width_of(std::int64_t layer) const {
    return merge == MergeKind::paths && layer > 1 ? 1 : width;
  }
};

}  // namespace gnnir
