#pragma once

#include <array>
#include <span>
#include <vector>

#include "gnnir/infer/coverage.h"
#include "gnnir/record/model_header.h"
#include "gnnir/report/test_table.h"

namespace gnnir {

/// How often intervals or sets (infer/doubt.h) hold the label of a test graph, at one level of confidence.
struct KeptPromise {
  double promised = 0;
  std::vector<Coverage> of_columns;  ///< of each target or question, or of the classes; without graphs: not known
};

inline constexpr std::array promised_levels = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

/// The models that answer together under a name, with one split: their promises rest on its validation graphs, and are
/// kept or not on its test graphs.
struct PromisingModels {
  std::string training;  ///< as in TestTable::trainings
  std::vector<ModelHeader> headers;
};

/// Over the test graphs of all of them, by promised_levels. Nothing if no model keeps validation graphs, or the table
/// is of something else.
std::vector<KeptPromise> kept_promises(const TestTable& table, std::span<const PromisingModels> all);

}  // namespace gnnir
