#include "gnnir/run/scores_together.h"

#include "gnnir/base/thread_pool.h"
#include "gnnir/models/model_file.h"
#include "gnnir/record/run_record.h"

namespace gnnir {

std::vector<Scores> scores_together(const Dataset& dataset, const std::vector<Job>& jobs, const RunOptions& options) {
  std::vector<Scores> by_split;
  if (options.folder.empty()) return by_split;
  const RunRecord record(options.folder);
  ThreadPool pool(options.threads);
  for (std::size_t begin = 0; begin < jobs.size();) {
    std::size_t end = begin + 1;  // seeds of a split stand behind each other
    while (end < jobs.size() && jobs[end].split == jobs[begin].split) ++end;
    if (end - begin > 1 && !jobs[begin].split.test.empty()) {
      std::vector<TrainedModel> models;
      for (std::size_t j = begin; j < end; ++j) {
        models.push_back(load_model(record.training(jobs[j].name).folder(), options.execution));
      }
      const PredictOptions test{.graphs = jobs[begin].split.test, .pool = &pool};
      by_split.push_back(predictor_of(models).evaluate(dataset, test).scores);
    }
    begin = end;
  }
  return by_split;
}

}  // namespace gnnir
