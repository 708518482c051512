#include "gnnir/models/model_file.h"

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/models/registry.h"
#include "gnnir/models/torch_network.h"
#include "gnnir/models/weights.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// A network of what was read from a file.
TrainedModel trained_of(StoredModel stored, const Execution& execution) {
  TrainedModel trained = [&] {
    try {
      return TrainedModel::create(std::move(stored.header), execution);
    } catch (const Error& error) {  // settings that no model can have: the file is wrong, not the user
      throw data_error("{}: {}", stored.where, error.what());
    }
  }();
  load_tensors(tensors_of(*trained.model), "", *stored.tensors, stored.where);
  trained.model->eval();
  return trained;
}

}  // namespace

TrainedModel TrainedModel::create(ModelHeader header, const Execution& execution) {
  TrainedModel trained{std::move(header), nullptr, execution};
  trained.model = make_model(trained.config.model, trained.shape(), execution);
  initialize_weights(*trained.model, trained.config.train.seed);
  return trained;
}

std::shared_ptr<const Network> TrainedModel::network() const {
  return std::make_shared<const TorchNetwork>(model, config.model, shape(), execution, config.train.seed);
}

std::string encode_model(const TrainedModel& trained) {
  Safetensors file;
  write_model_header(trained, ModelFileKind::model, file);
  store_tensors(tensors_of(*trained.model), "", file);
  return encode_safetensors(file);
}

TrainedModel decode_model(std::string_view bytes, const std::string& where, const Execution& execution) {
  return trained_of(parse_model(bytes, where), execution);
}

void save_model(const TrainedModel& trained, const fs::path& path) {
  write_file_atomically(path, encode_model(trained));
}

TrainedModel load_model(const fs::path& path, const Execution& execution, const Warn& warn) {
  return trained_of(read_model(path, warn), execution);
}

std::vector<TrainedModel> load_models(const fs::path& path, const Execution& execution, const Warn& warn) {
  std::vector<TrainedModel> models;
  for (StoredModel& stored : read_models(path, warn)) models.push_back(trained_of(std::move(stored), execution));
  return models;
}

Predictor load_predictor(const fs::path& path, const Execution& execution, const Warn& warn) {
  return predictor_of(load_models(path, execution, warn));
}

Predictor predictor_of(const TrainedModel& trained) {
  trained.model->eval();
  return {trained, trained.network()};
}

Predictor predictor_of(const std::vector<TrainedModel>& models) {
  std::vector<Predictor> predictors;
  for (const TrainedModel& trained : models) predictors.push_back(predictor_of(trained));
  return Predictor::together(std::move(predictors));
}

}  // namespace gnnir
