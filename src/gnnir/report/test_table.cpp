#include "gnnir/report/test_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/source/csv.h"

namespace gnnir {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Where the columns of the table are.
struct Columns {
  Task task = Task::classification;
  std::optional<std::size_t> training;
  std::size_t graph = 0;
  std::vector<std::size_t> names;
  std::vector<std::size_t> truth, prediction, probability;  // of classes: one truth, one prediction
  std::vector<std::string> targets;                         // of questions and targets
  std::vector<std::string> classes;
};

constexpr std::string_view truth_prefix = "true_";

/// The labels stand in a row, then as many predictions, each with its probability if it answers a question.
Columns columns_of(const CsvReader& csv) {
  const std::vector<std::string>& header = csv.header();
  Columns columns;
  columns.training = csv.find("training");
  columns.graph = csv.require("graph");
  const bool classes = csv.find("true").has_value() && csv.find("prediction").has_value();
  std::size_t first = columns.graph + 1;
  const auto is_truth = [&](const std::string& name) {
    return classes ? name == "true" : name.starts_with(truth_prefix);
  };
  while (first < header.size() && !is_truth(header[first])) ++first;
  if (first == header.size()) throw csv.error("expected a column 'true', or 'true_' and a target, found none");
  for (std::size_t c = columns.graph + 1; c < first; ++c) {
    if (header[c] != "line") columns.names.push_back(c);
  }
  std::size_t next = first;
  if (classes) {
    columns.truth = {first};
    columns.prediction = {csv.require("prediction")};
    for (std::size_t c = columns.prediction.front() + 1; c < header.size(); ++c) {
      if (!header[c].starts_with("p_")) continue;
      columns.probability.push_back(c);
      columns.classes.push_back(header[c].substr(2));
    }
    return columns;
  }
  while (next < header.size() && is_truth(header[next])) columns.truth.push_back(next++);
  columns.task = next + 1 < header.size() && header[next + 1] == "p_" + header[next] ? Task::yes_no : Task::regression;
  for (const std::size_t truth : columns.truth) {
    const std::string name = header[truth].substr(truth_prefix.size());
    const auto place = csv.find(name) ? csv.find(name) : csv.find("target_" + name);
    if (!place) throw csv.error("expected a column {}, as there is {}", in_quotes(name), in_quotes(header[truth]));
    columns.targets.push_back(name);
    columns.prediction.push_back(*place);
    if (columns.task == Task::yes_no) columns.probability.push_back(csv.require("p_" + name));
  }
  return columns;
}

double number_in(std::string_view field) { return field.empty() ? nan : parse_number(field).value_or(nan); }

/// A question's answers are known by the rows: yes is what is said where it is likelier.
struct AnswerTexts {
  std::string no, yes;

  void learn(std::string_view said, double probability) {
    if (said.empty() || std::isnan(probability)) return;
    (probability >= 0.5 ? yes : no) = said;
  }
  void learn_truth(std::string_view truth) {
    if (truth.empty() || truth == yes || truth == no) return;
    if (yes.empty()) {
      yes = truth;
    } else if (no.empty()) {
      no = truth;
    }
  }
};

struct Field {
  std::string truth, said;
  double probability = nan;
};

class Reader {
 public:
  Reader(std::string text, const std::string& where)
      : csv_(where, std::move(text), Separator::comma), columns_(columns_of(csv_)) {
    table_.task = columns_.task;
    for (const std::size_t c : columns_.names) table_.name_columns.push_back(csv_.header()[c]);
    table_.columns.resize(columns_.task == Task::classification ? 1 : columns_.targets.size());
    for (std::size_t t = 0; t < columns_.targets.size(); ++t) table_.columns[t].name = columns_.targets[t];
    if (columns_.task == Task::classification) {
      table_.columns.front().classes = columns_.classes;
      table_.columns.front().answers.num_classes = std::ssize(columns_.classes);
    }
    questions_.resize(table_.columns.size());
  }

  TestTable read() {
    while (csv_.next()) {
      const auto fields = csv_.fields();
      const std::string training(columns_.training ? fields[*columns_.training] : "");
      if (is_together(training) && !together_) start_over();
      if (is_together(training) != together_) continue;
      table_.graphs.size() < TestTable::most_rows ? read_row(fields, training) : void(++table_.left_out);
    }
    if (columns_.task == Task::yes_no) take_answers();
    return std::move(table_);
  }

 private:
  static bool is_together(std::string_view training) {
    return training == "together" || training.ends_with("_together");
  }

  /// What single seeds say does not count where they answer together.
  void start_over() {
    together_ = true;
    table_.graphs.clear();
    table_.trainings.clear();
    table_.names.clear();
    for (TestColumn& column : table_.columns) {
      column.rows.clear();
      column.answers = {.num_classes = column.answers.num_classes};
      column.numbers = {};
    }
    for (auto& question : questions_) question.clear();
  }

  void read_row(std::span<const std::string_view> fields, const std::string& training) {
    const std::size_t row = table_.graphs.size();
    table_.graphs.push_back(csv_.place().integer(fields[columns_.graph], "graph"));
    table_.trainings.push_back(training);
    std::vector<std::string>& names = table_.names.emplace_back();
    for (const std::size_t c : columns_.names) names.emplace_back(fields[c]);
    if (columns_.task == Task::classification) return read_class(fields, row);
    for (std::size_t t = 0; t < table_.columns.size(); ++t) {
      const std::string_view truth = fields[columns_.truth[t]];
      const std::string_view said = fields[columns_.prediction[t]];
      if (truth.empty()) continue;
      TestColumn& column = table_.columns[t];
      column.rows.push_back(row);
      if (columns_.task == Task::regression) {
        column.numbers.targets.push_back(number_in(truth));
        column.numbers.predictions.push_back(number_in(said));
      } else {
        questions_[t].push_back({std::string(truth), std::string(said), number_in(fields[columns_.probability[t]])});
      }
    }
  }

  void read_class(std::span<const std::string_view> fields, std::size_t row) {
    const std::string_view truth = fields[columns_.truth.front()];
    const std::string_view said = fields[columns_.prediction.front()];
    if (truth.empty()) return;
    TestColumn& column = table_.columns.front();
    const auto place_of = [&](std::string_view name) {
      const auto found = std::find(column.classes.begin(), column.classes.end(), printable(name));
      return found == column.classes.end() ? std::int64_t{-1} : found - column.classes.begin();
    };
    const std::int64_t label = place_of(truth);
    if (label < 0) return;  // a class that no model knows
    column.rows.push_back(row);
    column.answers.labels.push_back(label);
    column.answers.predicted.push_back(said.empty() ? -1 : place_of(said));
    for (const std::size_t c : columns_.probability) {
      const double probability = number_in(fields[c]);
      column.answers.probabilities.push_back(std::isnan(probability) && !said.empty() ? 0 : probability);
    }
    column.answers.surprise.push_back(-std::log(column.answers.probability(column.answers.labels.size() - 1, label)));
  }

  void take_answers() {
    for (std::size_t t = 0; t < table_.columns.size(); ++t) {
      TestColumn& column = table_.columns[t];
      AnswerTexts texts;
      for (const Field& field : questions_[t]) texts.learn(field.said, field.probability);
      for (const Field& field : questions_[t]) texts.learn_truth(field.truth);
      column.classes = {texts.no.empty() ? "no" : texts.no, texts.yes.empty() ? "yes" : texts.yes};
      column.answers.num_classes = 2;
      for (const Field& field : questions_[t]) {
        const std::int64_t label = field.truth == texts.yes ? 1 : 0;
        const double yes = field.probability;
        column.answers.labels.push_back(label);
        column.answers.predicted.push_back(std::isnan(yes) ? -1 : yes >= 0.5 ? 1 : 0);
        column.answers.probabilities.insert(column.answers.probabilities.end(), {1 - yes, yes});
        column.answers.surprise.push_back(-std::log(label == 1 ? yes : 1 - yes));
      }
    }
  }

  CsvReader csv_;
  Columns columns_;
  TestTable table_;
  bool together_ = false;
  std::vector<std::vector<Field>> questions_;  // of each, its rows
};

}  // namespace

TestTable parse_test_table(std::string text, const std::string& where) { return Reader(std::move(text), where).read(); }

}  // namespace gnnir
