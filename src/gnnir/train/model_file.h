#pragma once

#include <filesystem>
#include <optional>

#include "gnnir/data/features.h"
#include "gnnir/data/target_encoding.h"
#include "gnnir/models/graph_model.h"
#include "gnnir/train/config.h"

namespace gnnir {

/// A model with all that is needed to use it on new graphs.
struct TrainedModel {
  RunConfig config;
  FeatureEncoding features;
  TargetEncoding targets;
  GraphModel model{nullptr};

  /// A new model for these encodings, its weights drawn from config.train.seed.
  static TrainedModel create(const RunConfig& config, FeatureEncoding features, TargetEncoding targets);
};

/// A model as the bytes of its file.
std::string encode_model(const TrainedModel& trained);

/// Writes one safetensors file: weights, and as metadata the configuration and encodings. Atomic: never half a file.
void save_model(const TrainedModel& trained, const std::filesystem::path& path);

/// Reads a model file, or the best model of a run folder. Throws an Error of kind data if the file is not what it
/// should be. engine: what is to run it; by default what trained it.
TrainedModel load_model(const std::filesystem::path& path, std::optional<Engine> engine = {});

/// Copies of all weights and running statistics by name, and back.
using Weights = std::vector<std::pair<std::string, at::Tensor>>;
Weights copy_weights(const torch::nn::Module& model);
void restore_weights(torch::nn::Module& model, const Weights& weights);

}  // namespace gnnir
