#include "gnnir/report/run_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <system_error>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_trainings = 500;
constexpr std::uintmax_t most_model_bytes = std::uintmax_t{1} << 30;  ///< all models of a run together
constexpr std::uint64_t most_table_bytes = std::uint64_t{256} << 20;

/// What reads, or a remark why it cannot.
void try_to(const std::function<void()>& read, std::vector<std::string>& remarks) {
  try {
    read();
  } catch (const Error& error) {
    remarks.emplace_back(error.what());
  } catch (const fs::filesystem_error& error) {
    remarks.emplace_back(error.what());
  }
}

/// fold_2 before fold_10.
bool in_natural_order(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// Names of the folder's trainings: those of its result, else the folders that look like one.
std::vector<std::string> names_of_trainings(const RunView& view) {
  if (view.result) return view.result->jobs;
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(view.folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool training = name.starts_with("fold_") || name.starts_with("seed_");
    if (training && entry.is_directory(ignored)) names.push_back(name);
  }
  std::sort(names.begin(), names.end(), in_natural_order);
  if (names.empty()) names.emplace_back();
  return names;
}

TrainingView view_training(const TrainingRecord& record, const std::string& name, std::vector<std::string>& remarks) {
  TrainingView view{.name = name, .epochs = {}, .seconds = {}, .outcome = {}};
  try_to([&] { view.epochs = record.read_epochs(); }, remarks);
  try_to([&] { view.seconds = record.read_epoch_seconds(); }, remarks);
  try_to([&] { view.outcome = record.read_outcome(); }, remarks);
  return view;
}

/// Runs of before there was a choice do not say it.
std::string metric_of(const RunView& view) {
  if (view.result && !view.result->metric.empty()) return view.result->metric;
  for (const TrainingView& training : view.trainings) {
    if (training.epochs.empty()) continue;
    const Scores& scores = training.epochs.front().validation;
    std::string asked = view.config ? view.config->train.metric : "auto";
    if (scores.contains(asked)) return asked;
    for (const char* name : {"accuracy", "std_mae", "mae", "roc_auc"}) {
      if (scores.contains(name)) return name;
    }
  }
  if (view.result && view.result->part("test").contains("mae")) return "mae";
  return "accuracy";
}

ModelHeader header_in(const fs::path& path) {
  const Safetensors file = decode_safetensors(read_file(path), path.string());
  return read_model_header(file, ModelFileKind::model, path.string());
}

}  // namespace

const EpochReport* TrainingView::best() const {
  for (auto epoch = epochs.rbegin(); epoch != epochs.rend(); ++epoch) {
    if (epoch->best) return &*epoch;
  }
  return nullptr;
}

std::string RunView::name() const {
  if (result && !result->dataset.empty()) return result->dataset;
  if (config) return fs::path(config->data.dataset).stem().string();
  return folder.filename().string();
}

std::vector<KeptPromise> promises_in(const fs::path& folder, const std::vector<std::string>& names,
                                     const TestTable& table) {
  std::map<std::string, PromisingModels> by_answer;
  std::uintmax_t bytes = 0;
  const auto asked = [&](const std::string& name) {
    return std::find(table.trainings.begin(), table.trainings.end(), name) != table.trainings.end();
  };
  for (const std::string& name : names) {
    // Seeds of one split answer together: "fold_2_seed_0" under "fold_2_together".
    const std::size_t seed = name.rfind("seed_");
    std::string answer = name;
    if (seed != std::string::npos && asked(name.substr(0, seed) + "together"))
      answer = name.substr(0, seed) + "together";
    const TrainingRecord training = RunRecord(folder).training(name);
    std::error_code missing;
    bytes += fs::file_size(training.best_model(), missing);
    if (missing || bytes > most_model_bytes) return {};
    PromisingModels& models = by_answer[answer];
    models.training = answer;
    models.headers.push_back(header_in(training.best_model()));
  }
  std::vector<PromisingModels> all;
  for (auto& [answer, models] : by_answer) all.push_back(std::move(models));
  return kept_promises(table, all);
}

RunView view_run(const fs::path& folder) {
  const RunRecord record(folder);
  if (!fs::exists(record.config()) && !record.has_environment() && !record.has_result()) {
    throw usage_error("{}: expected a run folder, found {}", folder.string(),
                      fs::exists(folder) ? "no config.toml, env.json or result.json there" : "nothing of that name");
  }
  RunView view{.folder = folder};
  try_to([&] { view.config = record.read_config(); }, view.remarks);
  try_to([&] { view.environment = record.read_environment(); }, view.remarks);
  if (record.has_result()) try_to([&] { view.result = record.read_result(); }, view.remarks);
  const std::vector<std::string> names = names_of_trainings(view);
  for (std::size_t i = 0; i < std::min(names.size(), most_trainings); ++i) {
    view.trainings.push_back(view_training(record.training(names[i]), names[i], view.remarks));
  }
  view.trainings_left_out = names.size() - view.trainings.size();
  view.metric = metric_of(view);
  if (fs::exists(record.test_predictions())) {
    try_to(
        [&] {
          view.test = parse_test_table(read_file(record.test_predictions(), most_table_bytes),
                                       record.test_predictions().string());
        },
        view.remarks);
  }
  if (!view.test.empty()) try_to([&] { view.promises = promises_in(folder, names, view.test); }, view.remarks);
  if (record.baseline().has_result()) try_to([&] { view.baseline = record.baseline().read_result(); }, view.remarks);
  return view;
}

}  // namespace gnnir
