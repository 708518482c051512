#include "gnnir/models/model_file.h"

#include <optional>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/models/registry.h"
#include "gnnir/models/torch_network.h"
#include "gnnir/models/weights.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// What the model looks at must be there, and what there is must be edges'.
void check_edge_features(const ModelHeader& header, const std::string& where) {
  const FeatureKind kind = header.edge_features.kind;
  const EdgeUse use = edge_use(header.config.model);
  if (kind == FeatureKind::none && use == EdgeUse::required) {
    throw data_error("{}: its model needs edge features, it has none", where);
  }
  if (kind != FeatureKind::none && use == EdgeUse::none) {
    throw data_error("{}: it has edge features that its model does not look at", where);
  }
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

void check_header(const ModelHeader& header, const Safetensors& file, const std::string& where) {
  try {
    check_edge_features(header, where);
    double stored = 0;
    for (const StoredTensor& tensor : file.tensors) stored += static_cast<double>(tensor.bytes.size()) / sizeof(float);
    const double needed = cost_of(header.config.model, header.shape()).parameters;
    if (needed > stored) {
      throw data_error("{}: its configuration describes a model of {:.0f} numbers, its tensors hold {:.0f}", where,
                       needed, stored);
    }
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::data) throw;
    throw data_error("{}: {}", where, error.what());  // a convolution or model that this program does not have
  }
}

std::string encode_model(const TrainedModel& trained) {
  Safetensors file;
  write_model_header(trained, ModelFileKind::model, file);
  store_tensors(tensors_of(*trained.model), "", file);
  return encode_safetensors(file);
}

TrainedModel decode_model(std::string_view bytes, const std::string& where, const Execution& execution) {
  Safetensors file = decode_safetensors(bytes, where);
  ModelHeader header = read_model_header(file, ModelFileKind::model, where);
  remove_held_out_tensors(file);
  check_header(header, file, where);
  TrainedModel trained = [&] {
    try {
      return TrainedModel::create(std::move(header), execution);
    } catch (const Error& error) {  // settings that no model can have: the file is wrong, not the user
      throw data_error("{}: {}", where, error.what());
    }
  }();
  load_tensors(tensors_of(*trained.model), "", file, where);
  trained.model->eval();
  return trained;
}

void save_model(const TrainedModel& trained, const fs::path& path) {
  write_file_atomically(path, encode_model(trained));
}

static TrainedModel load_file(const fs::path& path, const Execution& execution) {
  return decode_model(read_file(path), "[model] " + path.string(), execution);
}

/// The folders of the trainings in a run folder, in the order of their names.
static std::set<fs::path> trainings_in(const fs::path& folder) {
  std::set<fs::path> trainings;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const bool is_baseline = entry.path() == RunRecord(folder).baseline().folder();
    if (!is_baseline && TrainingRecord(entry.path()).has_model()) trainings.insert(entry.path());
  }
  return trainings;
}

TrainedModel load_model(const fs::path& path, const Execution& execution, const Warn& warn) {
  std::error_code ignored;  // whatever else is wrong with the path, reading it says so
  if (fs::status(path, ignored).type() == fs::file_type::not_found) {
    throw usage_error("[model] {}: no such model file or run folder", path.string());
  }
  if (!fs::is_directory(path, ignored)) return load_file(path, execution);
  std::optional<TrainedModel> found = read_newest<TrainedModel>(
      TrainingRecord(path).best_model(), [&](const fs::path& file) { return load_file(file, execution); }, warn);
  if (found) return *std::move(found);
  const std::set<fs::path> trainings = trainings_in(path);
  if (trainings.empty()) throw usage_error("[model] {} is no run folder: it has no best.safetensors", path.string());
  throw usage_error("[model] {} has several trainings: name one of its folds, such as {}", path.string(),
                    trainings.begin()->string());
}

std::vector<TrainedModel> load_models(const fs::path& path, const Execution& execution, const Warn& warn) {
  std::error_code ignored;
  std::vector<TrainedModel> models;
  if (fs::is_directory(path, ignored) && !TrainingRecord(path).has_model()) {
    for (const fs::path& training : trainings_in(path)) models.push_back(load_model(training, execution, warn));
    const RunRecord run(path);
    if (run.has_result()) {
      const auto expected = run.read_result().jobs.size();
      if (!models.empty() && models.size() < expected) {
        throw data_error("[model] {} has {} trainings, but models of only {}: name those that are to answer",
                         path.string(), expected, models.size());
      }
    } else if (!models.empty() && warn) {
      warn(fmt::format("{} has not come to its end: {} of its models answer together", path.string(), models.size()));
    }
  }
  if (models.empty()) models.push_back(load_model(path, execution, warn));
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
