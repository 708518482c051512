#include "gnnir/infer/out_of_fold.h"

#include <algorithm>

#include "gnnir/base/thread_pool.h"
#include "gnnir/record/jobs.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;

bool has_folds(const fs::path& model, const Dataset& dataset) {
  const RunRecord run(model);
  if (!fs::is_directory(model) || !run.begun() || !TrainingRecord(model).has_split()) return false;
  const std::vector<Split> splits = run.read_splits(dataset.size());
  return std::any_of(splits.begin(), splits.end(), [&](const Split& split) { return split != splits.front(); });
}

std::vector<FoldQuestion> questions_to_folds(const fs::path& folder, const Dataset& dataset,
                                             const LoadPredictor& load) {
  require_same_data(folder, dataset, "data.part=test");
  const std::vector<Job> jobs = read_jobs(folder, RunRecord(folder).read_config(), dataset.size());
  std::vector<FoldQuestion> questions;
  for (const std::span<const Job> seeds : jobs_by_split(jobs)) {
    std::vector<fs::path> models;
    for (const Job& job : seeds) models.push_back(RunRecord(folder).training(job.name).folder());
    FoldQuestion question{load(models), seeds.front().split.test};
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
