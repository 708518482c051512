#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "gnnir/audit/audit.h"
#include "gnnir/base/json.h"
#include "gnnir/data/source/csv.h"
#include "learn_commands.h"
#include "question.h"
#include "words.h"

namespace gnnir::app {
namespace {

/// Of a row of predictions; names of targets may be those of our own columns.
std::string column_of(const std::string& target) {
  const bool taken = target == "graph" || target == "line" || target == "order" || target == "unusual";
  return csv_field(taken ? "target_" + target : target);
}

std::string class_row(const Prediction& prediction, const std::vector<std::string>& names) {
  if (!prediction.finite) return std::string(names.size(), ',');  // no class, no probabilities
  std::string row = csv_field(names[static_cast<std::size_t>(prediction.predicted_class)]);
  for (const double p : prediction.probabilities) row += fmt::format(",{:.6f}", p);
  return row;
}

/// Of each question its answer and the probability of yes.
std::string answer_row(const Prediction& prediction, const Predictions& found) {
  std::vector<std::string> fields;
  for (std::size_t q = 0; q < found.names.size(); ++q) {
    fields.push_back(prediction.finite ? csv_field(found.answer(prediction, q)) : "");
    fields.push_back(prediction.finite ? fmt::format("{:.6f}", prediction.probabilities[q]) : "");
  }
  return fmt::format("{}", fmt::join(fields, ","));
}

std::string target_row(const Prediction& prediction) {
  std::vector<std::string> fields;
  for (const double target : prediction.targets) fields.push_back(number_field(target));
  return fmt::format("{}", fmt::join(fields, ","));
}

/// The verdict on every graph of the question.
std::vector<GraphAudit> audit_question(const Question& question, ThreadPool& pool) {
  const EncodedDataset data = EncodedDataset::features_of(question.dataset, question.predictor.model());
  return audit(question.predictor, data, question.graphs, {}, pool);
}

/// What is printed of a question's graphs.
struct Answers {
  const Question& question;
  const Predictions& predictions;
  const std::vector<GraphAudit>& audits;  ///< empty if they were not asked for
  [[nodiscard]] bool classes() const { return question.predictor.model().targets.task == Task::classification; }
  [[nodiscard]] bool questions() const { return !predictions.answers.empty(); }
  /// Where the graph of a prediction stands in the file; nothing if the format has no lines.
  [[nodiscard]] std::optional<std::int64_t> line(const Prediction& prediction) const {
    const std::vector<std::int64_t>& lines = question.dataset.lines;
    if (lines.empty()) return std::nullopt;
    return lines[static_cast<std::size_t>(prediction.graph)];
  }
};

std::string csv_of(const Answers& answers) {
  const Predictions& found = answers.predictions;
  const bool lines = !answers.question.dataset.lines.empty();
  std::string csv = fmt::format("graph{}{}", lines ? ",line" : "", answers.classes() ? ",prediction" : "");
  for (const std::string& name : found.names) {
    csv += "," + (answers.classes() ? csv_field("p_" + name) : column_of(name));
    if (answers.questions()) csv += "," + csv_field("p_" + name);
  }
  csv += answers.audits.empty() ? ",unusual\n" : ",order,unusual\n";
  for (std::size_t i = 0; i < found.graphs.size(); ++i) {
    const Prediction& prediction = found.graphs[i];
    csv += fmt::format("{},", prediction.graph);
    if (lines) csv += fmt::format("{},", *answers.line(prediction));
    csv += answers.classes()     ? class_row(prediction, found.names)
           : answers.questions() ? answer_row(prediction, found)
                                 : target_row(prediction);
    if (!answers.audits.empty()) csv += fmt::format(",{}", name_of(answers.audits[i].verdict));
    csv += "," + csv_field(fmt::format("{}", fmt::join(prediction.unusual, "; "))) + "\n";
  }
  return csv;
}

/// A number that is not finite is null: JSON has no other word for it.
Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string json_lines_of(const Answers& answers) {
  const Predictions& found = answers.predictions;
  std::string text;
  for (std::size_t i = 0; i < found.graphs.size(); ++i) {
    const Prediction& prediction = found.graphs[i];
    Json row = {{"event", "prediction"}, {"graph", prediction.graph}};
    if (const auto line = answers.line(prediction)) row["line"] = *line;
    if (answers.classes()) {
      row["prediction"] = nullptr;
      row["probabilities"] = Json::object();
      if (prediction.finite) row["prediction"] = found.names[static_cast<std::size_t>(prediction.predicted_class)];
      for (std::size_t c = 0; c < prediction.probabilities.size(); ++c) {
        row["probabilities"][found.names[c]] = number_or_null(prediction.probabilities[c]);
      }
    } else if (answers.questions()) {
      row["prediction"] = Json::object();
      row["probabilities"] = Json::object();
      for (std::size_t q = 0; q < found.names.size(); ++q) {
        row["prediction"][found.names[q]] = prediction.finite ? Json(found.answer(prediction, q)) : Json(nullptr);
        row["probabilities"][found.names[q]] = prediction.finite ? Json(prediction.probabilities[q]) : Json(nullptr);
      }
    } else {
      row["prediction"] = Json::object();
      for (std::size_t t = 0; t < prediction.targets.size(); ++t) {
        row["prediction"][found.names[t]] = number_or_null(prediction.targets[t]);
      }
    }
    if (!answers.audits.empty()) row["order"] = name_of(answers.audits[i].verdict);
    row["unusual"] = prediction.unusual;
    text += to_text(row) + "\n";
  }
  return text;
}

}  // namespace

int run_predict(const ModelCommand& command) {
  const Question question = load_question(command, /*with_labels=*/false);
  ThreadPool pool(command.threads);
  const Predictions found = question.predictor.predict(question.dataset, {.graphs = question.graphs, .pool = &pool});
  for (const std::string& remark : found.remarks) warn(remark);
  std::vector<GraphAudit> audits;
  if (command.audit) audits = audit_question(question, pool);
  const Answers answers{question, found, audits};
  emit(command.out, command.json ? json_lines_of(answers) : csv_of(answers), found.graphs.size());
  return 0;
}

}  // namespace gnnir::app
