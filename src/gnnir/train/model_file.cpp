#include "gnnir/train/model_file.h"

#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/train/weights.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

TrainedModel load_file(const fs::path& path, std::optional<Engine> engine) {
  const std::string where = "[model] " + path.string();
  const Safetensors file = decode_safetensors(read_file(path), where);
  ModelHeader header = read_model_header(file, ModelFileKind::model, where);
  if (engine) header.config.model.gnn.engine = *engine;
  TrainedModel trained = [&] {
    try {
      return TrainedModel::create(std::move(header));
    } catch (const Error& error) {  // settings that no model can have: the file is wrong, not the user
      throw data_error("{}: {}", where, error.what());
    }
  }();
  load_tensors(tensors_of(*trained.model), "", file, where);
  trained.model->eval();
  return trained;
}

}  // namespace

TrainedModel TrainedModel::create(ModelHeader header) {
  GraphModel model(header.config.model, header.shape());
  initialize_weights(*model, header.config.train.seed);
  return {std::move(header), std::move(model)};
}

std::string encode_model(const TrainedModel& trained) {
  Safetensors file;
  write_model_header(trained, ModelFileKind::model, file);
  store_tensors(tensors_of(*trained.model), "", file);
  return encode_safetensors(file);
}

void save_model(const TrainedModel& trained, const fs::path& path) {
  write_file_atomically(path, encode_model(trained));
}

TrainedModel load_model(const fs::path& path, std::optional<Engine> engine, const Warn& warn) {
  std::error_code ignored;  // whatever else is wrong with the path, reading it says so
  if (!fs::is_directory(path, ignored)) return load_file(path, engine);
  std::optional<TrainedModel> found = read_newest<TrainedModel>(
      path / "best.safetensors", [&](const fs::path& file) { return load_file(file, engine); }, warn);
  if (found) return *std::move(found);
  std::set<fs::path> trainings;
  for (const auto& entry : fs::directory_iterator(path, ignored)) {
    if (fs::exists(entry.path() / "best.safetensors", ignored)) trainings.insert(entry.path());
  }
  if (trainings.empty()) throw usage_error("[model] {} is no run folder: it has no best.safetensors", path.string());
  throw usage_error("[model] {} has several trainings: name one of its folders, such as {}", path.string(),
                    trainings.begin()->string());
}

}  // namespace gnnir
