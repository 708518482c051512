#include "gnnir/run/models_by_split.h"

#include <algorithm>

#include "gnnir/base/thread_pool.h"
#include "gnnir/models/model_file.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;

std::vector<std::span<const Job>> jobs_by_split(std::span<const Job> jobs) {
  std::vector<std::span<const Job>> groups;
  for (std::size_t begin = 0; begin < jobs.size();) {
    std::size_t end = begin + 1;  // seeds of a split stand behind each other
    while (end < jobs.size() && jobs[end].split == jobs[begin].split) ++end;
    groups.push_back(jobs.subspan(begin, end - begin));
    begin = end;
  }
  return groups;
}

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

bool has_folds(const fs::path& model, const Dataset& dataset) {
  const RunRecord run(model);
  if (!fs::is_directory(model) || !run.begun() || !TrainingRecord(model).has_split()) return false;
  const std::vector<Split> splits = run.read_splits(dataset.size());
  return std::any_of(splits.begin(), splits.end(), [&](const Split& split) { return split != splits.front(); });
}

std::vector<FoldQuestion> questions_to_folds(const fs::path& folder, const Dataset& dataset,
                                             const Execution& execution) {
  require_same_data(folder, dataset, "data.part=test");
  const std::vector<Job> jobs = read_jobs(folder, RunRecord(folder).read_config(), dataset.size());
  std::vector<FoldQuestion> questions;
  for (const std::span<const Job> seeds : jobs_by_split(jobs)) {
    FoldQuestion question{predictor_of_jobs(folder, seeds, execution), seeds.front().split.test};
    std::sort(question.graphs.begin(), question.graphs.end());
    if (!question.graphs.empty()) questions.push_back(std::move(question));
  }
  return questions;
}

Predictions predict_out_of_fold(std::span<const FoldQuestion> folds, const Dataset& dataset, ThreadPool* pool) {
  Predictions all;
  for (const FoldQuestion& fold : folds) {
    Predictions own = fold.predictor.predict(dataset, {.graphs = fold.graphs, .pool = pool});
    std::vector<Prediction> graphs = std::move(all.graphs);
    std::vector<std::string> remarks = std::move(all.remarks);
    std::move(own.graphs.begin(), own.graphs.end(), std::back_inserter(graphs));
    for (std::string& remark : own.remarks) {
      if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end()) remarks.push_back(std::move(remark));
    }
    all = std::move(own);
    all.graphs = std::move(graphs);
    all.remarks = std::move(remarks);
  }
  std::stable_sort(all.graphs.begin(), all.graphs.end(),
                   [](const Prediction& a, const Prediction& b) { return a.graph < b.graph; });
  return all;
}

}  // namespace gnnir
