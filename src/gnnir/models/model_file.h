#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/infer/load.h"
#include "gnnir/models/model.h"
#include "gnnir/record/model_header.h"

namespace gnnir {

/// A model with all that is needed to use it on new graphs.
struct TrainedModel : ModelHeader {
  std::shared_ptr<Model> model;
  Execution execution;

  /// A new model, its weights drawn from config.train.seed.
  static TrainedModel create(ModelHeader header, const Execution& execution = {});
  /// The model as it is now and will be: no copy of the weights.
  [[nodiscard]] std::shared_ptr<const Network> network() const;
};

/// A model as the bytes of its file: weights, and as metadata the header.
std::string encode_model(const TrainedModel& trained);

/// The model that such bytes are. Throws an Error of kind data that begins with `where` if they are not what they
/// should be.
TrainedModel decode_model(std::string_view bytes, const std::string& where, const Execution& execution = {});

/// Writes one safetensors file. Atomic: never half a file.
void save_model(const TrainedModel& trained, const std::filesystem::path& path);

/// Reads a model file, or the best model of a run folder: there, if the newest one is damaged, the one before it, after
/// a warning. Throws an Error of kind data if the file is not what it should be.
TrainedModel load_model(const std::filesystem::path& path, const Execution& execution = {}, const Warn& warn = {});

/// The models of a run folder with several trainings, folds or seeds; else that one model. Of a run that has not come
/// to its end those that are there, after a warning.
std::vector<TrainedModel> load_models(const std::filesystem::path& path, const Execution& execution = {},
                                      const Warn& warn = {});

/// The same to ask them about graphs: several models answer together.
Predictor load_predictor(const std::filesystem::path& path, const Execution& execution = {}, const Warn& warn = {});
/// Of a model that is at hand; it goes to evaluation mode.
Predictor predictor_of(const TrainedModel& trained);
Predictor predictor_of(const std::vector<TrainedModel>& models);

}  // namespace gnnir
