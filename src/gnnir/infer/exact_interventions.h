#pragma once

#include <span>
#include <vector>

#include "gnnir/graph/batch.h"
#include "gnnir/infer/intervention.h"
#include "gnnir/kernels/exact_plan.h"

namespace gnnir {

// What interventions mean for exact IR.

/// [rows of level 0]: 0 in graphs of which nothing is to be marked, else 1; empty if there are none such.
std::vector<float> marked_rows(const kernels::ExactPlan& plan, const Batch& batch,
                               std::span<const Intervention> interventions);

/// [branches]: how many sequences each stands for, or what these are to count for.
std::vector<float> branch_weights(const kernels::ExactPlan& plan, const Batch& batch,
                                  std::span<const Intervention> interventions);

}  // namespace gnnir
