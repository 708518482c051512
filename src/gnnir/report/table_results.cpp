#include "gnnir/report/table_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gnnir/metrics/metrics.h"

namespace gnnir {
namespace {

Json column_json(const TableColumn& column) {
  Json json = {{"key", column.key}, {"title", column.title}, {"dataset", column.dataset}, {"verb", column.verb}};
  if (column.graphs > 0) json["graphs"] = column.graphs;
  if (!column.split_file.empty()) json["split_file"] = column.split_file;
  for (const ShownScore& score : column.scores) {
    Json shown = {{"key", score.key},
                  {"title", score.title},
                  {"part", score.part},
                  {"score", score.score},
                  {"statistic", name_of(score.statistic)},
                  {"decimals", score.decimals}};
    if (!score.ratio_to.empty()) shown["ratio_to"] = score.ratio_to;
    json["scores"].push_back(shown);
  }
  return json;
}

Json paper_json(const TableCell& cell) {
  Json json = Json::object();
  for (const auto& [key, number] : cell.paper) {
    if (!number.word.empty()) json[key] = {{"word", number.word}};
    if (number.value) json[key]["value"] = *number.value;
    if (number.std) json[key]["std"] = *number.std;
  }
  return json;
}

/// The cell of a stored table that shows the same run in the same column.
const Json* stored_cell(const Json& stored, const std::string& column, const std::string& run) {
  if (stored.is_null() || run.empty()) return nullptr;
  for (const Json& row : stored.at("rows")) {
    for (const Json& cell : row.at("cells")) {
      if (cell.at("column") == column && cell.value("run", "") == run) return &cell;
    }
  }
  return nullptr;
}

bool is_current(const Json& run, const std::string& settings) {
  const Json& its_own = run.at("settings");
  return settings.empty() || its_own == settings;
}

/// Of a seed that is both here and stored, the one that is done counts, else the one that is here.
std::vector<Json> merge_seeds(const FoundRun& here, const Json* stored) {
  std::vector<Json> merged = here.seeds;
  const std::string settings = merged.empty() ? here.settings : merged.front().at("settings").get<std::string>();
  const Json kept = stored ? stored->value("runs", Json::array()) : Json::array();
  const bool have_current = !merged.empty() || std::any_of(kept.begin(), kept.end(),
                                                           [&](const Json& run) { return is_current(run, settings); });
  for (const Json& run : kept) {
    if (have_current && !is_current(run, settings)) continue;
    const auto same = std::find_if(merged.begin(), merged.end(),
                                   [&](const Json& other) { return other.at("seed") == run.at("seed"); });
    if (same == merged.end()) {
      merged.push_back(run);
    } else if (run.at("status") == "done" && same->at("status") != "done") {
      *same = run;
    }
  }
  std::sort(merged.begin(), merged.end(), [](const Json& a, const Json& b) { return a.at("seed") < b.at("seed"); });
  return merged;
}

std::vector<Json> that_are(const char* status, const std::vector<Json>& runs) {
  std::vector<Json> chosen;
  for (const Json& run : runs) {
    if (run.at("status") == status) chosen.push_back(run);
  }
  return chosen;
}

/// A score's values over seeds and folds, in the paper's units.
std::vector<double> values_of(const ShownScore& score, const std::vector<Json>& runs) {
  std::vector<double> values;
  for (const Json& run : runs) {
    if (score.score == "seconds_per_epoch") {
      if (run.contains("seconds_per_epoch")) values.push_back(run.at("seconds_per_epoch").get<double>());
      continue;
    }
    const Json& parts = run.at("scores");
    if (!parts.contains(score.part) || !parts.at(score.part).contains(score.score)) continue;
    for (const Json& value : parts.at(score.part).at(score.score)) {
      if (!value.is_null()) values.push_back(value.get<double>() * (score.score == "accuracy" ? 100 : 1));
    }
  }
  return values;
}

Json shown_number(const ShownScore& score, const std::vector<Json>& runs) {
  const std::vector<double> values = values_of(score, runs);
  if (values.empty()) return {};
  const Summary summary = summarize(values);
  Json number = {{"count", values.size()}};
  switch (score.statistic) {
    case Statistic::mean_std:
      number["value"] = summary.mean;
      if (values.size() > 1) number["std"] = summary.std;
      break;
    case Statistic::mean:
      number["value"] = summary.mean;
      break;
    case Statistic::median:
      number["value"] = summary.median;
      break;
    case Statistic::max:
      number["value"] = summary.max;
      break;
    case Statistic::min:
      number["value"] = summary.min;
      break;
    case Statistic::std:
      number["value"] = summary.std;
      break;
  }
  const bool finite = std::isfinite(number.at("value").get<double>()) && std::isfinite(summary.std);
  return finite ? number : Json();  // JSON has no other numbers
}

std::string progress_of(const std::vector<Json>& runs) {
  std::string text;
  for (const Json& run : that_are("partial", runs)) {
    if (!text.empty()) text += ", ";
    if (runs.size() > 1) text += fmt::format("seed {}: ", run.at("seed").dump());
    text += run.value("progress", "");
  }
  return text;
}

void add_runs(Json& cell, const TableColumn& column, const std::vector<Json>& runs) {
  const std::vector<Json> done = that_are("done", runs);
  cell["status"] = done.size() == runs.size() ? "done" : "partial";
  if (done.size() < runs.size()) cell["progress"] = progress_of(runs);
  const std::vector<Json>& shown = done.empty() ? runs : done;
  cell["ours"] = Json::object();
  for (const ShownScore& score : column.scores) {
    Json number = shown_number(score, shown);
    if (!number.is_null()) cell["ours"][score.key] = std::move(number);
  }
  double seconds = 0;
  for (const Json& run : runs) seconds += run.at("seconds").get<double>();
  cell["seconds"] = seconds;
  const ShownScore per_epoch = {.score = "seconds_per_epoch", .statistic = Statistic::median};
  if (const Json number = shown_number(per_epoch, shown); !number.is_null()) {
    cell["seconds_per_epoch"] = number.at("value");
  }
  if (shown.front().contains("parameters")) cell["parameters"] = shown.front().at("parameters");
  cell["runs"] = runs;
}

/// The numbers stay, for want of better ones.
void set_outdated(Json& cell) {
  cell["status"] = other_settings;
  cell.erase("progress");
}

Json cell_json(const PaperTable& table, const TableCell& cell, const std::map<std::string, FoundRun>& found,
               const Json& stored) {
  const TableColumn& column = table.columns[cell.column];
  Json json = {{"column", column.key}};
  if (!cell.note.empty()) json["note"] = cell.note;
  json["status"] = "not run";
  json["paper"] = paper_json(cell);
  if (cell.run.empty()) return json;
  json["key"] = cell.key();
  json["run"] = cell.run;
  json["command"] = fmt::format("gnnir reproduce {} --rows {}", table.name, cell.key());
  const auto entry = found.find(cell.run);
  const FoundRun here = entry == found.end() ? FoundRun{} : entry->second;
  const Json* before = stored_cell(stored, column.key, cell.run);
  const std::vector<Json> runs = merge_seeds(here, before);
  if (!runs.empty()) {
    add_runs(json, column, runs);
    if (!is_current(runs.front(), here.settings)) set_outdated(json);
    return json;
  }
  const std::string reason = here.skipped.empty() && before ? before->value("reason", "") : here.skipped;
  if (!reason.empty()) {
    json["status"] = "skipped";
    json["reason"] = reason;
  }
  return json;
}

/// The cell of the row, as it is set now, that has this number.
const Json* cell_with(const Json& rows, const std::string& row_name, const std::string& column,
                      const std::string& key) {
  for (const Json& row : rows) {
    if (row.at("name") != row_name) continue;
    for (const Json& cell : row.at("cells")) {
      if (cell.at("status") == other_settings) continue;
      if (cell.at("column") == column && cell.contains("ours") && cell.at("ours").contains(key)) {
        return &cell;
      }
    }
  }
  return nullptr;
}

/// On what machines, and with how many threads, a cell's runs were made.
std::set<std::string> conditions_of(const Json& cell) {
  std::set<std::string> conditions;
  for (const Json& run : cell.at("runs")) {
    const Json machine = run.value("machine", Json::object());
    Json known = Json::array();
    for (const char* key : {"processor", "cores", "threads"}) known.push_back(machine.value(key, Json()));
    conditions.insert(known.dump());
  }
  return conditions;
}

/// Numbers that are shown as ratios to another row's; without that row, as it is set now and run in the same
/// conditions, there is none.
void take_ratios(const PaperTable& table, Json& rows) {
  for (const TableColumn& column : table.columns) {
    for (const ShownScore& score : column.scores) {
      if (score.ratio_to.empty()) continue;
      const Json* base = cell_with(rows, score.ratio_to, column.key, score.key);
      const double divisor = base ? base->at("ours").at(score.key).at("value").get<double>() : 0;
      const std::set<std::string> conditions = base ? conditions_of(*base) : std::set<std::string>();
      for (Json& row : rows) {
        for (Json& cell : row.at("cells")) {
          if (cell.at("column") != column.key || !cell.contains("ours") || !cell.at("ours").contains(score.key)) {
            continue;
          }
          const double ratio = cell["ours"][score.key].at("value").get<double>() / divisor;
          if (std::isfinite(ratio) && conditions_of(cell) == conditions) {
            cell["ours"][score.key] = {{"value", ratio}};
          } else {
            cell["ours"].erase(score.key);
          }
        }
      }
    }
  }
}

}  // namespace

Json table_results(const PaperTable& table, const std::map<std::string, FoundRun>& found, const Json& stored) {
  Json results = {{"table", table.name}, {"title", table.title}};
  if (!table.note.empty()) results["note"] = table.note;
  results["columns"] = Json::array();
  for (const TableColumn& column : table.columns) results["columns"].push_back(column_json(column));
  Json rows = Json::array();
  for (const TableRow& row : table.rows) {
    Json json = {{"name", row.name}};
    if (!row.note.empty()) json["note"] = row.note;
    json["cells"] = Json::array();
    for (const TableCell& cell : row.cells) json["cells"].push_back(cell_json(table, cell, found, stored));
    rows.push_back(std::move(json));
  }
  take_ratios(table, rows);
  results["rows"] = std::move(rows);
  return results;
}

ResultCounts count_results(const Json& results) {
  ResultCounts counts;
  for (const Json& row : results.at("rows")) {
    for (const Json& cell : row.at("cells")) {
      const std::string status = cell.at("status").get<std::string>();
      ++(status == "done"           ? counts.done
         : status == "partial"      ? counts.partial
         : status == other_settings ? counts.other_settings
         : status == "skipped"      ? counts.skipped
                                    : counts.not_run);
      counts.seconds += cell.value("seconds", 0.0);
    }
  }
  return counts;
}

}  // namespace gnnir
