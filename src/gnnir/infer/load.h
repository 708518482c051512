#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/infer/predictor.h"

namespace gnnir {

struct Safetensors;

/// Told what a person should know although the work goes on.
using Warn = std::function<void(const std::string&)>;

/// A model file that was read and checked, before a network is made of it.
struct StoredModel {
  ModelHeader header;
  std::shared_ptr<const Safetensors> tensors;  ///< those of the network
  std::string where;                           ///< begins what is said of the file: "[model] best.safetensors"
  std::string bytes = {};                      ///< of the whole file, if it was read of a disk
};
/// file: the bytes of a model file. Errors of kind data begin with `where`.
StoredModel parse_model(std::string_view file, const std::string& where);
/// A model file, or the best model of a run folder: there, if the newest one is damaged, the one before it, after a
/// warning. An Error of kind data if the file is not what it should be.
StoredModel read_model(const std::filesystem::path& path, const Warn& warn = {});
/// The models of a run folder with several trainings, folds or seeds; else that one model. Of a run that has not come
/// to its end those that are there, after a warning.
std::vector<StoredModel> read_models(const std::filesystem::path& path, const Warn& warn = {});

/// Why the kernels alone cannot run such a model, in a few words; empty: they can.
std::string lacks_kernels(const ModelOptions& options);
/// The network of a model on the kernels alone, without libtorch; an Error of kind usage where lacks_kernels() has a
/// word, of kind data if the tensors are not those of the model.
std::shared_ptr<const Network> network_on_kernels(const StoredModel& model);

/// Models to ask, without libtorch; several answer together. For others than the kernels have: load_predictor
/// (gnnir/models/model_file.h).
Predictor predictor_on_kernels(std::span<const StoredModel> models);
Predictor predictor_on_kernels(const std::filesystem::path& path, const Warn& warn = {});

/// An Error of kind data that begins with `where` if a file's tensors are too few for the model that its header
/// describes, so that nobody makes a model larger than its file, or if it has not the edge features that it looks at.
void check_header(const ModelHeader& header, const Safetensors& file, const std::string& where);

}  // namespace gnnir
