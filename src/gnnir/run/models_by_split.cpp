#include "gnnir/run/models_by_split.h"

#include "gnnir/base/thread_pool.h"
#include "gnnir/models/model_file.h"
#include "gnnir/record/run_record.h"

namespace gnnir {
namespace fs = std::filesystem;

Predictor predictor_of_jobs(const fs::path& folder, std::span<const Job> jobs, const Execution& execution) {
  const RunRecord record(folder);
  std::vector<TrainedModel> models;
  for (const Job& job : jobs) models.push_back(load_model(record.training(job.name).folder(), execution));
  return predictor_of(models);
}

std::vector<TogetherOnTest> together_on_test(const Dataset& dataset, const std::vector<Job>& jobs,
                                             const RunOptions& options) {
  std::vector<TogetherOnTest> all;
  if (options.folder.empty()) return all;
  ThreadPool pool(options.threads);
  for (const std::span<const Job> seeds : jobs_by_split(jobs)) {
    if (seeds.size() < 2 || seeds.front().split.test.empty()) continue;
    const Predictor predictor = predictor_of_jobs(options.folder, seeds, options.execution);
    const PredictOptions test{.graphs = seeds.front().split.test, .pool = &pool};
    const std::string& first = seeds.front().name;
    all.push_back({first.substr(0, first.rfind("seed_")) + "together", predictor.evaluate(dataset, test).scores,
                   predictor.predict(dataset, test), predictor.model().targets});
  }
  return all;
}

}  // namespace gnnir
