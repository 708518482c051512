#include "gnnir/train/model_file.h"

#include <torch/utils.h>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/train/safetensors.h"

namespace gnnir {
namespace {

constexpr const char* format_version = "1";

/// Weights and running statistics, by name: the model's own tensors, not copies.
Weights tensors_of(const torch::nn::Module& model) {
  Weights tensors;
  for (const auto& parameter : model.named_parameters()) tensors.emplace_back(parameter.key(), parameter.value());
  for (const auto& buffer : model.named_buffers()) tensors.emplace_back(buffer.key(), buffer.value());
  return tensors;
}

std::string dtype_name(const at::Tensor& tensor) {
  if (tensor.scalar_type() == at::kFloat) return "F32";
  if (tensor.scalar_type() == at::kDouble) return "F64";
  if (tensor.scalar_type() == at::kLong) return "I64";
  throw internal_error("[model] no file type for a tensor of type {}", c10::toString(tensor.scalar_type()));
}

StoredTensor to_stored(const std::string& name, const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().cpu().contiguous();
  StoredTensor stored{name, dtype_name(flat), flat.sizes().vec(), {}};
  stored.bytes.assign(static_cast<const char*>(flat.data_ptr()), static_cast<std::size_t>(flat.nbytes()));
  return stored;
}

void fill_from(const at::Tensor& tensor, const StoredTensor& stored, const std::string& where) {
  if (stored.dtype != dtype_name(tensor) || stored.shape != tensor.sizes().vec()) {
    throw data_error("{}: tensor '{}': expected {} [{}], found {} [{}]", where, stored.name, dtype_name(tensor),
                     fmt::join(tensor.sizes(), ", "), stored.dtype, fmt::join(stored.shape, ", "));
  }
  const torch::NoGradGuard no_grad;
  const at::Tensor view =
      at::from_blob(const_cast<char*>(stored.bytes.data()), tensor.sizes(), tensor.options().requires_grad(false));
  tensor.detach().copy_(view);
}

const std::string& metadata_entry(const Safetensors& file, const std::string& key, const std::string& where) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) throw data_error("{}: not a gnnir model: its header has no '{}'", where, key);
  return found->second;
}

void load_weights(torch::nn::Module& model, const Safetensors& file, const std::string& where) {
  std::map<std::string, const StoredTensor*> by_name;
  for (const StoredTensor& stored : file.tensors) by_name[stored.name] = &stored;
  for (const auto& [name, tensor] : tensors_of(model)) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) throw data_error("{}: tensor '{}' is missing", where, name);
    fill_from(tensor, *found->second, where);
    by_name.erase(found);
  }
  if (!by_name.empty()) throw data_error("{}: tensor '{}' does not belong to the model", where, by_name.begin()->first);
}

}  // namespace

TrainedModel TrainedModel::create(const RunConfig& config, FeatureEncoding features, TargetEncoding targets) {
  const ModelShape shape{features.num_categories, features.num_reals, targets.outputs()};
  TrainedModel trained{config, std::move(features), std::move(targets), GraphModel(config.model, shape)};
  initialize_weights(*trained.model, config.train.seed);
  return trained;
}

std::string encode_model(const TrainedModel& trained) {
  Safetensors file;
  file.metadata = {{"format", "gnnir-model"},
                   {"format_version", format_version},
                   {"config", to_toml(trained.config)},
                   {"features", to_text(trained.features.to_json())},
                   {"targets", to_text(trained.targets.to_json())}};
  for (const auto& [name, tensor] : tensors_of(*trained.model)) file.tensors.push_back(to_stored(name, tensor));
  return encode_safetensors(file);
}

void save_model(const TrainedModel& trained, const std::filesystem::path& path) {
  write_file_atomically(path, encode_model(trained));
}

TrainedModel load_model(const std::filesystem::path& path, std::optional<Engine> engine) {
  std::error_code ignored;  // whatever else is wrong with the path, reading it says so
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  const std::filesystem::path file_path = is_folder ? path / "best.safetensors" : path;
  if (is_folder && !std::filesystem::exists(file_path, ignored)) {
    throw usage_error(
        "[model] {} has no best.safetensors; of a run with several trainings name one of its folders, such as {}",
        path.string(), (path / "fold_1").string());
  }
  const std::string where = "[model] " + file_path.string();
  const Safetensors file = decode_safetensors(read_file(file_path), where);
  if (metadata_entry(file, "format", where) != "gnnir-model") throw data_error("{}: not a gnnir model", where);
  if (const std::string& version = metadata_entry(file, "format_version", where); version != format_version) {
    throw data_error("{}: format version {}; this program reads version {}: use a newer gnnir", where, version,
                     format_version);
  }
  RunConfig config;
  try {
    apply_settings(config, parse_config(metadata_entry(file, "config", where), where), where);
  } catch (const Error& error) {
    throw data_error("{}", error.what());  // not the user's setting but the file is wrong
  }
  if (engine) config.model.gnn.engine = *engine;
  FeatureEncoding features =
      FeatureEncoding::from_json(parse_json(metadata_entry(file, "features", where), where), where);
  TargetEncoding targets = TargetEncoding::from_json(parse_json(metadata_entry(file, "targets", where), where), where);
  TrainedModel trained = TrainedModel::create(config, std::move(features), std::move(targets));
  load_weights(*trained.model, file, where);
  trained.model->eval();
  return trained;
}

Weights copy_weights(const torch::nn::Module& model) {
  Weights copies = tensors_of(model);
  for (auto& [name, tensor] : copies) tensor = tensor.detach().clone();
  return copies;
}

void restore_weights(torch::nn::Module& model, const Weights& weights) {
  const torch::NoGradGuard no_grad;
  const Weights own = tensors_of(model);
  for (std::size_t i = 0; i < own.size(); ++i) own[i].second.detach().copy_(weights[i].second);
}

}  // namespace gnnir
