#pragma once

#include <string>

#include "gnnir/metrics/metrics.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

/// A score for people: "98.67" for shares, shown in %, "0.137" for errors; "–" if it is no finite number.
std::string format_score(const std::string& name, double value);
/// "98.67 ± 1.83".
std::string format_summary(const std::string& name, const Summary& summary);
/// "ROC AUC", or "accuracy in %"; of one target or class "ROC AUC of toxic".
std::string score_title(const std::string& name);

/// "GNN-IR (L=2 k=2)", "exact IR (L=1)", "plain GNN (L=0)", or what else the model is called.
std::string model_words(const ModelOptions& options);

}  // namespace gnnir
