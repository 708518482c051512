#include "cli_reproduce.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir::app {
namespace fs = std::filesystem;
namespace {

bool holds(const fs::path& experiments, const std::string& table) {
  const std::vector<std::string> tables = tables_in(experiments);
  return table.empty() ? !tables.empty() : std::find(tables.begin(), tables.end(), table) != tables.end();
}

fs::path installed_experiments() { return (program_folder() / GNNIR_EXPERIMENTS_DIR).lexically_normal(); }

/// The folder that was named, else ./experiments if it has the table, else what was installed.
fs::path find_experiments(const ReproduceArguments& arguments) {
  if (!arguments.experiments.empty()) return arguments.experiments;
  for (const fs::path& folder : {fs::path("experiments"), installed_experiments()}) {
    if (holds(folder, arguments.table)) return folder;
  }
  if (holds("experiments", "") || !holds(installed_experiments(), "")) return "experiments";
  return installed_experiments();
}

bool may_write(const fs::path& folder) {
  const fs::path existing = fs::exists(folder) ? folder : folder.parent_path();
  return ::access(existing.c_str(), W_OK) == 0;
}

ReproductionFolders find_folders(const ReproduceArguments& arguments) {
  ReproductionFolders folders;
  folders.experiments = find_experiments(arguments);
  folders.runs = arguments.runs;
  folders.data_dir = arguments.data_dir;
  const fs::path beside = folders.experiments / "results";
  const bool ours = folders.experiments != installed_experiments() && may_write(beside);
  folders.results = !arguments.results.empty() ? fs::path(arguments.results) : ours ? beside : fs::path("results");
  return folders;
}

int run_reproducing(ReproduceArguments arguments, const std::string& command_line) {
  if (!holds(find_experiments(arguments), arguments.table)) arguments.table = upper_case(arguments.table);
  const ReproductionFolders folders = find_folders(arguments);
  if (tables_in(folders.experiments).empty()) {
    throw usage_error("[reproduce] {}: no tables there; --experiments names the folder that has T1, T2 and so on",
                      folders.experiments.string());
  }
  if (arguments.table.empty()) {
    if (arguments.list) return run_list_tables(folders, arguments.json);
    throw usage_error("name a table: {} has {}. See `gnnir reproduce --list`.", folders.experiments.string(),
                      fmt::join(tables_in(folders.experiments), ", "));
  }
  ReproduceCommand ready;
  Reproduction& wanted = ready.reproduction;
  wanted.table = read_paper_table(folders.experiments, arguments.table);
  if (arguments.list) return run_list_rows(folders, wanted.table, arguments.json);
  wanted.folders = folders;
  wanted.rows = arguments.rows;
  runs_of(wanted.table, wanted.rows);  // a mistyped name is found before libtorch is loaded
  wanted.seeds = arguments.seeds;
  wanted.budget = arguments.budget * 60;
  wanted.threads = resolve_threads(arguments.threads);
  wanted.collect = arguments.collect;
  wanted.command = command_line;
  ready.max_memory = arguments.max_memory;
  ready.json = arguments.json;
  return load_learn_commands().reproduce(ready);
}

}  // namespace

void add_reproduce(CLI::App& app, ReproduceArguments& arguments, Action& action, const std::string& command_line) {
  CLI::App* command = app.add_subcommand("reproduce", "Run what a table of the paper shows, and write it beside ours");
  command->add_option("table", arguments.table, "T1 … T6, A1, A2, EXACT, EXACT_ZINC, QM9_47K (see --list)")
      ->type_name("TABLE");
  command->add_option("--rows", arguments.rows, "only these: names of rows or keys of runs (default: all)")
      ->type_name("ROW")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--seeds", arguments.seeds, "seeds per row; those that are there already are not run again")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""))
      ->capture_default_str();
  add_number(*command, "--budget", arguments.budget, {0, 1e7},
             "save and leave after so many minutes; the same command goes on (0: no limit)")
      ->type_name("MINUTES");
  command->add_option("--data-dir", arguments.data_dir,
                      "folder where named data sets are looked for (default: $GNNIR_DATA)");
  add_threads(*command, arguments.threads, "threads; results do not depend on it (0: all cores)");
  add_max_memory(*command, arguments.max_memory);
  command
      ->add_option("--experiments", arguments.experiments,
                   "folder of the tables (default: ./experiments, else the one installed)")
      ->type_name("FOLDER");
  command->add_option("--runs", arguments.runs, "folder of the run folders")
      ->type_name("FOLDER")
      ->capture_default_str();
  command
      ->add_option("--results", arguments.results,
                   "folder for TABLE.json and TABLE.md (default: results beside the tables, else ./results)")
      ->type_name("FOLDER");
  command->add_flag("--list", arguments.list, "show tables, or a table's rows, and what has been run; run nothing")
      ->excludes("--rows")
      ->excludes("--seeds")
      ->excludes("--budget");
  command->add_flag("--collect", arguments.collect, "only write the results of run folders that exist")
      ->excludes("--list")
      ->excludes("--budget");
  command->add_flag("--json", arguments.json, "one JSON object per line, the table last");
  command->footer(
      "Examples:\n  gnnir reproduce --list\n  gnnir reproduce T2 --budget 60\n"
      "  gnnir reproduce T2 --rows gin,l4_k16 --seeds 3\n"
      "What is done is not run again; what was begun goes on.");
  command->callback(
      [=, &arguments, &action] { action = [=, &arguments] { return run_reproducing(arguments, command_line); }; });
}

}  // namespace gnnir::app
