#include "gnnir/record/initial_model.h"

#include <algorithm>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// Of the data: what decides how graphs become the model's input. What is to be learned is the new training's.
bool belongs_to_model(const std::string& path) {
  static const std::set<std::string> of_data = {"data.features",      "data.edge_features", "data.max_degree",
                                                "data.self_loops",    "data.direction",     "data.hydrogens",
                                                "data.molecule_edges"};
  return path.starts_with("model.") || of_data.contains(path);
}

void require_kind(const char* setting, FeatureKind asked, const FeatureEncoding& fitted,
                  const FeatureEncoding& initial) {
  if (asked == FeatureKind::automatic || fitted.kind == initial.kind) return;
  throw setting_error(setting, "the model that train.init names has features of kind {}, found {}",
                      name_of(initial.kind), name_of(asked));
}

}  // namespace

fs::path initial_model_file(const fs::path& model) {
  std::error_code ignored;  // whatever else is wrong with the path, reading it says so
  if (fs::status(model, ignored).type() == fs::file_type::not_found) {
    throw setting_error("train.init", "{}: no such model file or run folder", model.string());
  }
  if (!fs::is_directory(model, ignored)) return model;
  const TrainingRecord training(model);
  if (fs::exists(training.best_model())) return training.best_model();
  throw setting_error("train.init", "{} has no best.safetensors; of a run with several trainings name one, such as {}",
                      model.string(), (model / RunRecord::fold_name(1)).string());
}

ModelHeader read_initial_header(const fs::path& file) {
  const std::string where = "[model] " + file.string();
  return read_model_header(decode_safetensors(read_file(file), where), ModelFileKind::model, where);
}

SaidSettings with_initial_model(SaidSettings said) {
  const auto init = said.last("train.init");
  if (!init || init->empty()) return said;
  const fs::path file = initial_model_file(*init);
  std::vector<Setting> settings =
      parse_config(to_toml(read_initial_header(file).config), file.string(), ConfigOrigin::stored);
  std::erase_if(settings, [](const Setting& setting) { return !belongs_to_model(setting.first); });
  said.from_file.insert(said.from_file.begin(), settings.begin(), settings.end());
  return said;
}

bool predict_the_same(const ModelHeader& a, const ModelHeader& b) {
  return a.targets.task == b.targets.task && a.targets.names == b.targets.names &&
         a.targets.answers == b.targets.answers;
}

void take_over(const ModelHeader& initial, ModelHeader& header) {
  const DataOptions& asked = header.config.data;
  require_kind("data.features", asked.features, header.features, initial.features);
  require_kind("data.edge_features", asked.edge_features, header.edge_features, initial.edge_features);
  header.features = initial.features;
  header.edge_features = initial.edge_features;
  header.degrees = initial.degrees;
  if (!predict_the_same(initial, header)) return;
  header.targets.mean = initial.targets.mean;
  header.targets.scale = initial.targets.scale;
}

}  // namespace gnnir
