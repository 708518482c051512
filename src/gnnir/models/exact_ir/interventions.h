#pragma once

#include <vector>

#include "gnnir/kernels/exact_plan.h"
#include "gnnir/models/model.h"

namespace gnnir {

// What interventions (infer/intervention.h) mean for exact IR.

/// [rows of level 0, 1]: 0 in graphs of which nothing is to be marked, else 1; undefined if there are none such.
at::Tensor marked_rows(const kernels::ExactPlan& plan, const ModelInput& input, const at::Tensor& like);

/// [branches]: how many sequences each stands for, or what these are to count for.
std::vector<float> branch_weights(const kernels::ExactPlan& plan, const ModelInput& input);

}  // namespace gnnir
