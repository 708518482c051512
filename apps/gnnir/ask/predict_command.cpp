#include "gnnir/audit/audit.h"
#include "gnnir/base/error.h"
#include "gnnir/infer/prediction_rows.h"
#include "gnnir/infer/training_graphs.h"
#include "path_checks.h"
#include "question.h"
#include "words.h"

namespace gnnir::app {
namespace {

/// Whether the prediction for each graph of the question depends on the order of its nodes.
void add_audit(const Question& question, ThreadPool& pool, PredictionTable& table) {
  const EncodedDataset data = EncodedDataset::features_of(question.dataset, question.predictor.model());
  for (GraphAudit& one : audit(question.predictor, data, question.graphs, {}, pool)) {
    table.order.emplace_back(name_of(one.verdict));
    table.spread.push_back(std::move(one.moves));
  }
}

/// The graphs that the named model was trained on, if their neighbours are asked for.
TrainingGraphs training_graphs_for(const ModelCommand& command, const Predictor& predictor) {
  if (!command.neighbours) return {};
  if (*command.neighbours < 1) throw usage_error("--neighbours: expected at least 1, found {}", *command.neighbours);
  if (!command.training_data.empty()) check_output("--out", command.out, {command.training_data});
  return training_graphs_of(command.model, predictor, command.training_data, command.data_dir);
}

/// Folds answer each for its own graphs, which others have seen.
void refuse_with_folds(const ModelCommand& command) {
  for (const auto& [asked, option] : {std::pair{command.audit, "--audit"},
                                      {command.neighbours.has_value(), "--neighbours"},
                                      {command.confidence.has_value(), "--confidence"},
                                      {command.calibrate != Calibration::none, "--calibrate"}}) {
    if (asked) {
      throw usage_error("{}: is of one model, and each fold of {} answers for its own test graphs: name one fold",
                        option, command.model);
    }
  }
}

}  // namespace

int run_predict(const ModelCommand& command, const ModelRunner& runner) {
  const Question question =
      load_question(command, runner, /*with_labels=*/command.part != "all",  // parts are of the same data
                    Folds::each_its_own);
  if (!question.folds.empty()) refuse_with_folds(command);
  const TrainingGraphs training = training_graphs_for(command, question.predictor);
  ThreadPool pool(command.threads);
  const PredictOptions options{
      .graphs = question.graphs, .pool = &pool, .confidence = command.confidence, .calibrate = command.calibrate};
  Predictions found = question.folds.empty() ? question.predictor.predict(question.dataset, options)
                                             : predict_out_of_fold(question.folds, question.dataset, &pool);
  NearestGraphs nearest;
  if (command.neighbours) {
    nearest = nearest_training_graphs(question.predictor, training, question.dataset, options, *command.neighbours);
    mark_unfamiliar(found, nearest);
  }
  for (const std::string& remark : found.remarks) warn(remark);
  PredictionTable table{.dataset = question.dataset,
                        .targets = question.predictor.model().targets,
                        .predictions = found,
                        .nearest = command.neighbours ? &nearest : nullptr,
                        .training = &training.dataset,
                        .names = command.names,
                        .skipped = command.part == "all"};
  if (command.audit) add_audit(question, pool, table);
  emit(command.out, command.json ? predictions_json_lines(table) : predictions_csv(table), rows_of(question, command));
  return 0;
}

}  // namespace gnnir::app
