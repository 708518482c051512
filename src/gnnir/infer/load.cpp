#include "gnnir/infer/load.h"

#include <optional>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/catalog/cost.h"
#include "gnnir/infer/on_kernels/exact_ir.h"
#include "gnnir/infer/on_kernels/gnn_ir.h"
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

StoredModel read_file_of_model(const fs::path& path) {
  std::string bytes = read_file(path);
  StoredModel model = parse_model(bytes, "[model] " + path.string());
  model.bytes = std::move(bytes);
  return model;
}

/// The folders of the trainings in a run folder, in the order of their names.
std::set<fs::path> trainings_in(const fs::path& folder) {
  std::set<fs::path> trainings;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const bool is_baseline = entry.path() == RunRecord(folder).baseline().folder();
    if (!is_baseline && TrainingRecord(entry.path()).has_model()) trainings.insert(entry.path());
  }
  return trainings;
}

}  // namespace

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

StoredModel parse_model(std::string_view file, const std::string& where) {
  auto content = std::make_shared<Safetensors>(decode_safetensors(file, where));
  StoredModel model{read_model_header(*content, ModelFileKind::model, where), nullptr, where};
  remove_held_out_tensors(*content);
  check_header(model.header, *content, where);
  model.tensors = std::move(content);
  return model;
}

StoredModel read_model(const fs::path& path, const Warn& warn) {
  std::error_code ignored;  // whatever else is wrong with the path, reading it says so
  if (fs::status(path, ignored).type() == fs::file_type::not_found) {
    throw usage_error("[model] {}: no such model file or run folder", path.string());
  }
  if (!fs::is_directory(path, ignored)) return read_file_of_model(path);
  std::optional<StoredModel> found =
      read_newest<StoredModel>(TrainingRecord(path).best_model(), read_file_of_model, warn);
  if (found) return *std::move(found);
  const std::set<fs::path> trainings = trainings_in(path);
  if (trainings.empty()) throw usage_error("[model] {} is no run folder: it has no best.safetensors", path.string());
  throw usage_error("[model] {} has several trainings: name one of its folds, such as {}", path.string(),
                    trainings.begin()->string());
}

std::vector<StoredModel> read_models(const fs::path& path, const Warn& warn) {
  std::error_code ignored;
  std::vector<StoredModel> models;
  if (fs::is_directory(path, ignored) && !TrainingRecord(path).has_model()) {
    for (const fs::path& training : trainings_in(path)) models.push_back(read_model(training, warn));
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
  if (models.empty()) models.push_back(read_model(path, warn));
  return models;
}

std::string lacks_kernels(const ModelOptions& options) {
  if (options.architecture == "exact-ir") return "";
  if (options.architecture == "gnn-ir") return on_kernels::GnnIrNetwork::lacks(options);
  return fmt::format("no kernels for architecture = {}", options.architecture);
}

std::shared_ptr<const Network> network_on_kernels(const StoredModel& model) {
  const ModelOptions& options = model.header.config.model;
  if (const std::string why = lacks_kernels(options); !why.empty()) {
    throw usage_error("{}: {}; it needs libtorch", model.where, why);
  }
  on_kernels::Weights weights(*model.tensors, model.where);
  try {
    if (options.architecture == "exact-ir") {
      return std::make_shared<const on_kernels::ExactIrNetwork>(std::move(weights), options, model.header.shape());
    }
    return std::make_shared<const on_kernels::GnnIrNetwork>(std::move(weights), options, model.header.shape(),
                                                            model.header.config.train.seed);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::data) throw;
    throw data_error("{}: {}", model.where, error.what());  // settings that no model can have: the file is wrong
  }
}

Predictor predictor_on_kernels(std::span<const StoredModel> models) {
  std::vector<Predictor> predictors;
  for (const StoredModel& model : models) predictors.emplace_back(model.header, network_on_kernels(model));
  return Predictor::together(std::move(predictors));
}

Predictor predictor_on_kernels(const fs::path& path, const Warn& warn) {
  return predictor_on_kernels(read_models(path, warn));
}

}  // namespace gnnir
