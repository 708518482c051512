#include "gnnir/infer/encoded_dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/check_dataset.h"
#include "gnnir/metrics/losses.h"

namespace gnnir {

/// From a column that was kept; empty if there is none.
static std::vector<float> graph_weights_in(const Dataset& dataset, const std::string& column) {
  std::vector<float> weights;
  const auto found = std::find_if(dataset.kept.begin(), dataset.kept.end(),
                                  [&](const KeptColumn& kept) { return kept.name == column; });
  if (column.empty() || found == dataset.kept.end()) return weights;
  for (std::size_t g = 0; g < found->values.size(); ++g) {
    const auto weight = parse_number(trimmed(found->values[g]));
    if (!weight || !is_usable_weight(*weight)) {
      const std::string place =
          dataset.lines.empty() ? fmt::format("graph {}", g) : fmt::format("line {}", dataset.lines[g]);
      throw data_error("[data] {}, {}: '{}': expected what the graph counts for, {}, found {}", dataset.name, place,
                       column, usable_weights, in_quotes(found->values[g]));
    }
    weights.push_back(static_cast<float>(*weight));
  }
  return weights;
}

EncodedDataset EncodedDataset::features_of(const Dataset& dataset, const ModelHeader& model) {
  check_dataset(dataset);
  EncodedDataset encoded;
  encoded.dataset = &dataset;
  encoded.features = encode_features(dataset, model.features, model.edge_features);
  return encoded;
}

EncodedDataset EncodedDataset::from(const Dataset& dataset, const ModelHeader& model) {
  EncodedDataset encoded = features_of(dataset, model);
  if (model.targets.task == Task::classification && dataset.has_classes()) {
    encoded.classes = model.targets.encode_classes(dataset);
  }
  if (model.targets.task != Task::classification && dataset.has_targets()) {
    encoded.targets = model.targets.encode_targets(dataset);
  }
  encoded.graph_weights = graph_weights_in(dataset, model.config.data.weight_column);
  return encoded;
}

std::vector<std::int64_t> EncodedDataset::classes_of(std::span<const std::int64_t> graphs) const {
  std::vector<std::int64_t> chosen;
  chosen.reserve(graphs.size());
  for (const std::int64_t graph : graphs) chosen.push_back(classes[static_cast<std::size_t>(graph)]);
  return chosen;
}

std::vector<float> EncodedDataset::targets_of(std::span<const std::int64_t> graphs) const {
  const auto columns = static_cast<std::int64_t>(targets.size()) / dataset->size();
  std::vector<float> chosen;
  for (const std::int64_t graph : graphs) {
    const auto row = targets.begin() + static_cast<std::ptrdiff_t>(graph * columns);
    chosen.insert(chosen.end(), row, row + static_cast<std::ptrdiff_t>(columns));
  }
  return chosen;
}

WeighedLabels weighed_labels(const ModelHeader& model, const EncodedDataset& data,
                             std::span<const std::int64_t> graphs) {
  WeighedLabels weighed;
  const bool classes = model.targets.task == Task::classification;
  if (classes ? data.classes.empty() : data.targets.empty()) return weighed;
  const auto columns = classes ? std::size_t{1} : static_cast<std::size_t>(model.targets.outputs());
  for (const std::int64_t graph : graphs) {
    const auto g = static_cast<std::size_t>(graph);
    const float weight = data.graph_weights.empty() ? 1.0F : data.graph_weights[g];
    for (std::size_t c = 0; c < columns; ++c) {
      float y = std::numeric_limits<float>::quiet_NaN();
      if (!classes) {
        y = data.targets[g * columns + c];
      } else if (data.classes[g] >= 0) {
        y = static_cast<float>(data.classes[g]);
      }
      weighed.labels.push_back(y);
      weighed.weights.push_back(std::isnan(y) ? 0.0F : weight * model.targets.weight_of(y, c));
    }
  }
  return weighed;
}

std::vector<float> own_labels(const ModelHeader& model, const EncodedDataset& data,
                              std::span<const std::int64_t> graphs) {
  std::vector<float> labels = weighed_labels(model, data, graphs).labels;
  const std::size_t columns = label_columns(model.targets);
  labels.resize(graphs.size() * columns, std::numeric_limits<float>::quiet_NaN());
  if (model.targets.task != Task::regression) return labels;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels[i] = model.targets.decode(labels[i], static_cast<std::int64_t>(i % columns));
  }
  return labels;
}

double WeighedLabels::total() const { return std::accumulate(weights.begin(), weights.end(), 0.0); }

std::optional<double> training_loss(const ModelHeader& model, const EncodedDataset& data,
                                    std::span<const std::int64_t> graphs, std::span<const float> outputs) {
  LossOptions options = model.config.train.loss;
  options.kind = resolve_loss(options, model.targets.task);
  const WeighedLabels weighed = weighed_labels(model, data, graphs);
  const auto width = static_cast<std::size_t>(model.targets.outputs());
  double sum = 0;
  for (std::size_t i = 0; i < weighed.labels.size(); ++i) {
    const float y = weighed.labels[i];
    if (std::isnan(y)) continue;
    double loss = 0;
    switch (model.targets.task) {
      case Task::classification:
        loss = loss_of_class(options, outputs.subspan(i * width, width), static_cast<std::int64_t>(y));
        break;
      case Task::yes_no:
        loss = loss_of_answer(options, outputs[i], y != 0);
        break;
      case Task::regression:
        loss = loss_of_number(options, outputs[i], y);
    }
    sum += weighed.weights[i] * loss;
  }
  if (weighed.total() <= 0) return std::nullopt;
  return sum / weighed.total();
}

std::vector<std::int64_t> all_graphs(const Dataset& dataset) {
  std::vector<std::int64_t> graphs(dataset.examples.size());
  std::iota(graphs.begin(), graphs.end(), 0);
  return graphs;
}

Scores score(const ModelHeader& model, const EncodedDataset& data, std::span<const std::int64_t> graphs,
             std::span<const float> outputs, Reasons* reasons) {
  const TargetEncoding& targets = model.targets;
  Scores scores;
  if (targets.task == Task::classification) {
    if (!data.classes.empty()) scores = score_classes(outputs, data.classes_of(graphs), targets, reasons);
  } else if (!data.targets.empty()) {
    const auto score_labels = targets.task == Task::yes_no ? score_answers : score_targets;
    scores = score_labels(outputs, data.targets_of(graphs), targets, reasons);
  }
  if (scores.erase("loss") == 0) return scores;
  if (const std::optional<double> loss = training_loss(model, data, graphs, outputs)) {
    scores["loss"] = *loss;
  } else if (reasons) {
    (*reasons)["loss"] = "none of the graphs counts: their weights are 0";
  }
  return scores;
}

std::vector<ConfusionMatrix> confusion(const ModelHeader& model, const EncodedDataset& data,
                                       std::span<const std::int64_t> graphs, std::span<const float> outputs) {
  const TargetEncoding& targets = model.targets;
  if (targets.task == Task::classification && !data.classes.empty()) {
    return confusion_of_classes(outputs, data.classes_of(graphs), targets);
  }
  if (targets.task == Task::yes_no && !data.targets.empty()) {
    return confusion_of_answers(outputs, data.targets_of(graphs), targets);
  }
  return {};
}

}  // namespace gnnir
