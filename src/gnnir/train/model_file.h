#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "gnnir/models/graph_model.h"
#include "gnnir/train/model_header.h"

namespace gnnir {

/// A model with all that is needed to use it on new graphs.
struct TrainedModel : ModelHeader {
  GraphModel model{nullptr};

  /// A new model, its weights drawn from config.train.seed.
  static TrainedModel create(ModelHeader header);
};

/// A model as the bytes of its file: weights, and as metadata the header.
std::string encode_model(const TrainedModel& trained);

/// Writes one safetensors file. Atomic: never half a file.
void save_model(const TrainedModel& trained, const std::filesystem::path& path);

/// Told what a person should know although the work goes on.
using Warn = std::function<void(const std::string&)>;

/// Reads a model file, or the best model of a run folder: there, if the newest one is damaged, the one before it, after
/// a warning. Throws an Error of kind data if the file is not what it should be. engine: what is to run it; by default
/// what trained it.
TrainedModel load_model(const std::filesystem::path& path, std::optional<Engine> engine = {}, const Warn& warn = {});

}  // namespace gnnir
