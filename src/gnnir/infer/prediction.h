#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/infer/coverage.h"

namespace gnnir {

/// What a model says of one graph.
struct Prediction {
  std::int64_t graph = 0;  ///< its number in the data set
  /// Whether all outputs are finite numbers; where they are not, there is no class and no probability.
  bool finite = true;
  /// Classification: the likeliest class, a place in Predictions::names, and the probability of each. Otherwise -1, {}.
  std::int64_t predicted_class = -1;
  std::vector<double> probabilities = {};
  /// Several yes/no questions: the probability of yes, [questions], in `probabilities`; what is likelier is
  /// Predictions::answer.
  /// Regression: the targets in their own units, in the order of Predictions::names; NaN for what is not finite.
  std::vector<double> targets = {};
  /// Of several models: how far they are apart, the sample deviation of each probability or target. Else empty.
  std::vector<double> deviations = {};
  /// Whether the model had to choose among equal nodes, so that another order of nodes may give another prediction.
  bool order_may_matter = false;
  /// In what the graph is far from all that the model was trained on, so that the prediction is a guess
  /// (infer/unusual.h); mostly empty.
  std::vector<std::string> unusual = {};
  /// With PredictOptions::confidence; else empty.
  Bounds bounds = {};
};

struct Predictions {
  std::vector<std::string> names;  ///< of the classes, of the questions, or of the targets
  std::vector<Prediction> graphs;
  std::vector<std::string> remarks;                      ///< what a person should know, in sentences without an end
  std::vector<std::array<std::string, 2>> answers = {};  ///< yes/no questions: what no and yes are called, of each
  std::int64_t models = 1;                               ///< that answered together
  std::optional<double> confidence = {};                 ///< of Prediction::bounds
  /// The likelier answer to a question.
  [[nodiscard]] const std::string& answer(const Prediction& prediction, std::size_t question) const {
    return answers[question][prediction.probabilities[question] >= 0.5 ? 1 : 0];
  }
};

enum class EmbeddingKind { graph, node };
/// One embedding per graph (the head's input), or per node, for some graphs.
struct Embeddings {
  std::int64_t columns = 0;
  std::vector<float> rows;                 ///< [rows, columns]
  std::vector<std::int64_t> graph_of_row;  ///< [rows]
};

/// From what a model's head says of a graph: logits of classes or questions, or standardised targets.
Prediction decode(const TargetEncoding& encoding, std::span<const float> outputs);

/// What to say of graphs whose rows of outputs or embeddings are not all finite numbers; "" if there are none.
std::string remark_on_bad_outputs(std::span<const float> rows, std::span<const std::int64_t> graph_of_row);

}  // namespace gnnir
