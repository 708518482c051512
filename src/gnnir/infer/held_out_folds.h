#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gnnir/infer/ensemble.h"
#include "gnnir/record/model_header.h"

namespace gnnir {

/// What models said together of graphs that none of them was trained on.
struct HeldOutFold {
  std::vector<std::size_t> models;  ///< their places among all
  TargetEncoding targets;           ///< the first one's
  std::vector<float> outputs;       ///< [graphs, outputs] as the first one would say it
  std::vector<float> labels;        ///< see HeldOutPart

  /// What those models say together of other graphs.
  [[nodiscard]] std::vector<float> outputs_of(std::span<const MemberResults> all) const;
};

/// Of models that answer together: one fold if all have the same validation graphs, as seeds have; else those of a
/// cross-validation, each with the graphs that it tests. An Error of kind usage if they are neither, or if a model
/// keeps nothing of held-out graphs.
std::vector<HeldOutFold> held_out_folds(std::span<const ModelHeader* const> models);

}  // namespace gnnir
