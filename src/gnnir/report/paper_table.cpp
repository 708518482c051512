#include "gnnir/report/paper_table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "gnnir/base/files.h"
#include "gnnir/metrics/metrics.h"
#include "gnnir/report/toml_table.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

PaperNumber parse_paper_number(const TomlValue& value) {
  PaperNumber number;
  if (value.node->is_string()) {
    number.word = value.text();
    return number;
  }
  if (!value.node->is_array()) {
    number.value = value.number();
  } else if (const auto pair = value.list(); pair.size() == 2) {
    number.value = pair[0].number();
    number.std = pair[1].number();
    if (!number.std) number.value.reset();
  }
  const bool finite = number.value && std::isfinite(*number.value) && std::isfinite(number.std.value_or(0));
  if (!finite) throw value.mismatch("a number, [mean, deviation] or a word");
  return number;
}

std::int64_t parse_whole(const TomlValue& value, std::int64_t least, std::int64_t most) {
  const auto* number = value.node->as_integer();
  if (!number || number->get() < least || number->get() > most) {
    throw usage_error("{}: expected a whole number in {}..{}", value.where(), least, most);
  }
  return number->get();
}

std::string parse_score_name(const TomlValue& value) {
  std::vector<std::string> known = score_names();
  known.emplace_back("seconds_per_epoch");
  std::string name = value.text();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    throw usage_error("{}: expected one of {}; found {}.{}", value.where(), fmt::join(known, ", "), in_quotes(name),
                      suggestion(name, known));
  }
  return name;
}

ShownScore parse_score(const TomlValue& value) {
  TomlTable table(value);
  ShownScore score;
  score.key = table.at("key").text();
  score.title = table.text("title", score.key);
  score.part = table.text("part", score.part);
  score.score = parse_score_name(table.at("score"));
  if (const auto name = table.find("statistic")) score.statistic = parse_enum<Statistic>(name->text(), name->where());
  score.ratio_to = table.text("ratio_to", "");
  if (const auto decimals = table.find("decimals")) score.decimals = static_cast<int>(parse_whole(*decimals, 0, 9));
  table.refuse_unknown();
  return score;
}

/// Keys by which others refer to a thing must be its own.
template <typename Thing>
void refuse_twice(const std::vector<Thing>& things, const std::string& key, const TomlValue& value) {
  for (const Thing& thing : things) {
    if (thing.key == key) throw usage_error("{}: the key '{}' stands twice", value.where(), key);
  }
}

TableColumn parse_column(const TomlValue& value) {
  TomlTable table(value);
  TableColumn column;
  column.key = table.at("key").text();
  if (column.key == "name" || column.key == "note") {
    throw usage_error("{}: '{}' cannot be a column's key: a row has it already", value.where(), column.key);
  }
  column.title = table.text("title", column.key);
  column.dataset = table.at("dataset").text();
  if (const auto graphs = table.find("graphs")) column.graphs = parse_whole(*graphs, 1, 1'000'000'000);
  const TomlValue verb = table.at("verb");
  column.verb = verb.text();
  if (column.verb != "train" && column.verb != "cv") {
    throw usage_error("{}: expected train or cv, found {}", verb.where(), in_quotes(column.verb));
  }
  column.split_file = table.text("split_file", "");
  for (const TomlValue& score : table.at("scores").list()) {
    ShownScore shown = parse_score(score);
    refuse_twice(column.scores, shown.key, score);
    column.scores.push_back(std::move(shown));
  }
  if (column.scores.empty()) throw usage_error("{}: expected at least one score", table.at("scores").where());
  table.refuse_unknown();
  return column;
}

/// "T2/l4_k16" of a cell that names a run of another table, or a configuration of its own.
std::string parse_run(TomlTable& table, const std::string& table_name) {
  const auto config = table.find("config");
  const auto run = table.find("run");
  if (config && run) throw usage_error("{}: expected 'config' or 'run', found both", config->where());
  if (!config && !run) return "";
  const TomlValue& given = config ? *config : *run;
  std::string text = given.text();
  const auto slashes = std::count(text.begin(), text.end(), '/');
  const bool plain = text.find("..") == std::string::npos && !text.starts_with('/') && !text.ends_with('/');
  if (config) {
    if (slashes != 0 || !plain || !text.ends_with(".toml") || text.size() == 5) {
      throw usage_error("{}: expected a file of this folder such as l4_k16.toml, found {}", given.where(),
                        in_quotes(text));
    }
    return table_name + "/" + text.substr(0, text.size() - 5);
  }
  if (slashes != 1 || !plain) {
    throw usage_error("{}: expected a run of a table such as T2/l4_k16, found {}", given.where(), in_quotes(text));
  }
  return text;
}

TableCell parse_cell(const TomlValue& value, const TableColumn& column, const std::string& table_name) {
  TomlTable table(value);
  TableCell cell;
  cell.run = parse_run(table, table_name);
  cell.note = table.text("note", "");
  if (const auto paper = table.find("paper")) {
    TomlTable numbers(*paper);
    for (const ShownScore& score : column.scores) {
      if (const auto number = numbers.find(score.key)) cell.paper[score.key] = parse_paper_number(*number);
    }
    numbers.refuse_unknown();
  }
  table.refuse_unknown();
  return cell;
}

TableRow parse_row(const TomlValue& value, const PaperTable& so_far) {
  TomlTable table(value);
  TableRow row;
  row.name = table.at("name").text();
  if (row.name.find(',') != std::string::npos) {
    throw usage_error("{}: expected a name without commas, which separate names in reproduce.rows; found {}",
                      table.at("name").where(), in_quotes(row.name));
  }
  row.note = table.text("note", "");
  for (std::size_t c = 0; c < so_far.columns.size(); ++c) {
    const auto cell = table.find(so_far.columns[c].key);
    if (!cell) continue;
    row.cells.push_back(parse_cell(*cell, so_far.columns[c], so_far.name));
    row.cells.back().column = c;
  }
  table.refuse_unknown();
  for (const TableRow& other : so_far.rows) {
    if (other.name == row.name) throw usage_error("{}: the row '{}' stands twice", value.where(), row.name);
  }
  return row;
}

void check_ratios(const PaperTable& table, const std::string& file) {
  std::vector<std::string> names;
  for (const TableRow& row : table.rows) names.push_back(row.name);
  for (const TableColumn& column : table.columns) {
    for (const ShownScore& score : column.scores) {
      if (score.ratio_to.empty() || std::find(names.begin(), names.end(), score.ratio_to) != names.end()) continue;
      throw usage_error("{}: columns.scores.ratio_to: expected the name of a row, found {}.{}", file,
                        in_quotes(score.ratio_to), suggestion(score.ratio_to, names));
    }
  }
}

}  // namespace

PaperTable parse_paper_table(std::string_view toml, const std::string& table, const std::string& file) {
  constexpr std::size_t max_bytes = 64 << 10;  // as for configurations: the parser recurses
  if (toml.size() > max_bytes) {
    throw usage_error("{}: expected a table of at most {} bytes, found {}", file, max_bytes, toml.size());
  }
  toml::table root;
  try {
    root = toml::parse(toml, file);
  } catch (const toml::parse_error& error) {
    throw usage_error("{}:{}: not valid TOML: {}", file, error.source().begin.line, error.description());
  }
  TomlTable top(TomlValue{&root, file, ""});
  PaperTable result;
  result.name = table;
  result.title = top.at("title").text();
  result.note = top.text("note", "");
  for (const TomlValue& value : top.at("columns").list()) {
    TableColumn column = parse_column(value);
    refuse_twice(result.columns, column.key, value);
    result.columns.push_back(std::move(column));
  }
  for (const TomlValue& value : top.at("rows").list()) result.rows.push_back(parse_row(value, result));
  top.refuse_unknown();
  check_ratios(result, file);
  return result;
}

std::vector<std::string> tables_in(const fs::path& experiments) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(experiments, ignored)) {
    if (fs::exists(entry.path() / "table.toml", ignored)) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

PaperTable read_paper_table(const fs::path& experiments, const std::string& table) {
  const fs::path file = experiments / table / "table.toml";
  const std::vector<std::string> known = tables_in(experiments);
  if (std::find(known.begin(), known.end(), table) == known.end()) {
    throw usage_error("unknown table {}: {} has {}.{}", in_quotes(table), experiments.string(),
                      known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")), suggestion(table, known));
  }
  return parse_paper_table(read_file(file), table, file.string());
}

}  // namespace gnnir
