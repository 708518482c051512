#pragma once

#include "gnnir/ir/individualize.h"
#include "gnnir/ir/refine.h"
#include "gnnir/ir/steps.h"
#include "gnnir/settings/ir_options.h"

namespace gnnir {

/// The steps on libtorch's operations: every branch is a complete copy of its graph. why: the reason if kernels were
/// asked for
std::unique_ptr<LayerSteps> make_reference_steps(Individualizer individualizer, Refiner refiner, MergeKind kind,
                                                 std::string why);

/// Where branches are equal, the gradient of max goes to the first of them. Not where branches go on unmerged.
at::Tensor merge(const Branches& branches, MergeKind kind);

}  // namespace gnnir
