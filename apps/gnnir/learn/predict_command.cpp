#include "gnnir/audit/audit.h"
#include "gnnir/infer/prediction_rows.h"
#include "learn_commands.h"
#include "question.h"
#include "words.h"

namespace gnnir::app {

/// Whether the prediction for each graph of the question depends on the order of its nodes.
static std::vector<std::string> verdicts_on(const Question& question, ThreadPool& pool) {
  const EncodedDataset data = EncodedDataset::features_of(question.dataset, question.predictor.model());
  std::vector<std::string> verdicts;
  for (const GraphAudit& one : audit(question.predictor, data, question.graphs, {}, pool)) {
    verdicts.emplace_back(name_of(one.verdict));
  }
  return verdicts;
}

int run_predict(const ModelCommand& command) {
  const Question question =
      load_question(command, /*with_labels=*/command.part != "all");  // parts are of the same data
  ThreadPool pool(command.threads);
  const Predictions found = question.predictor.predict(
      question.dataset,
      {.graphs = question.graphs, .pool = &pool, .confidence = command.confidence, .calibrate = command.calibrate});
  for (const std::string& remark : found.remarks) warn(remark);
  PredictionTable table{.dataset = question.dataset,
                        .targets = question.predictor.model().targets,
                        .predictions = found,
                        .names = command.names,
                        .skipped = command.part == "all"};
  if (command.audit) table.order = verdicts_on(question, pool);
  emit(command.out, command.json ? predictions_json_lines(table) : predictions_csv(table), rows_of(question, command));
  return 0;
}

}  // namespace gnnir::app
