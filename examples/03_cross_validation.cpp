// Cross-validation with a folder that a run can go on from: after a kill, a power cut, or as here a stop after some
// epochs. Neither that nor the number of threads changes a bit of the result.
//
// Prints the accuracy over the folds of a run that was interrupted and resumed, beside that of one that was not.
#include <gnnir/gnnir.h>

#include <atomic>
#include <cstdio>

using namespace gnnir;

namespace {

/// Hears what happens; here, how many epochs of all folds are done.
class CountingListener : public ExperimentListener {
 public:
  void on_epoch(const Job& /*job*/, const EpochReport& /*report*/) override { ++epochs; }
  std::atomic<int> epochs = 0;
};

/// On the test graphs of every fold.
const ScoreSummary& test_score(const ExperimentResult& result, const std::string& score) {
  return result.result.part("test").at(score);
}

}  // namespace

int main() {
  use_single_threaded_operations();  // threads are gnnir's: results do not depend on how many there are

  // Rings with links that skip 2, 3, 4 or 5 nodes; no 1-WL method can tell the classes apart.
  const Dataset dataset = generate_csl({.nodes = 17, .skips = {2, 3, 4, 5}, .copies = 10});
  Experiment experiment;
  RunConfig& config = experiment.config;
  config.data.folds = 5;
  config.data.inner_validation = InnerValidation::next_fold;
  config.data.features = FeatureKind::constant;
  config.model.gnn.hidden = 16;
  config.model.gnn.norm.kind = NormKind::graph;
  config.model.ir.layers = 1;
  config.model.ir.width = 1;
  config.train.epochs = 60;
  config.train.batch_size = 8;
  config.train.lr = 0.003;
  experiment.cross_validate = true;
  experiment.threads = available_cores();

  CountingListener listener;
  const ExperimentResult whole = run_experiment(experiment, dataset, listener);  // no folder: nothing is written

  const std::filesystem::path folder = "skips-run";
  std::filesystem::remove_all(folder);  // a run never overwrites anything
  experiment.folder = folder;
  listener.epochs = 0;
  experiment.stop = [&] { return listener.epochs >= 100 ? StopReason::interrupted : StopReason::none; };
  try {
    run_experiment(experiment, dataset, listener);
    return 1;  // it should have been stopped
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::interrupted) throw;
    std::printf("stopped after %d epochs of %d\n", listener.epochs.load(), 5 * 60);
  }

  // The folder knows its settings and folds; another process would do the same.
  Experiment resumed = resumed_experiment(folder);
  resumed.threads = 1;
  const ExperimentResult result = run_experiment(resumed, dataset, listener);
  const Summary accuracy = test_score(result, "accuracy").over_jobs;
  std::printf("resumed:   accuracy %.3f ± %.3f over %d folds\n", accuracy.mean, accuracy.std,
              static_cast<int>(result.result.jobs.size()));
  const Summary in_one_go = test_score(whole, "accuracy").over_jobs;
  std::printf("in one go: accuracy %.3f ± %.3f\n", in_one_go.mean, in_one_go.std);
  // The same to the last bit, and learned: 0.25 would be chance.
  const bool same = test_score(result, "loss").jobs == test_score(whole, "loss").jobs;
  return same && accuracy.mean > 0.7 ? 0 : 1;
}
