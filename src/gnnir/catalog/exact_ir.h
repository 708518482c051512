#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "gnnir/base/enum_names.h"
#include "gnnir/kernels/exact_plan.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

/// What becomes of a row with what a step made of its messages, x.
enum class ExactUpdate {
  residual,  ///< h + relu(x)
  plain,     ///< relu(x)
  gru,       ///< GRU(relu(x), h)
};
template <>
struct EnumNames<ExactUpdate> {
  static constexpr std::array table = {std::pair{"residual", ExactUpdate::residual},
                                       std::pair{"plain", ExactUpdate::plain}, std::pair{"gru", ExactUpdate::gru}};
};

/// What a branch adds to its graph's vector.
enum class ExactFound { any, relu, unit };
template <>
struct EnumNames<ExactFound> {
  static constexpr std::array table = {std::pair{"any", ExactFound::any}, std::pair{"relu", ExactFound::relu},
                                       std::pair{"unit", ExactFound::unit}};
};

/// Where all rows are equal the variance is 0, and a small epsilon amplifies rounding.
inline constexpr double exact_norm_epsilon = 1e-3;

/// What the options mean for exact IR: its own (catalog/model/exact_ir.cpp) and those of all models.
struct ExactIrOptions {
  std::int64_t d, depth, steps;
  bool distances, own, neighbours, shared_weights, norm, sum_branches, sum_nodes, pairs, share, orbits, until_discrete;
  ExactUpdate update;
  ExactFound found;
  double dropout = 0;
  std::int64_t radius = -1;

  static ExactIrOptions of(const ModelOptions& options);
  [[nodiscard]] kernels::ExactPlanOptions plan() const;
  /// No row, edge or branch stands for another.
  [[nodiscard]] kernels::ExactPlanOptions plan_apart() const;
  [[nodiscard]] std::int64_t different_steps() const;
  /// Of a branch: pooled rows and, if something is individualized, h[u,u].
  [[nodiscard]] std::int64_t branch_size() const { return depth > 0 && !pairs ? 2 * d : d; }
  /// See Trace::order_never_matters_because.
  [[nodiscard]] const char* why_order_never_matters() const {
    return depth > 0 ? "every node is individualized and nothing is merged: no node is chosen by its place"
                     : "nothing is individualized: no node is chosen";
  }
};

}  // namespace gnnir
