#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gnnir/base/thread_pool.h"
#include "gnnir/data/read_options.h"
#include "gnnir/infer/calibrator.h"
#include "gnnir/infer/coverage.h"
#include "gnnir/infer/encoded_dataset.h"
#include "gnnir/infer/network.h"
#include "gnnir/infer/prediction.h"
#include "gnnir/settings/config.h"

namespace gnnir {

struct NetworkResults;

/// What may be said of a question to a Predictor.
struct PredictOptions {
  std::vector<std::int64_t> graphs = {};  ///< which of the data set; empty: all
  ThreadPool* pool = nullptr;             ///< null: this thread alone. Results do not depend on it
  std::int64_t batch_size = 0;            ///< graphs at one time; 0: as in training
  /// Intervals of targets, or sets of classes, that hold what is true of such a share of graphs: 0.9.
  std::optional<double> confidence = {};
  Calibration calibrate = Calibration::none;  ///< of probabilities
};

/// Scores of a model on labelled graphs.
struct Evaluation {
  Scores scores;
  std::string metric;                      ///< the model's own: what picked its epoch
  Reasons lacks;                           ///< scores that are not defined for these graphs, and why
  std::vector<ConfusionMatrix> confusion;  ///< of the classes, or of each question with two answers
  /// Of several targets each one's mean absolute error in its own unit, where some graph has it; by name.
  std::vector<std::pair<std::string, double>> mae_by_target;
  std::int64_t cut_cells = 0;  ///< graphs in which ties = cell had to cut a cell at max_branches
  std::vector<std::string> remarks;
  std::vector<Coverage> coverage = {};        ///< with PredictOptions::confidence
  Scores before_calibration = {};             ///< with PredictOptions::calibrate, where `scores` are after it
  std::vector<double> temperatures = {};      ///< see Calibrator
  std::vector<std::string> assumptions = {};  ///< of coverage and calibration, in sentences without an end
};

/// A trained model that is asked about graphs: const, and several threads may ask at once.
///   const Predictor predictor = load_predictor("model.safetensors");      // gnnir/models/model_file.h
///   for (const Prediction& p : predictor.predict(dataset).graphs) …
/// Several models can answer as one: the mean of their probabilities or targets, and how far they are apart.
class Predictor {
 public:
  Predictor(ModelHeader model, std::shared_ptr<const Network> network)
      : model_(std::move(model)), network_(std::move(network)) {}
  /// Of one or more models that predict the same; an Error of kind usage if they do not.
  static Predictor together(std::vector<Predictor> models);

  /// Of several models those of the first.
  [[nodiscard]] const ModelHeader& model() const { return model_; }
  [[nodiscard]] const Network& network() const { return *network_; }
  /// Those that answer together; empty if it is one model.
  [[nodiscard]] std::span<const Predictor> members() const { return members_; }

  /// How data must be read for this model, but for what is said anew; without labels, what is there to learn may be
  /// anything.
  [[nodiscard]] ReadOptions read_options(bool labels = false, const std::vector<Setting>& said = {}) const;
  /// What a person should know of data before the model is asked about it: labels of nodes and edges that it was not
  /// trained on.
  [[nodiscard]] std::vector<std::string> remarks_on(const Dataset& dataset) const;

  /// An Error of kind usage or data if the data set lacks what the model looks at, or has too large graphs.
  [[nodiscard]] Predictions predict(const Dataset& dataset, const PredictOptions& options = {}) const;
  /// An Error of kind data if there are no labels to compare with.
  [[nodiscard]] Evaluation evaluate(const Dataset& dataset, const PredictOptions& options = {}) const;
  /// Of several models all of them, side by side.
  [[nodiscard]] Embeddings embed(const Dataset& dataset, EmbeddingKind kind, const PredictOptions& options = {}) const;

 private:
  [[nodiscard]] std::vector<const ModelHeader*> headers() const;
  [[nodiscard]] std::int64_t batch_size(const PredictOptions& options) const;

  ModelHeader model_;
  std::shared_ptr<const Network> network_;
  std::vector<Predictor> members_;
};

/// What the results of a network mean for the graphs that it was run on, with what a person should know of them.
Predictions predictions_of(const ModelHeader& model, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                           const NetworkResults& results);

/// Graphs in which a model cut a cell although it was to take whole ones.
std::int64_t unwanted_cuts(const IrOptions& ir, const NetworkResults& results);

/// What to say of graphs in which ties = cell had to cut a cell; "" if there are none.
std::string remark_on_cut_cells(std::int64_t cut_cells, const IrOptions& options);

}  // namespace gnnir
