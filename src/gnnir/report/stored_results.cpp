#include "gnnir/report/stored_results.h"

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/report/table_text.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// What `make` makes of a file of results; an Error of kind data that begins with `where` if it is none.
template <typename Make>
auto made_from_results(const std::string& where, Make make) {
  try {
    return make();
  } catch (const Json::exception& error) {
    throw data_error("{}: not a table of results: {}; move it away or name another folder with reproduce.results",
                     where, error.what());
  }
}

/// That results can be shown is found out when they are read, not after hours of work.
Json showable(Json results) {
  to_markdown(results);
  return results;
}

std::string name_of_file(const fs::path& file) { return "[results] " + file.string(); }

/// What the results of another table have of a run that this one shows too.
FoundRun borrow_run(const fs::path& file, const PaperTable& table, const std::string& run) {
  const Json theirs = parse_json(read_file(file), name_of_file(file));
  return made_from_results(name_of_file(file), [&] {
    FoundRun borrowed;
    for (const Json& row : theirs.at("rows")) {
      for (const Json& cell : row.at("cells")) {
        if (cell.value("run", "") != run || !cell.contains("runs")) continue;
        borrowed.seeds = cell.at("runs").get<std::vector<Json>>();
      }
    }
    showable(table_results(table, {{run, borrowed}}, {}));
    return borrowed;
  });
}

std::map<std::string, FoundRun> borrow_runs(const fs::path& results, const PaperTable& table) {
  std::map<std::string, FoundRun> borrowed;
  for (const TableRow& row : table.rows) {
    for (const TableCell& cell : row.cells) {
      const std::string owner = cell.run.substr(0, cell.run.find('/'));
      const fs::path file = results / (owner + ".json");
      if (owner.empty() || owner == table.name || borrowed.contains(cell.run) || !fs::exists(file)) continue;
      FoundRun run = borrow_run(file, table, cell.run);
      if (!run.seeds.empty()) borrowed.emplace(cell.run, std::move(run));
    }
  }
  return borrowed;
}

}  // namespace

Json parse_results(std::string_view text, const PaperTable& table, const std::string& where) {
  const Json stored = parse_json(text, where);
  return made_from_results(where, [&] { return showable(table_results(table, {}, stored)); });
}

Json read_results(const fs::path& results, const PaperTable& table) {
  const fs::path file = results / (table.name + ".json");
  const Json stored = fs::exists(file) ? parse_results(read_file(file), table, name_of_file(file)) : Json();
  const std::map<std::string, FoundRun> borrowed = borrow_runs(results, table);
  return borrowed.empty() ? stored : table_results(table, borrowed, stored);
}

const Json* find_result(const Json& results, const std::string& run, const std::function<bool(const Json&)>& fits) {
  if (results.is_null()) return nullptr;
  for (const Json& row : results.at("rows")) {
    for (const Json& cell : row.at("cells")) {
      if (cell.value("run", "") != run || !cell.contains("runs")) continue;
      for (const Json& seed : cell.at("runs")) {
        if (fits(seed)) return &seed;
      }
    }
  }
  return nullptr;
}

}  // namespace gnnir
