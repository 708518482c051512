#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/json.h"

namespace gnnir {

/// A score that the paper has for what a run is: a number of the row of its table that the run reproduces.
struct PaperScore {
  std::string table;                 ///< "T2"
  std::string row;                   ///< "GNN-IR", as the table calls it
  std::string title;                 ///< of the number in the table: "mean"
  std::string part;                  ///< of the run, that it is compared with: "test"
  std::string score;                 ///< likewise: "accuracy"
  std::string statistic;             ///< over trainings: "mean_std", "max", as tables have them
  std::string number;                ///< in the paper's words and units: "98.67 ± 1.8", "OOM"
  std::optional<double> value, std;  ///< the same as numbers, in the units of the run's scores
  bool operator==(const PaperScore&) const = default;
};

Json paper_scores_json(const std::vector<PaperScore>& scores);
/// Throws Json::exception if it is something else.
std::vector<PaperScore> paper_scores_from_json(const Json& json);

}  // namespace gnnir
