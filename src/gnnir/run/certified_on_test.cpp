#include "gnnir/run/certified_on_test.h"

#include <span>

#include "gnnir/base/thread_pool.h"
#include "gnnir/infer/encoded_dataset.h"
#include "gnnir/run/models_by_split.h"

namespace gnnir {

CertifiedGraphs certified_on_test(const Dataset& dataset, const std::vector<Job>& jobs, const RunOptions& options) {
  constexpr double operations = 1e11;  // 2 to 5 s of one core
  ThreadPool pool(options.threads);
  CertifiedGraphs all;
  for (const Job& job : jobs) {
    if (job.split.test.empty()) continue;
    const Predictor predictor = predictor_of_jobs(options.folder, std::span(&job, 1), options.execution);
    const EncodedDataset data = EncodedDataset::features_of(dataset, predictor.model());
    const double share = operations / static_cast<double>(jobs.size());
    all.add(certify_graphs(predictor, data, job.split.test, share, pool, options.stop));
  }
  return all;
}

}  // namespace gnnir
