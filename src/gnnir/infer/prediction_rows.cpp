#include "gnnir/infer/prediction_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "gnnir/data/names.h"
#include "gnnir/data/source/csv.h"
#include "gnnir/infer/nearest_columns.h"

namespace gnnir {
namespace {

using Texts = std::vector<std::string>;

void append(Texts& to, const Texts& from) { to.insert(to.end(), from.begin(), from.end()); }

std::string number_text(double value) { return std::isfinite(value) ? format_exact(value) : ""; }

/// Our own columns beside what is predicted.
Texts own_columns(const PredictionTable& table) {
  Texts columns = {"graph", "line", "order", "unusual", "error"};
  if (!table.spread.empty()) columns.emplace_back("spread");
  append(columns, NearestColumns(table).header());
  return columns;
}

/// What is predicted, and what is true of it.
class Answers {
 public:
  explicit Answers(const PredictionTable& table)
      : dataset_(table.dataset),
        task_(table.targets.task),
        predictions_(table.predictions),
        names_(table.predictions.names),
        ours_(own_columns(table)) {
    for (const std::string& name : names_) {
      const auto found = std::find(dataset_.target_names.begin(), dataset_.target_names.end(), name);
      target_columns_.push_back(static_cast<std::size_t>(found - dataset_.target_names.begin()));
    }
    width_ = header().size();
  }

  [[nodiscard]] Texts header() const {
    Texts header;
    if (task_ == Task::classification) header.emplace_back("prediction");
    for (const std::string& name : names_) {
      if (task_ != Task::classification) header.push_back(column_of(name));
      if (task_ != Task::regression) header.push_back("p_" + name);
      if (task_ != Task::classification && has_deviations()) header.push_back("std_" + name);
      append(header, header_of_bounds(name));
    }
    if (task_ == Task::classification && has_deviations()) header.emplace_back("std");
    if (task_ == Task::classification && predictions_.confidence) header.emplace_back("set");
    return header;
  }

  [[nodiscard]] Texts of(const Prediction& prediction) const {
    Texts fields;
    if (task_ == Task::classification) {
      fields.push_back(prediction.finite ? names_[static_cast<std::size_t>(prediction.predicted_class)] : "");
    }
    for (std::size_t i = 0; i < prediction.probabilities.size(); ++i) {
      if (task_ == Task::yes_no) fields.push_back(predictions_.answer(prediction, i));
      fields.push_back(fmt::format("{:.6f}", prediction.probabilities[i]));
      if (task_ == Task::yes_no && has_deviations()) fields.push_back(fmt::format("{:.6f}", prediction.deviations[i]));
      if (task_ == Task::yes_no) append(fields, bounds_of(prediction, i));
    }
    if (task_ == Task::classification && prediction.finite && has_deviations()) {
      fields.push_back(fmt::format("{:.6f}", deviation_of_class(prediction)));
    }
    if (task_ == Task::classification && prediction.finite) append(fields, bounds_of(prediction, 0));
    for (std::size_t t = 0; t < prediction.targets.size(); ++t) {
      fields.push_back(number_text(prediction.targets[t]));
      if (has_deviations()) fields.push_back(number_text(prediction.deviations[t]));
      append(fields, bounds_of(prediction, t));
    }
    fields.resize(width_);  // without a finite number there is nothing to say
    return fields;
  }

  void add_to(Json& row, const Prediction& prediction) const {
    add_answer_to(row, prediction);
    if (predictions_.confidence) add_bounds_to(row, prediction.bounds);
  }

  /// A column of what is known of a class, or one of each name.
  [[nodiscard]] Texts header_of_spread() const {
    if (task_ == Task::classification) return {"spread"};
    Texts header;
    for (const std::string& name : names_) header.push_back("spread_" + name);
    return header;
  }

  void add_spread(Json& row, const std::vector<double>& spread) const {
    if (task_ != Task::classification) {
      row["spread"] = by_name(spread);
    } else {
      row["spread"] = std::isfinite(spread[0]) ? Json(spread[0]) : Json(nullptr);
    }
  }

  [[nodiscard]] Texts header_of_labels() const {
    if (task_ == Task::classification) return {"true"};
    Texts header;
    for (const std::string& name : names_) header.push_back("true_" + name);
    return header;
  }

  [[nodiscard]] Texts labels_of(std::int64_t graph) const {
    const auto g = static_cast<std::size_t>(graph);
    if (task_ == Task::classification) {
      const std::int64_t c = dataset_.has_classes() ? dataset_.classes[g] : -1;
      return {c < 0 ? "" : dataset_.class_names[static_cast<std::size_t>(c)]};
    }
    Texts labels;
    for (const std::size_t column : target_columns_) {
      labels.push_back(dataset_.has_targets() ? label_text(g, column) : "");
    }
    return labels;
  }

 private:
  void add_answer_to(Json& row, const Prediction& prediction) const {
    if (has_deviations() && task_ == Task::classification) {
      row["std"] = prediction.finite ? Json(deviation_of_class(prediction)) : Json(nullptr);
    } else if (has_deviations()) {
      row["std"] = by_name(prediction.deviations);
    }
    if (task_ == Task::regression) {
      row["prediction"] = by_name(prediction.targets);
      return;
    }
    if (task_ == Task::classification) {
      row["prediction"] = nullptr;
      if (prediction.finite) row["prediction"] = names_[static_cast<std::size_t>(prediction.predicted_class)];
    }
    if (task_ == Task::yes_no) {
      row["prediction"] = Json::object();
      for (std::size_t i = 0; i < names_.size(); ++i) {
        row["prediction"][names_[i]] = prediction.finite ? Json(predictions_.answer(prediction, i)) : Json(nullptr);
      }
    }
    row["probabilities"] = by_name(prediction.probabilities);
  }

  [[nodiscard]] Texts header_of_bounds(const std::string& name) const {
    if (!predictions_.confidence || task_ == Task::classification) return {};
    if (task_ == Task::yes_no) return {"set_" + name};
    return {"lower_" + name, "upper_" + name};
  }

  /// Empty where there is no finite number to say it of; an interval without bounds is -inf to inf.
  [[nodiscard]] Texts bounds_of(const Prediction& prediction, std::size_t place) const {
    if (!predictions_.confidence) return {};
    if (task_ == Task::regression) {
      const Interval& interval = prediction.bounds.intervals[place];
      const auto text = [](double bound) { return std::isnan(bound) ? std::string() : format_exact(bound); };
      return {text(interval.lower), text(interval.upper)};
    }
    if (prediction.bounds.sets.empty()) return {""};
    return {fmt::format("{}", fmt::join(names_in_set(prediction.bounds.sets[place], place), "; "))};
  }

  /// Of classes, or of the answers to a question.
  [[nodiscard]] Texts names_in_set(const std::vector<std::int64_t>& set, std::size_t question) const {
    Texts names;
    for (const std::int64_t c : set) {
      const auto place = static_cast<std::size_t>(c);
      names.push_back(task_ == Task::yes_no ? predictions_.answers[question][place] : names_[place]);
    }
    return names;
  }

  void add_bounds_to(Json& row, const Bounds& bounds) const {
    if (task_ == Task::regression) {
      std::vector<double> lower;
      std::vector<double> upper;
      for (const Interval& interval : bounds.intervals) {
        lower.push_back(interval.lower);
        upper.push_back(interval.upper);
      }
      row["lower"] = by_name(lower);
      row["upper"] = by_name(upper);
      return;
    }
    const auto set_of = [&](std::size_t place) {
      return bounds.sets.empty() ? Json(nullptr) : Json(names_in_set(bounds.sets[place], place));
    };
    if (task_ == Task::classification) {
      row["set"] = set_of(0);
      return;
    }
    row["set"] = Json::object();
    for (std::size_t i = 0; i < names_.size(); ++i) row["set"][names_[i]] = set_of(i);
  }

  [[nodiscard]] bool has_deviations() const { return predictions_.models > 1; }
  /// Of the probability of what is predicted.
  static double deviation_of_class(const Prediction& prediction) {
    return prediction.deviations[static_cast<std::size_t>(prediction.predicted_class)];
  }
  /// Names of targets may be those of our own columns.
  [[nodiscard]] std::string column_of(const std::string& target) const {
    return std::find(ours_.begin(), ours_.end(), target) == ours_.end() ? target : "target_" + target;
  }
  /// A number that is not finite is null: JSON has no other word for it.
  [[nodiscard]] Json by_name(const std::vector<double>& values) const {
    Json object = Json::object();
    for (std::size_t i = 0; i < values.size(); ++i) {
      object[names_[i]] = std::isfinite(values[i]) ? Json(values[i]) : Json(nullptr);
    }
    return object;
  }

  [[nodiscard]] std::string label_text(std::size_t graph, std::size_t column) const {
    const auto columns = static_cast<std::size_t>(dataset_.num_targets);
    if (column >= columns) return "";
    const float value = dataset_.targets[graph * columns + column];
    if (std::isnan(value)) return "";
    const bool answer = !dataset_.answers.empty() && (value == 0 || value == 1);
    return answer ? dataset_.answers[column][value == 1 ? 1 : 0] : format_exact(value);
  }

  const Dataset& dataset_;
  Task task_;
  const Predictions& predictions_;
  const std::vector<std::string>& names_;
  Texts ours_;
  std::size_t width_ = 0;
  std::vector<std::size_t> target_columns_;  // in the data set; past its end where it has none of that name
};

/// The columns of a table and how a row is made, for both ways to write it.
class Rows {
 public:
  explicit Rows(const PredictionTable& table)
      : table_(table),
        answers_(table),
        nearest_(table),
        has_lines_(!table.dataset.lines.empty()),
        shows_skipped_(table.skipped && !table.dataset.skipped.empty()) {
    for (const Prediction& prediction : table.predictions.graphs) graphs_.push_back(prediction.graph);
    if (table.names) names_ = NameColumns(table.dataset, columns_beside_names());
    header_ = header();
  }

  [[nodiscard]] std::string csv() const {
    std::string text = csv_row(header_);
    visit([&](std::size_t i) { text += csv_row(row(i)); },
          [&](const SkippedGraph& graph) { text += csv_row(skipped_row(graph)); });
    return text;
  }

  [[nodiscard]] std::string json_lines() const {
    std::string text;
    visit([&](std::size_t i) { text += to_text(json_row(i)) + "\n"; },
          [&](const SkippedGraph& graph) { text += to_text(skipped_json(graph)) + "\n"; });
    return text;
  }

 private:
  [[nodiscard]] Texts columns_beside_names() const {
    Texts columns = {"event", "training", "graph", "line", "prediction", "probabilities", "order", "unusual", "error"};
    append(columns, answers_.header());
    append(columns, answers_.header_of_labels());
    if (!table_.spread.empty()) append(columns, answers_.header_of_spread());
    append(columns, nearest_.header());
    return columns;
  }

  [[nodiscard]] Texts header() const {
    Texts header = {"graph"};
    if (has_lines_) header.emplace_back("line");
    append(header, names_.header());
    if (table_.labels) append(header, answers_.header_of_labels());
    append(header, answers_.header());
    if (!table_.order.empty()) header.emplace_back("order");
    if (!table_.spread.empty()) append(header, answers_.header_of_spread());
    append(header, nearest_.header());
    header.emplace_back("unusual");
    if (shows_skipped_) header.emplace_back("error");
    for (std::string& name : header) name = printable(name);
    for (auto name = header.begin(); name != header.end(); ++name) {  // targets may be called as others' labels are
      while (std::find(header.begin(), name, *name) != name) *name += '_';
    }
    return header;
  }

  [[nodiscard]] std::int64_t line_of(std::int64_t graph) const {
    return table_.dataset.lines[static_cast<std::size_t>(graph)];
  }

  [[nodiscard]] Texts row(std::size_t i) const {
    const Prediction& prediction = table_.predictions.graphs[i];
    Texts row = {fmt::format("{}", prediction.graph)};
    if (has_lines_) row.push_back(fmt::format("{}", line_of(prediction.graph)));
    append(row, names_.of_graph(prediction.graph));
    if (table_.labels) append(row, answers_.labels_of(prediction.graph));
    append(row, answers_.of(prediction));
    if (!table_.order.empty()) row.push_back(table_.order[i]);
    if (!table_.spread.empty()) {
      for (const double spread : table_.spread[i])
        row.push_back(std::isfinite(spread) ? fmt::format("{:.3g}", spread) : "");
    }
    append(row, nearest_.of(i));
    row.push_back(fmt::format("{}", fmt::join(prediction.unusual, "; ")));
    if (shows_skipped_) row.emplace_back();
    return row;
  }

  [[nodiscard]] Texts skipped_row(const SkippedGraph& graph) const {
    Texts row = {""};
    if (has_lines_) row.push_back(fmt::format("{}", graph.line));
    append(row, names_.of_skipped(graph));
    row.resize(header_.size());
    row.back() = graph.reason;
    return row;
  }

  [[nodiscard]] Json json_row(std::size_t i) const {
    const Prediction& prediction = table_.predictions.graphs[i];
    Json row = {{"event", "prediction"}, {"graph", prediction.graph}};
    if (has_lines_) row["line"] = line_of(prediction.graph);
    add_names(row, names_.of_graph(prediction.graph));
    answers_.add_to(row, prediction);
    if (!table_.order.empty()) row["order"] = table_.order[i];
    if (!table_.spread.empty()) answers_.add_spread(row, table_.spread[i]);
    nearest_.add_to(row, i);
    row["unusual"] = prediction.unusual;
    return row;
  }

  [[nodiscard]] Json skipped_json(const SkippedGraph& graph) const {
    Json row = {{"event", "prediction"}, {"graph", nullptr}};
    if (has_lines_) row["line"] = graph.line;
    add_names(row, names_.of_skipped(graph));
    row["prediction"] = nullptr;
    row["error"] = graph.reason;
    return row;
  }

  void add_names(Json& row, const Texts& values) const {
    for (std::size_t c = 0; c < values.size(); ++c) row[names_.header()[c]] = values[c];
  }

  template <typename OnGraph, typename OnSkipped>
  void visit(const OnGraph& on_graph, const OnSkipped& on_skipped) const {
    static const std::vector<SkippedGraph> none;
    in_order_of_file(graphs_, shows_skipped_ ? table_.dataset.skipped : none, on_graph, on_skipped);
  }

  const PredictionTable& table_;
  Answers answers_;
  NearestColumns nearest_;
  bool has_lines_;
  bool shows_skipped_;
  NameColumns names_;
  Texts header_;
  std::vector<std::int64_t> graphs_;
};

}  // namespace

std::string predictions_csv(const PredictionTable& table) { return Rows(table).csv(); }

std::string predictions_json_lines(const PredictionTable& table) { return Rows(table).json_lines(); }

}  // namespace gnnir
