#include <cmath>
#include <limits>
#include <memory>

#include "gnnir/base/error.h"
#include "gnnir/capi/arguments.h"
#include "gnnir/capi/graphs.h"
#include "gnnir/capi/last_error.h"
#include "gnnir/capi/model.h"

using namespace gnnir;
using namespace gnnir::capi;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// PredictOptions and the pool that they point to.
struct Asked {
  std::unique_ptr<ThreadPool> pool;  // ends with the call
  PredictOptions options;

  explicit Asked(const gnnir_options* given) {
    if (given == nullptr) return;
    const gnnir_options said = read_struct(given, "options");
    require_number("threads", said.threads, 0, 1024);
    require_number("batch_size", said.batch_size, 0, std::int64_t{1} << 40);
    require_number("calibrate", said.calibrate, GNNIR_NOT_CALIBRATED, GNNIR_ISOTONIC);
    if (said.threads > 1) pool = std::make_unique<ThreadPool>(static_cast<std::size_t>(said.threads));
    options.pool = pool.get();
    options.batch_size = said.batch_size;
    options.calibrate = said.calibrate == GNNIR_TEMPERATURE ? Calibration::temperature
                        : said.calibrate == GNNIR_ISOTONIC  ? Calibration::isotonic
                                                            : Calibration::none;
    if (said.confidence != 0) options.confidence = said.confidence;
  }
};

/// Where answers go, with the room that there is.
struct Room {
  std::int64_t outputs;
  gnnir_answers to;

  Room(const gnnir_answers* answers, const gnnir_model& model, std::int64_t graphs)
      : outputs(model.predictor.model().targets.outputs()), to(read_struct(answers, "answers")) {
    room(to.values, to.values_size, graphs * outputs, "values");
    room(to.classes, to.classes_size, graphs, "classes");
    room(to.flags, to.flags_size, graphs, "flags");
    room(to.lower, to.bounds_size, graphs * outputs, "lower");
    room(to.upper, to.bounds_size, graphs * outputs, "upper");
  }
  [[nodiscard]] bool bounds() const { return to.lower != nullptr || to.upper != nullptr; }

  void write(const Prediction& prediction, std::int64_t graph) const {
    const std::vector<double>& values = prediction.targets.empty() ? prediction.probabilities : prediction.targets;
    for (std::int64_t o = 0; o < outputs; ++o) {
      const auto column = static_cast<std::size_t>(o);
      if (to.values != nullptr) to.values[graph * outputs + o] = column < values.size() ? values[column] : none;
      const auto& intervals = prediction.bounds.intervals;
      const Interval interval = column < intervals.size() ? intervals[column] : Interval{none, none};
      if (to.lower != nullptr) to.lower[graph * outputs + o] = interval.lower;
      if (to.upper != nullptr) to.upper[graph * outputs + o] = interval.upper;
    }
    if (to.classes != nullptr) to.classes[graph] = prediction.predicted_class;
    if (to.flags != nullptr) {
      to.flags[graph] = (prediction.finite ? 0 : GNNIR_NOT_FINITE) +
                        (prediction.order_may_matter ? GNNIR_ORDER_MAY_MATTER : 0) +
                        (prediction.unusual.empty() ? 0 : GNNIR_UNUSUAL);
    }
  }
};

void check_bounds(const Room& room, const Asked& asked, const gnnir_model& model) {
  if (room.bounds() && !asked.options.confidence) {
    throw usage_error("[c] lower and upper: expected a confidence in the options, found none");
  }
  if (room.bounds() && model.predictor.model().targets.task != Task::regression) {
    throw usage_error("[c] lower and upper: expected a model of numbers, found one of classes or questions");
  }
}

EmbeddingKind kind_of(std::int32_t kind) {
  require_number("kind", kind, GNNIR_EMBED_GRAPHS, GNNIR_EMBED_NODES);
  return kind == GNNIR_EMBED_NODES ? EmbeddingKind::node : EmbeddingKind::graph;
}

/// One node that a model can look at.
Dataset one_node(const ModelHeader& model) {
  Dataset dataset;
  dataset.num_attributes = std::ssize(model.features.mean);
  dataset.num_edge_attributes = std::ssize(model.edge_features.mean);
  Example& example = dataset.examples.emplace_back(Example{.graph = Graph::from_edges(1, {})});
  example.node_attributes = model.features.mean;
  if (!model.features.label_values.empty()) example.node_labels = {model.features.label_values.front()};
  return dataset;
}

std::int64_t columns_of(const gnnir_model& model, EmbeddingKind kind) {
  return model.predictor.embed(one_node(model.predictor.model()), kind).columns;
}

}  // namespace

gnnir_status gnnir_predict(const gnnir_model* model, const gnnir_graphs* graphs, const gnnir_options* options,
                           const gnnir_answers* answers) {
  return guarded([&] {
    const gnnir_model& asked_model = given(model, "model");
    const Dataset dataset = dataset_of(read_struct(graphs, "graphs"), asked_model.edges);
    const Asked asked(options);
    const Room room(answers, asked_model, dataset.size());
    check_bounds(room, asked, asked_model);
    if (dataset.size() == 0) return;
    const Predictions predictions = asked_model.predictor.predict(dataset, asked.options);
    for (std::int64_t g = 0; g < dataset.size(); ++g) {
      room.write(predictions.graphs[static_cast<std::size_t>(g)], g);
    }
  });
}

gnnir_status gnnir_predict_proba(const gnnir_model* model, const gnnir_graphs* graphs, double* probabilities,
                                 std::int64_t size) {
  return guarded([&] {
    const gnnir_model& asked_model = given(model, "model");
    const TargetEncoding& targets = asked_model.predictor.model().targets;
    if (targets.task == Task::regression) {
      throw usage_error("[c] probabilities: expected a model of classes or questions, found one of numbers");
    }
    const Dataset dataset = dataset_of(read_struct(graphs, "graphs"), asked_model.edges);
    room(&given(probabilities, "probabilities"), size, dataset.size() * targets.outputs(), "probabilities");
    if (dataset.size() == 0) return;
    const Predictions predictions = asked_model.predictor.predict(dataset);
    for (const Prediction& prediction : predictions.graphs) {
      if (prediction.finite) continue;
      throw data_error("[graphs] graph {}: the model has no finite output for it", prediction.graph);
    }
    for (const Prediction& prediction : predictions.graphs) {
      probabilities = std::copy(prediction.probabilities.begin(), prediction.probabilities.end(), probabilities);
    }
  });
}

gnnir_status gnnir_embedding_columns(const gnnir_model* model, std::int32_t kind, std::int64_t* columns) {
  return guarded([&] {
    given(columns, "columns") = 0;
    *columns = columns_of(given(model, "model"), kind_of(kind));
  });
}

gnnir_status gnnir_embed(const gnnir_model* model, const gnnir_graphs* graphs, std::int32_t kind,
                         const gnnir_options* options, float* rows, std::int64_t size) {
  return guarded([&] {
    const gnnir_model& asked_model = given(model, "model");
    const EmbeddingKind embedded = kind_of(kind);
    const Dataset dataset = dataset_of(read_struct(graphs, "graphs"), asked_model.edges);
    const Asked asked(options);
    given(rows, "rows");
    if (dataset.size() == 0) return;
    const Embeddings embeddings = asked_model.predictor.embed(dataset, embedded, asked.options);
    room(rows, size, std::ssize(embeddings.rows), "rows");
    std::copy(embeddings.rows.begin(), embeddings.rows.end(), rows);
  });
}
