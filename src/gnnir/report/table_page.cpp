#include "gnnir/report/table_page.h"

#include <fmt/format.h>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/draw/html_table.h"
#include "gnnir/draw/page.h"
#include "gnnir/report/chart.h"
#include "gnnir/report/html.h"
#include "gnnir/report/table_results.h"
#include "gnnir/report/table_text.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// Without the marks that Markdown has around commands.
std::string plain(std::string words) {
  std::erase(words, '`');
  return words;
}

std::string html_of(const TextGrid& grid) {
  HtmlTable table;
  if (grid.rows.empty()) return "";
  table.caption = grid.title;
  for (const std::string& name : grid.rows.front()) {
    table.columns.push_back({name, name.ends_with(", paper") || name.ends_with(", gnnir")});
  }
  for (std::size_t r = 1; r < grid.rows.size(); ++r) {
    std::vector<std::string>& row = table.rows.emplace_back();
    for (const std::string& words : grid.rows[r]) row.push_back(plain(words));
  }
  table.shown = 1000;
  return to_html(table);
}

/// A number of the paper's or of ours: {"value": …, "std": …}.
void add_bar(const Json& numbers, const std::string& key, const std::string& name, std::size_t series, BarList& bars) {
  if (!numbers.is_object() || !numbers.contains(key)) return;
  const Json& number = numbers[key];
  if (!number.is_object() || !number.contains("value") || !number["value"].is_number()) return;
  const double value = number["value"].get<double>();
  const double spread = number.contains("std") && number["std"].is_number() ? number["std"].get<double>() : 0;
  bars.bars.push_back({name, value, spread,
                       spread > 0 ? fmt::format("{:.4g} ± {:.2g}", value, spread) : fmt::format("{:.4g}", value),
                       series});
}

/// Of each column its first score: the paper's bar and ours beneath each other.
std::string bars_of(const Json& results) {
  constexpr std::size_t most = 80;
  std::string html;
  for (const Json& column : results.at("columns")) {
    const Json& score = column.at("scores").at(0);
    const auto key = score.at("key").get<std::string>();
    BarList bars{.title = fmt::format("{}: {}", column.value("title", column.at("key").get<std::string>()),
                                      score.value("title", key)),
                 .bars = {}};
    for (const Json& row : results.at("rows")) {
      for (const Json& cell : row.at("cells")) {
        if (cell.at("column") != column.at("key") || bars.bars.size() >= most) continue;
        const std::string name = row.at("name").get<std::string>();
        add_bar(cell.value("paper", Json()), key, name + ", paper", 8, bars);
        add_bar(cell.value("ours", Json()), key, name + ", ours", 1, bars);
      }
    }
    if (bars.bars.size() > 1) html += "<figure>" + to_svg(bars) + "</figure>\n";
  }
  return html;
}

}  // namespace

std::string table_page(const fs::path& file) {
  const Json results = parse_json(read_file(file), file.string());
  if (!results.is_object() || !results.contains("table") || !results.contains("rows") || !results.contains("columns")) {
    throw usage_error("{}: expected a run folder, or a table of results as reproduce writes it, found other JSON",
                      file.string());
  }
  try {
    Page page(fmt::format("gnnir: {}", results.at("table").get<std::string>()), results.value("title", ""));
    std::string html;
    for (const TextGrid& grid : result_grids(results)) html += html_of(grid);
    if (const std::string words = footnote(results); !words.empty()) html += note(plain(words));
    if (const std::string words = results.value("note", ""); !words.empty()) html += note(plain(words));
    page.section("The paper's numbers and ours", html + bars_of(results));
    page.section("What was run", html_of(run_grid(results)));
    return page.str();
  } catch (const Json::exception& error) {
    throw data_error("{}: broken table of results: {}", file.string(), error.what());
  }
}

}  // namespace gnnir
