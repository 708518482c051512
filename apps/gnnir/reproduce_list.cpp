#include <fmt/format.h>

#include <optional>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/report/table.h"
#include "gnnir/report/table_text.h"
#include "output.h"

namespace gnnir::app {
namespace {

std::string time_text(double seconds) { return seconds > 0 ? format_duration(seconds) : ""; }

}  // namespace

int run_list_tables(const ReproductionFolders& folders, bool json) {
  Table text({"table", "done", "partial", "other settings", "not run", "skipped", "time", "what"}, Table::Align::left);
  Json list = Json::array();
  std::optional<Error> broken;
  const auto add = [&](const std::string& name) {
    const PaperTable table = read_paper_table(folders.experiments, name);
    const ResultCounts counts = count_results(known_results(folders, table));
    list.push_back({{"table", name},
                    {"title", table.title},
                    {"done", counts.done},
                    {"partial", counts.partial},
                    {"other_settings", counts.other_settings},
                    {"not_run", counts.not_run},
                    {"skipped", counts.skipped},
                    {"seconds", counts.seconds}});
    text.add({name, fmt::format("{}", counts.done), fmt::format("{}", counts.partial),
              fmt::format("{}", counts.other_settings), fmt::format("{}", counts.not_run),
              fmt::format("{}", counts.skipped), time_text(counts.seconds), table.title});
  };
  for (const std::string& name : tables_in(folders.experiments)) {
    try {
      add(name);
    } catch (const Error& error) {
      if (!broken) broken = error;
    }
  }
  show("{}", json ? to_text(list) + "\n" : text.text());
  if (broken) throw Error(*broken);
  return 0;
}

int run_list_rows(const ReproductionFolders& folders, const PaperTable& table, bool json) {
  const Json results = known_results(folders, table);
  if (json) {
    show("{}\n", to_text(results));
    return 0;
  }
  show("{}. {}\n", table.name, table.title);
  Table text({"row", "key", "data", "time", "machine", "status"}, Table::Align::left);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (std::size_t c = 0; c < table.rows[r].cells.size(); ++c) {
      const TableCell& cell = table.rows[r].cells[c];
      const Json& known = results.at("rows").at(r).at("cells").at(c);
      text.add({table.rows[r].name, cell.run.empty() ? "–" : cell.key(), table.columns[cell.column].dataset,
                time_text(known.value("seconds", 0.0)), machines_text(known), status_text(known)});
    }
  }
  show("{}", text.text());
  return 0;
}

}  // namespace gnnir::app
