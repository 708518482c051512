#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gnnir/base/thread_pool.h"
#include "gnnir/data/dataset.h"
#include "gnnir/infer/familiarity.h"
#include "gnnir/infer/predictor.h"

namespace gnnir {

/// The graphs that a model was trained on, in the data set that has them.
struct TrainingGraphs {
  Dataset dataset;
  std::vector<std::int64_t> graphs;  ///< ascending
};

/// Those of a run folder, or of a file in one: the training part of its split, in the data that it was begun on; of
/// several trainings all that one of them was trained on. `data`: where that is now; empty: where the run found it.
/// Of a model file that lies in no run folder: all of `data`. An Error of kind usage, about ask.training_data, if it is
/// not to be found, or if it is not what the run was begun on.
TrainingGraphs training_graphs_of(const std::filesystem::path& model, const Predictor& predictor,
                                  const std::string& data = "", const std::string& data_dir = "");

/// What a graph is called: what the first column of names says, its SMILES if there is no other; or its number.
std::string called(const Dataset& dataset, std::int64_t graph);

/// The training graphs nearest to some others.
struct NearestGraphs {
  std::int64_t count = 0;           ///< of each, at most
  std::vector<Familiarity> graphs;  ///< in the order in which they were asked about
  double usual_distance = 0;        ///< see TrainingEmbeddings
};
/// An Error of kind usage, about ask.neighbours, if there are not so many.
NearestGraphs nearest_training_graphs(const Predictor& predictor, const TrainingGraphs& training,
                                      const Dataset& dataset, const PredictOptions& options, std::int64_t count);

/// Marks unfamiliar graphs as unusual, and adds a remark that counts them.
void mark_unfamiliar(Predictions& predictions, const NearestGraphs& nearest);

}  // namespace gnnir
