#include "gnnir/train/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/check_dataset.h"
#include "gnnir/infer/encoded_dataset.h"
#include "gnnir/metrics/losses.h"
#include "gnnir/metrics/main_metric.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/record/initial_model.h"
#include "gnnir/record/safetensors.h"
#include "gnnir/train/initial_weights.h"

namespace gnnir {

/// Which columns there are to choose from.
static std::string advice_on_targets(const Dataset& dataset) {
  if (dataset.unread.empty()) return " (of a table or of molecules, data.targets=NAME says which column)";
  constexpr std::size_t most = 50;
  const auto shown = std::span(dataset.unread).first(std::min(most, dataset.unread.size()));
  return fmt::format(" yet: data.targets=NAME says which column; there are {}{}", fmt::join(shown, ", "),
                     dataset.unread.size() > most ? ", …" : "");
}

Task resolve_task(const Dataset& dataset, const DataOptions& options) {
  const bool asks = !dataset.answers.empty() && !dataset.has_classes();
  if (options.task == TaskChoice::classification) return asks ? Task::yes_no : Task::classification;
  if (options.task == TaskChoice::regression) return Task::regression;
  if (dataset.has_classes() && dataset.has_targets() && !options.targets.empty()) {
    throw setting_error("data.targets",
                        "{} are classes and numbers ({}), which cannot be learned together: choose one kind",
                        fmt::join(options.targets, ", "), fmt::join(dataset.target_names, ", "));
  }
  if (dataset.has_classes() && dataset.has_targets() && !dataset.class_column.empty()) {
    throw usage_error("[data] {}: '{}' holds texts and {} numbers: data.targets=NAME says what is to be learned",
                      dataset.name, dataset.class_column, fmt::join(dataset.target_names, ", "));
  }
  if (dataset.has_classes()) return Task::classification;
  if (dataset.has_targets()) return asks ? Task::yes_no : Task::regression;
  throw data_error("[data] {} has neither class labels nor targets: there is nothing to learn{}", dataset.name,
                   advice_on_targets(dataset));
}

/// Nothing for a model that does not look at edges; where it cannot do without and there is nothing to say of them, the
/// same for all.
static FeatureEncoding edge_features_for(const Dataset& dataset, const Split& split, const RunConfig& config) {
  const EdgeUse use = edge_use(config.model);
  if (use == EdgeUse::none) return {};
  FeatureEncoding encoding = FeatureEncoding::fit_edges(dataset, split.train, config.data.edge_features);
  if (encoding.kind == FeatureKind::none && use == EdgeUse::required) {
    encoding = FeatureEncoding::fit_edges(dataset, split.train, FeatureKind::constant);
  }
  return encoding;
}

/// Task weights as they are said, NAME=WEIGHT; names may have a = in them.
static LabelWeightRules label_weight_rules(const LossOptions& loss) {
  LabelWeightRules rules{.balance_classes = loss.class_weights == ClassWeights::balanced};
  for (const std::string& said : loss.task_weights) {
    const std::size_t sign = said.rfind('=');
    const auto weight =
        sign == std::string::npos ? std::nullopt : parse_number(std::string_view(said).substr(sign + 1));
    if (!weight || !is_usable_weight(*weight)) {
      throw setting_error("train.task_weights", "expected NAME=WEIGHT, {}, found {}", usable_weights, in_quotes(said));
    }
    if (!rules.of_targets.emplace(said.substr(0, sign), *weight).second) {
      throw setting_error("train.task_weights", "'{}' is given twice", said.substr(0, sign));
    }
  }
  return rules;
}

static void require_weights(const Dataset& dataset, const std::string& column) {
  const bool there = std::any_of(dataset.kept.begin(), dataset.kept.end(),
                                 [&](const KeptColumn& kept) { return kept.name == column; });
  if (column.empty() || there) return;
  throw setting_error("data.weight_column", "{} has no column '{}'", dataset.name, column);
}

TargetEncoding targets_for(const Dataset& dataset, const Split& split, const RunConfig& config) {
  const Task task = resolve_task(dataset, config.data);
  resolve_loss(config.train.loss, task);
  return TargetEncoding::fit(dataset, split.train, task, config.train.standardize_targets,
                             label_weight_rules(config.train.loss));
}

ModelHeader header_for(const Dataset& dataset, const Split& split, const RunConfig& config) {
  check_dataset(dataset);
  check_splits(std::span(&split, 1), dataset.size(), "[split] " + dataset.name);
  if (split.train.empty()) throw data_error("[train] {}: no graphs to train on", dataset.name);
  check_ranges(config);
  require_weights(dataset, config.data.weight_column);
  if (config.train.freeze != Freeze::none && config.train.init.empty()) {
    throw setting_error("train.freeze", "weights that are drawn have to learn; train.init names a model to begin with");
  }
  ModelHeader header{
      .config = config,
      .features = FeatureEncoding::fit(dataset, split.train, config.data.features, config.data.max_degree),
      .edge_features = edge_features_for(dataset, split, config),
      .targets = targets_for(dataset, split, config),
      .degrees = degree_histogram(dataset, split.train),
      .range = std::nullopt};
  if (!config.train.init.empty()) take_over(read_initial_header(initial_model_file(config.train.init)), header);
  header.config.train.init.clear();  // where weights came from is no part of what a model is
  header.range = TrainingRange::of(dataset, split.train, header.features, header.edge_features);
  return header;
}

TrainedModel untrained_model(const Dataset& dataset, const Split& split, const RunConfig& config,
                             const Execution& execution) {
  const SingleThreaded one_thread;
  TrainedModel trained = TrainedModel::create(header_for(dataset, split, config), execution);
  if (!config.train.init.empty()) take_weights(trained, initial_model_file(config.train.init));
  if (config.train.freeze == Freeze::encoder) freeze_encoder(*trained.model);
  return trained;
}

TrainedModel random_model(const Dataset& dataset, const RunConfig& config, const Execution& execution) {
  Dataset labelled = without_graphs(dataset);
  labelled.examples = dataset.examples;
  labelled.class_names = {"0", "1", "2", "3"};
  for (std::int64_t g = 0; g < dataset.size(); ++g) labelled.classes.push_back(g % 4);
  Split all;
  all.train = all_graphs(dataset);
  return untrained_model(labelled, all, config, execution);
}

void check_trainable(const Dataset& dataset, const Split& split, const RunConfig& config) {
  const ModelHeader header = header_for(dataset, split, config);
  main_metric(config.train.metric, header.targets);
  require_fit(config.model, dataset);
  if (!config.train.init.empty()) untrained_model(dataset, split, config);  // throws if the weights do not fit
  const EncodedDataset data = EncodedDataset::from(dataset, header);
  if (weighed_labels(header, data, split.train).total() <= 0) {
    throw data_error(
        "[train] {}: no training graph counts in the loss: all weights are 0 (data.weight_column, "
        "train.task_weights)",
        dataset.name);
  }
  Safetensors file;
  write_model_header(header, ModelFileKind::checkpoint, file);
  encode_safetensors(file);                           // throws if there is more to say than a file can hold
  read_stored_config(to_toml(config), "[settings]");  // or than can be read again
}

}  // namespace gnnir
