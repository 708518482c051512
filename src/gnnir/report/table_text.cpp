#include "gnnir/report/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "gnnir/base/text.h"
#include "gnnir/report/table_results.h"

namespace gnnir {
namespace {

constexpr std::size_t most_numbers_side_by_side = 6;
constexpr const char* none = "–";
constexpr const char* outdated_mark = " †";

std::size_t decimals_in(double value) {
  const std::string text = format_exact(value);
  const std::size_t point = text.find('.');
  return point == std::string::npos || text.find('e') != std::string::npos ? 0 : text.size() - point - 1;
}

std::string paper_text(const Json& cell, const std::string& key) {
  if (!cell.at("paper").contains(key)) return none;
  const Json& number = cell.at("paper").at(key);
  PaperNumber said{.word = number.value("word", "")};
  if (number.contains("value")) said.value = number.at("value").get<double>();
  if (number.contains("std")) said.std = number.at("std").get<double>();
  return number_text(said);
}

bool is_outdated(const Json& cell) { return cell.at("status") == other_settings; }

std::string our_text(const Json& cell, const Json& score) {
  const std::string key = score.at("key").get<std::string>();
  if (!cell.contains("ours") || !cell.at("ours").contains(key)) return none;
  const Json& number = cell.at("ours").at(key);
  const auto decimals = score.at("decimals").get<std::size_t>();
  std::string text = fmt::format("{:.{}f}", number.at("value").get<double>(), decimals);
  if (number.contains("std")) text += fmt::format(" ± {:.{}f}", number.at("std").get<double>(), decimals);
  return is_outdated(cell) ? text + outdated_mark : text;
}

const Json* cell_in(const Json& row, const Json& column) {
  for (const Json& cell : row.at("cells")) {
    if (cell.at("column") == column.at("key")) return &cell;
  }
  return nullptr;
}

std::string heading(const Json& column, const Json& score, bool several_columns) {
  const std::string column_title = column.at("title").get<std::string>();
  std::string score_title = score.at("title").get<std::string>();
  if (!several_columns) return score_title;
  return column.at("scores").size() == 1 ? column_title : column_title + " " + score_title;
}

/// Once if it is the same for all columns, else column by column.
std::string row_status(const Json& row, const std::vector<const Json*>& columns) {
  std::set<std::string> different;
  std::string by_column;
  for (const Json* column : columns) {
    const Json* cell = cell_in(row, *column);
    if (!cell) continue;
    different.insert(status_text(*cell));
    by_column += fmt::format("{}{}: {}", by_column.empty() ? "" : "; ", column->at("title").get<std::string>(),
                             status_text(*cell));
  }
  std::string text = different.size() == 1 ? *different.begin() : by_column;
  if (row.contains("note")) text += (text.empty() ? "" : ". ") + row.at("note").get<std::string>();
  return text;
}

TextGrid grid_of(const Json& results, const std::vector<const Json*>& columns) {
  TextGrid grid;
  std::vector<std::string> header = {"model"};
  for (const Json* column : columns) {
    for (const Json& score : column->at("scores")) {
      const std::string title = heading(*column, score, columns.size() > 1);
      header.push_back(title + ", paper");
      header.push_back(title + ", gnnir");
    }
  }
  header.emplace_back("status");
  grid.rows.push_back(header);
  for (const Json& row : results.at("rows")) {
    std::vector<std::string> line = {row.at("name").get<std::string>()};
    for (const Json* column : columns) {
      const Json* cell = cell_in(row, *column);
      for (const Json& score : column->at("scores")) {
        line.push_back(cell ? paper_text(*cell, score.at("key").get<std::string>()) : none);
        line.push_back(cell ? our_text(*cell, score) : none);
      }
    }
    line.push_back(row_status(row, columns));
    grid.rows.push_back(std::move(line));
  }
  return grid;
}

/// "validation" values over folds: their mean; the score that the table shows if the run has it.
std::string validation_text(const Json& run, const Json& column) {
  if (!run.at("scores").contains("validation")) return none;
  const Json& scores = run.at("scores").at("validation");
  for (const Json& shown : column.at("scores")) {
    const std::string name = shown.at("score").get<std::string>();
    if (!scores.contains(name)) continue;
    double total = 0;
    int count = 0;
    for (const Json& value : scores.at(name)) {
      if (value.is_null()) continue;
      total += value.get<double>();
      ++count;
    }
    if (count == 0) return none;
    const double mean = total / count * (name == "accuracy" ? 100 : 1);
    return fmt::format("{:.{}f}", mean, shown.at("decimals").get<std::size_t>());
  }
  return none;
}

/// "300", or "141 to 177" where trainings ended at different epochs.
std::string range_text(const Json& counts) {
  std::vector<std::int64_t> values;
  for (const Json& count : counts) values.push_back(whole_number(count).value_or(0));
  if (values.empty()) return none;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *least == *most ? fmt::format("{}", *least) : fmt::format("{} to {}", *least, *most);
}

std::string field_text(const Json& machine, const char* key) {
  if (!machine.contains(key)) return "?";
  return machine.at(key).is_string() ? machine.at(key).get<std::string>() : machine.at(key).dump();
}

std::string machine_text(const Json& run) {
  const Json machine = run.value("machine", Json::object());
  const auto field = [&](const char* key) { return field_text(machine, key); };
  return fmt::format("{}, cores: {}, threads: {}, libtorch {}, gnnir {} (commit {})", field("processor"),
                     field("cores"), field("threads"), field("libtorch"), run.value("gnnir", "?"),
                     run.value("commit", "?"));
}

/// Calls visit(cell, column, run) for every seed of every run of the table.
template <typename Visit>
void for_each_run(const Json& results, const Visit& visit) {
  for (const Json& row : results.at("rows")) {
    for (const Json& column : results.at("columns")) {
      const Json* cell = cell_in(row, column);
      if (!cell || !cell->contains("runs")) continue;
      for (const Json& run : cell->at("runs")) visit(*cell, column, run);
    }
  }
}

std::string markdown_table(const TextGrid& grid) {
  std::string text;
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    for (const std::string& field : grid.rows[r]) {
      text += "| ";
      for (const char c : field) text += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
      text += " ";
    }
    text += "|\n";
    if (r > 0) continue;
    for (std::size_t c = 0; c < grid.rows[r].size(); ++c) text += "|---";
    text += "|\n";
  }
  return text;
}

}  // namespace

std::string number_text(const PaperNumber& number) {
  if (!number.word.empty() || !number.value) return number.word;
  if (!number.std) return format_exact(*number.value);
  const std::size_t decimals = std::max(decimals_in(*number.value), decimals_in(*number.std));
  return fmt::format("{:.{}f} ± {:.{}f}", *number.value, decimals, *number.std, decimals);
}

std::string status_text(const Json& cell) {
  std::string text = cell.at("status").get<std::string>();
  if (cell.contains("progress")) text += ": " + cell.at("progress").get<std::string>();
  if (cell.contains("reason")) text += ": " + cell.at("reason").get<std::string>();
  if (cell.contains("runs") && cell.at("runs").size() > 1) text += fmt::format(" ({} seeds)", cell.at("runs").size());
  if (cell.contains("note")) text += ". " + cell.at("note").get<std::string>();
  return text;
}

std::vector<TextGrid> result_grids(const Json& results) {
  std::vector<const Json*> all;
  std::size_t numbers = 0;
  for (const Json& column : results.at("columns")) {
    all.push_back(&column);
    numbers += column.at("scores").size();
  }
  if (all.size() == 1 || numbers <= most_numbers_side_by_side) return {grid_of(results, all)};
  std::vector<TextGrid> grids;
  for (const Json* column : all) {
    grids.push_back(grid_of(results, {column}));
    grids.back().title = column->at("title").get<std::string>();
  }
  return grids;
}

TextGrid run_grid(const Json& results) {
  TextGrid grid;
  grid.rows.push_back(
      {"run", "seed", "epochs", "best epoch", "validation", "s/epoch", "time", "parameters", "command"});
  for_each_run(results, [&](const Json& cell, const Json& column, const Json& run) {
    grid.rows.push_back(
        {cell.at("run").get<std::string>() + (is_outdated(cell) ? outdated_mark : ""), run.at("seed").dump(),
         range_text(run.at("epochs")), range_text(run.at("best_epochs")), validation_text(run, column),
         run.contains("seconds_per_epoch") ? fmt::format("{:.3g}", run.at("seconds_per_epoch").get<double>()) : none,
         format_duration(run.at("seconds").get<double>()),
         run.contains("parameters") ? run.at("parameters").dump() : none,
         fmt::format("`{}`", cell.at("command").get<std::string>())});
  });
  return grid;
}

std::string footnote(const Json& results) {
  for (const Json& row : results.at("rows")) {
    for (const Json& cell : row.at("cells")) {
      if (!is_outdated(cell)) continue;
      return "†: of a run with other settings than its configuration has now; not counted as done.\n";
    }
  }
  return "";
}

std::string machines_text(const Json& cell) {
  std::set<std::string> machines;
  for (const Json& run : cell.value("runs", Json::array())) {
    const Json machine = run.value("machine", Json::object());
    machines.insert(fmt::format("{}, cores: {}", field_text(machine, "processor"), field_text(machine, "cores")));
  }
  return fmt::format("{}", fmt::join(machines, "; "));
}

std::string to_markdown(const Json& results) {
  std::string text =
      fmt::format("# {}. {}\n\n", results.at("table").get<std::string>(), results.at("title").get<std::string>());
  if (results.contains("note")) text += results.at("note").get<std::string>() + "\n\n";
  for (const TextGrid& grid : result_grids(results)) {
    if (!grid.title.empty()) text += "## " + grid.title + "\n\n";
    text += markdown_table(grid) + "\n";
  }
  if (const std::string note = footnote(results); !note.empty()) text += note + "\n";
  text += fmt::format("Made by `gnnir reproduce {}`; the same in full: {}.json.\n",
                      results.at("table").get<std::string>(), results.at("table").get<std::string>());
  const TextGrid runs = run_grid(results);
  if (runs.rows.size() == 1) return text;
  text += "\n## Runs\n\n" + markdown_table(runs) + "\n";
  std::map<std::string, std::vector<std::string>> by_machine;
  for_each_run(results, [&](const Json& cell, const Json&, const Json& run) {
    std::vector<std::string>& names = by_machine[machine_text(run)];
    const std::string name = cell.at("run").get<std::string>();
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  });
  text +=
      "Time is of all trainings of a run together, s/epoch the median over epochs; both by the clock, on a machine "
      "that may have had other work.\n\n";
  for (const auto& [machine, names] : by_machine) text += fmt::format("- {}: {}\n", machine, fmt::join(names, ", "));
  return text;
}

}  // namespace gnnir
