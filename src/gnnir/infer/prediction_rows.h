#pragma once

#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/infer/prediction.h"
#include "gnnir/infer/training_graphs.h"

namespace gnnir {

/// What a table of predictions shows: a row per graph with its number, its line where the data set has lines, what it
/// is called, the prediction and in what the graph is unusual.
struct PredictionTable {
  const Dataset& dataset;               ///< that the graphs are of
  const TargetEncoding& targets;        ///< the model's
  const Predictions& predictions;       ///< of graphs in ascending order, if skipped ones are shown
  std::vector<std::string> order = {};  ///< [predictions] whether it depends on the order of nodes; empty: not known
  /// [predictions] how far it moves over relabellings: one number for a class, else one for each name; or empty
  std::vector<std::vector<double>> spread = {};
  const NearestGraphs* nearest = nullptr;  ///< the training graphs nearest to each, if they were asked for,
  const Dataset* training = nullptr;       ///< and where these are
  bool names = true;                       ///< columns of Dataset::kept
  bool labels =
      false;  ///< what is true, before what is predicted, as far as the data set knows it: `true`, `true_NAME`
  bool skipped = false;  ///< also a row for every graph that was skipped, in its place: a column `error` says why
};

/// With a header. Classes: the predicted class and the probability of each, `p_NAME`; questions with two answers: of
/// each the likelier one, `NAME`, and the probability of its second, `p_NAME`; targets: their names and values. Fields
/// of a prediction that is not a finite number are empty. Of several models also how far they are apart: `std` of the
/// predicted class's probability, `std_NAME` of the probability of yes or of the target; `spread` likewise. With a
/// level of confidence the interval of each target, `lower_NAME` and `upper_NAME`; the classes of the set, `set`, or
/// the answers, `set_NAME`. Of the nearest training graphs what they are called and how far they are, `nearest`,
/// `distance`, `nearest_2`, …; whether that is `unfamiliar`, and `closer`: the share of the training graphs that lie
/// closer to another.
std::string predictions_csv(const PredictionTable& table);

/// A JSON object to a line, without labels: {"event": "prediction", "graph": 0, …}.
std::string predictions_json_lines(const PredictionTable& table);

}  // namespace gnnir
