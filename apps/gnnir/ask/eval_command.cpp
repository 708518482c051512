#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "doubt_report.h"
#include "gnnir/base/json.h"
#include "gnnir/infer/out_of_fold.h"
#include "gnnir/infer/part_of_run.h"
#include "gnnir/metrics/main_metric.h"
#include "gnnir/report/confusion_text.h"
#include "gnnir/report/score_text.h"
#include "gnnir/report/table.h"
#include "output.h"
#include "question.h"
#include "terminal.h"
#include "words.h"

namespace gnnir::app {
namespace {

constexpr const char* none = "–";

Json json_of(const ConfusionMatrix& matrix) {
  Json counts = Json::array();
  for (std::size_t c = 0; c < matrix.classes.size(); ++c) {
    Json row = Json::array();
    for (std::size_t p = 0; p < matrix.classes.size(); ++p) row.push_back(matrix.count(c, p));
    counts.push_back(row);
  }
  return {{"classes", matrix.classes}, {"counts", counts}, {"unanswered", matrix.unanswered}};
}

Json json_of(const std::vector<ConfusionMatrix>& matrices) {
  if (matrices.front().target.empty()) return json_of(matrices.front());
  Json by_target = Json::object();
  for (const ConfusionMatrix& matrix : matrices) by_target[matrix.target] = json_of(matrix);
  return by_target;
}

Json json_of(const Question& question, const ModelCommand& command, const Evaluation& found) {
  Json result = {{"event", "result"},      {"dataset", question.dataset.name},
                 {"part", command.part},   {"graphs", question.graphs.size()},
                 {"metric", found.metric}, {"scores", found.scores}};
  if (!found.lacks.empty()) result["lacks"] = found.lacks;
  for (const auto& [name, error] : found.mae_by_target) result["mae_by_target"][name] = error;
  if (!found.confusion.empty()) result["confusion"] = json_of(found.confusion);
  add_doubt(result, command, question.predictor.model().targets, found);
  if (question.predictor.model().config.model.ir.ties == TiePolicy::cell) result["cut_cells"] = found.cut_cells;
  return result;
}

std::string value_text(const Evaluation& found, const std::string& name) {
  const auto score = found.scores.find(name);
  if (score == found.scores.end()) return none;
  return std::isfinite(score->second) ? format_score(name, score->second) : "not finite";
}

/// The main metric first; what there is not, with its reason.
std::string scores_text(const Evaluation& found, bool all) {
  std::vector<std::string> names;
  for (const auto& [name, value] : found.scores) names.push_back(name);
  for (const auto& [name, why] : found.lacks) names.push_back(name);
  std::erase_if(names, [&](const std::string& name) { return !all && !is_shown_unasked(name, found.metric); });
  const bool reasons =
      std::any_of(names.begin(), names.end(), [&](const auto& name) { return found.lacks.contains(name); });
  std::vector<std::string> header = {"score", "value"};
  if (reasons) header.emplace_back("");
  Table table(header, reasons ? Table::Align::left : Table::Align::right);
  for (const std::string& name : in_order_of_tables(names, found.metric)) {
    std::vector<std::string> row = {name, value_text(found, name)};
    const auto why = found.lacks.find(name);
    if (reasons) row.push_back(why == found.lacks.end() ? "" : why->second);
    table.add(std::move(row));
  }
  return table.text();
}

/// Of several targets, what is shown of them all, of each.
std::string targets_text(const Evaluation& found, const TargetEncoding& targets) {
  if (targets.task == Task::classification || targets.outputs() < 2) return "";
  std::vector<std::string> columns;
  for (const Metric& metric : metrics()) {
    const bool shown = metric.is_for(targets.task, targets.outputs()) && !metric.only_mean;
    if (shown && is_shown_unasked(metric.name, found.metric)) columns.emplace_back(metric.name);
  }
  columns = in_order_of_tables(columns, found.metric);
  std::vector<std::string> header = {"target"};
  header.insert(header.end(), columns.begin(), columns.end());
  Table table(header);
  for (const std::string& target : targets.names) {
    std::vector<std::string> row = {target};
    for (const std::string& metric : columns) row.push_back(value_text(found, score_of(metric, target)));
    table.add(std::move(row));
  }
  return "\n" + table.text();
}

}  // namespace

int run_eval(const ModelCommand& command, const ModelRunner& runner) {
  const Question question = load_question(command, runner, /*with_labels=*/true);
  ThreadPool pool(command.threads);
  const Evaluation found = question.predictor.evaluate(
      question.dataset,
      {.graphs = question.graphs, .pool = &pool, .confidence = command.confidence, .calibrate = command.calibrate});
  for (const std::string& remark : found.remarks) warn(remark);
  if (command.part == "all" && is_data_of_run(command.model, question.dataset)) {
    warn(has_folds(command.model, question.dataset)
             ? "these graphs are the run's own, and each fold was trained on most of them: result.json has the scores "
               "on those that a fold has not seen, test_predictions.csv what was said of them"
             : "these graphs are the run's own, and the model was trained on most of them: --part test has those that "
               "it has not seen, test_predictions.csv what was said of them");
  }
  if (command.part == "validation" && !found.assumptions.empty()) {
    warn("the validation graphs are what confidence and calibration go by: on them they are no test");
  }
  if (command.json) {
    show("{}\n", to_text(json_of(question, command, found)));
    return 0;
  }
  show("{}: {} graphs ({})\n{}{}", question.dataset.name, question.graphs.size(), command.part,
       scores_text(found, command.all_scores), targets_text(found, question.predictor.model().targets));
  show("{}", doubt_text(command, question.predictor.model().targets, found));
  for (const ConfusionMatrix& matrix : found.confusion) {
    const bool few = matrix.classes.size() <= most_classes_unasked && found.confusion.size() == 1;
    if (!few && !command.all_scores) continue;
    const std::string text = confusion_text(matrix, terminal_width());
    show("\n{}", text.empty() ? "a confusion matrix does not fit this terminal; --json has it\n" : text);
  }
  return 0;
}

}  // namespace gnnir::app
