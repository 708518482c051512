#include "gnnir/infer/training_graphs.h"

#include <fmt/format.h>

#include <set>

#include "gnnir/base/error.h"
#include "gnnir/data/open.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

constexpr const char* asks = "ask.training_data";

/// The run that a training in this folder is of; empty if it is of none.
fs::path run_around(const fs::path& folder) {
  if (!TrainingRecord(folder).has_split()) return {};
  for (const fs::path& run : {folder, fs::absolute(folder).lexically_normal().parent_path()}) {
    if (RunRecord(run).begun()) return run;
  }
  return {};
}

Dataset open_training_data(const std::string& data, const std::string& data_dir, const fs::path& run,
                           const Predictor& predictor) {
  try {
    return open_dataset(data, data_dir, predictor.read_options(/*labels=*/true));
  } catch (const Error& error) {
    if (run.empty() || error.kind() == ErrorKind::data) throw;
    throw setting_error(asks, "{} was trained on {}, which cannot be read here; say where it is now ({})", run.string(),
                        data, error.what());
  }
}

}  // namespace

TrainingGraphs training_graphs_of(const fs::path& model, const Predictor& predictor, const std::string& data,
                                  const std::string& data_dir) {
  const fs::path folder = fs::is_directory(model) ? model : fs::absolute(model).lexically_normal().parent_path();
  const fs::path run = run_around(folder);
  if (run.empty()) {
    if (data.empty()) {
      throw setting_error(asks, "{} lies in no run folder, which would know its training graphs: say where they are",
                          model.string());
    }
    TrainingGraphs all{open_training_data(data, data_dir, run, predictor), {}};
    all.graphs = all_graphs(all.dataset);
    return all;
  }
  const DataOptions trained_on = RunRecord(run).read_config().data;
  const bool moved = !data.empty();
  TrainingGraphs training{open_training_data(moved ? data : trained_on.dataset,
                                             data_dir.empty() ? trained_on.data_dir : data_dir, run, predictor),
                          {}};
  require_same_data(run, training.dataset, asks);
  std::set<std::int64_t> graphs;
  const RunRecord here(folder);  // a training has one split, a run of several as many
  for (const Split& split : here.read_splits(training.dataset.size())) {
    graphs.insert(split.train.begin(), split.train.end());
  }
  training.graphs.assign(graphs.begin(), graphs.end());
  return training;
}

std::string called(const Dataset& dataset, std::int64_t graph) {
  const auto g = static_cast<std::size_t>(graph);
  for (const KeptColumn& column : dataset.kept) {
    if (!column.values[g].empty()) return column.values[g];
  }
  return fmt::format("{}", graph);
}

NearestGraphs nearest_training_graphs(const Predictor& predictor, const TrainingGraphs& training,
                                      const Dataset& dataset, const PredictOptions& options, std::int64_t count) {
  if (count < 1) throw setting_error("ask.neighbours", "expected at least 1, found {}", count);
  ThreadPool alone(1);
  ThreadPool& pool = options.pool ? *options.pool : alone;
  PredictOptions of_training = options;
  of_training.graphs = training.graphs;
  const TrainingEmbeddings known(predictor.embed(training.dataset, EmbeddingKind::graph, of_training), pool);
  NearestGraphs nearest{.count = count, .graphs = {}, .usual_distance = known.usual_distance()};
  nearest.graphs = known.familiarity_of(predictor.embed(dataset, EmbeddingKind::graph, options), count, pool);
  return nearest;
}

void mark_unfamiliar(Predictions& predictions, const NearestGraphs& nearest) {
  std::int64_t unfamiliar = 0;
  for (std::size_t i = 0; i < predictions.graphs.size(); ++i) {
    const Familiarity& one = nearest.graphs[i];
    if (!one.unfamiliar) continue;
    ++unfamiliar;
    if (one.nearest.empty()) continue;  // said elsewhere: there are no finite numbers
    predictions.graphs[i].unusual.push_back(
        fmt::format("{:.3g} from the nearest training graph (99 % of them have another within {:.3g})",
                    one.nearest.front().distance, nearest.usual_distance));
  }
  if (unfamiliar == 0) return;
  predictions.remarks.push_back(
      fmt::format("{} of {} graphs {} farther from the training graphs than 99 % of those from each other: "
                  "predictions for unfamiliar graphs are guesses",
                  unfamiliar, predictions.graphs.size(), unfamiliar == 1 ? "is" : "are"));
}

}  // namespace gnnir
