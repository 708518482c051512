#include "gnnir/train/evaluate_run.h"

#include "gnnir/base/files.h"
#include "gnnir/data/splits.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/train/predict.h"
#include "gnnir/train/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;

std::map<std::string, Scores> score_best_so_far(const fs::path& folder, const Dataset& dataset, std::size_t threads) {
  const fs::path best = folder / "best.safetensors";
  if (!fs::exists(best) && !fs::exists(previous_generation(best))) return {};
  require_same_data(folder, dataset);
  use_single_threaded_operations();
  TrainedModel model = load_model(folder);
  const EncodedDataset data = EncodedDataset::from(dataset, model);
  const Split split = read_fold_json(folder / "splits.json", dataset.size()).front();
  ThreadPool pool(threads, use_single_threaded_operations);
  std::map<std::string, Scores> by_part;
  const auto take = [&](const std::string& part, const std::vector<std::int64_t>& graphs) {
    if (!graphs.empty()) by_part[part] = score(model, data, graphs, predict(model, data, graphs, pool));
  };
  take("validation", split.validation);
  take("test", split.test);
  for (const Split::Extra& extra : split.extra_tests) take(extra.name, extra.graphs);
  return by_part;
}

}  // namespace gnnir
