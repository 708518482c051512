#include <fmt/format.h>

#include <algorithm>

#include "gnnir/draw/html_table.h"
#include "gnnir/report/chart.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

std::string task_words(const RunView& run) {
  if (!run.test.empty()) {
    const std::size_t columns = run.test.columns.size();
    switch (run.test.task) {
      case Task::classification:
        return fmt::format("one of {} classes", run.test.columns.front().classes.size());
      case Task::yes_no:
        return columns == 1 ? "a yes/no question" : fmt::format("{} yes/no questions", columns);
      case Task::regression:
        return columns == 1 ? fmt::format("a number: {}", run.test.columns.front().name)
                            : fmt::format("{} numbers", columns);
    }
  }
  return run.config ? name_of(run.config->data.task) : "";
}

std::string words_of_split(const std::string& split) {
  return split == "auto" ? "the data set's own parts if it has any, else at random and stratified by class" : split;
}

std::string split_words(const RunView& run) {
  if (!run.config) return "";
  const DataOptions& data = run.config->data;
  const bool folds = run.environment && run.environment->verb == "cv";
  std::string words = data.split_file.empty() ? words_of_split(data.split) : "the folds of " + data.split_file;
  if (folds) words += fmt::format(", {} trainings, each tested on other graphs", run.trainings.size());
  if (run.config->train.seeds > 1) words += fmt::format(", {} seeds of each", run.config->train.seeds);
  return words;
}

/// "3 … 17.9 … 28"
std::string spread_words(const Json& spread) {
  if (!spread.is_array() || spread.size() != 3) return "";
  return fmt::format("{:.0f} … {:.1f} … {:.0f}", spread[0].get<double>(), spread[1].get<double>(),
                     spread[2].get<double>());
}

std::string value_words(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
  return value.is_null() ? "" : value.dump();
}

/// A row for each class, question or target, as data_facts.h has them.
std::string labels_table(const Json& labels) {
  HtmlTable table;
  std::vector<std::string> keys;
  for (const auto& [key, value] : labels.front().items()) {
    keys.push_back(key);
    table.columns.push_back({key, value.is_number()});
  }
  for (const Json& label : labels) {
    std::vector<std::string>& row = table.rows.emplace_back();
    for (const std::string& key : keys) row.push_back(label.contains(key) ? value_words(label[key]) : "");
  }
  return to_html(table);
}

/// How often each class is there; of few.
std::string balance_picture(const Json& labels) {
  constexpr std::size_t most = 20;
  if (labels.size() > most || !labels.front().contains("class")) return "";
  std::int64_t all = 0;
  for (const Json& label : labels) all += label.value("graphs", std::int64_t{0});
  BarList bars{.title = "Graphs of each class", .bars = {}};
  for (const Json& label : labels) {
    const auto graphs = label.value("graphs", std::int64_t{0});
    const double share = all > 0 ? 100.0 * static_cast<double>(graphs) / static_cast<double>(all) : 0;
    bars.bars.push_back(
        {value_words(label["class"]), static_cast<double>(graphs), 0, fmt::format("{} ({:.1f} %)", graphs, share), 1});
  }
  return to_svg(bars);
}

}  // namespace

std::string question_section(const RunView& run) {
  std::vector<std::pair<std::string, std::string>> facts;
  const auto add = [&](const char* word, const std::string& meaning) {
    if (!meaning.empty()) facts.emplace_back(word, meaning);
  };
  if (run.config) add("data", run.config->data.dataset);
  if (run.result) add("graphs", fmt::format("{}", run.result->graphs));
  add("to be learned", task_words(run));
  add("divided by", split_words(run));
  const Json none;
  const Json& data = run.result ? run.result->data : none;
  if (data.is_object()) {
    add("nodes (least … mean … most)", spread_words(data.value("nodes", Json())));
    add("undirected edges", spread_words(data.value("edges", Json())));
    std::string parts;
    const Json sizes = data.value("parts", Json::object());
    for (const auto& [name, graphs] : sizes.items()) {
      parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", name, value_words(graphs));
    }
    add(run.trainings.size() > 1 ? "parts of the first training" : "parts", parts);
  }
  add("fingerprint of the data", run.environment ? run.environment->data : "");
  std::string html = definitions(facts);
  if (!data.is_object())
    return html + note("What the graphs are like is not known: the run is of before that was kept, or is not done.");
  const Json labels = data.value("labels", Json::array());
  if (!labels.is_array() || labels.empty() || !labels.front().is_object()) return html;
  html += balance_picture(labels) + labels_table(labels);
  const auto all = data.value("classes", data.value("targets", std::size_t{0}));
  if (all > labels.size()) html += note(fmt::format("{} of {} are shown.", labels.size(), all));
  return html;
}

}  // namespace gnnir
