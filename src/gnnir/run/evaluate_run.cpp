#include "gnnir/run/evaluate_run.h"

#include "gnnir/models/model_file.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;

std::map<std::string, Scores> score_best_so_far(const fs::path& folder, const Dataset& dataset, std::size_t threads) {
  const TrainingRecord record(folder);
  if (!record.has_model()) return {};
  require_same_data(folder, dataset);
  const Predictor predictor = load_predictor(folder);
  const Split split = record.read_split(dataset.size());
  ThreadPool pool(threads);
  std::map<std::string, Scores> by_part;
  const auto take = [&](const std::string& part, const std::vector<std::int64_t>& graphs) {
    if (!graphs.empty()) by_part[part] = predictor.evaluate(dataset, {.graphs = graphs, .pool = &pool}).scores;
  };
  take("validation", split.validation);
  take("test", split.test);
  for (const Split::Extra& extra : split.extra_tests) take(extra.name, extra.graphs);
  return by_part;
}

}  // namespace gnnir
