#include "gnnir/infer/encoded_dataset.h"

#include <numeric>

#include "gnnir/data/check_dataset.h"

namespace gnnir {

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
  if (model.targets.task == Task::regression && dataset.has_targets()) {
    encoded.targets = model.targets.encode_targets(dataset);
  }
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

std::vector<std::int64_t> all_graphs(const Dataset& dataset) {
  std::vector<std::int64_t> graphs(dataset.examples.size());
  std::iota(graphs.begin(), graphs.end(), 0);
  return graphs;
}

Scores score(const ModelHeader& model, const EncodedDataset& data, std::span<const std::int64_t> graphs,
             std::span<const float> outputs, Reasons* reasons) {
  const TargetEncoding& targets = model.targets;
  if (targets.task == Task::classification) {
    return data.classes.empty() ? Scores{} : score_classes(outputs, data.classes_of(graphs), targets, reasons);
  }
  if (data.targets.empty()) return {};
  return targets.task == Task::yes_no ? score_answers(outputs, data.targets_of(graphs), targets, reasons)
                                      : score_targets(outputs, data.targets_of(graphs), targets, reasons);
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
