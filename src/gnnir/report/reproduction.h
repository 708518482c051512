#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gnnir/base/stop_source.h"
#include "gnnir/report/paper_table.h"
#include "gnnir/report/table_results.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// Where a reproduction finds and leaves its files.
struct ReproductionFolders {
  std::filesystem::path experiments;  ///< tables and configurations
  std::filesystem::path runs;         ///< RUNS/T2/l4_k16/seed_0 is a run folder as `gnnir cv` makes it
  std::filesystem::path results;      ///< T2.json and T2.md
  std::string data_dir;               ///< empty: as the configuration or the environment says
};

/// What of a table is to be run, and how.
struct Reproduction {
  PaperTable table;
  ReproductionFolders folders;
  std::vector<std::string> rows;  ///< as runs_of takes them; empty: all
  std::uint64_t seeds = 1;        ///< per row
  double budget = 0;              ///< seconds after which it saves and leaves; 0: none
  bool collect = false;           ///< only write what there is
  std::size_t threads = 1;
  double max_memory = 0;  ///< bytes; 0: what the process could have
  std::string command;    ///< as the user typed it, for env.json
  StopSource stop;
};

/// A run that a table names, in its column.
struct NamedRun {
  std::string name;  ///< "T2/l4_k16"
  std::string key;   ///< "l4_k16"
  const TableColumn* column = nullptr;
};

/// The runs of a table, each once. rows: names of rows or keys of runs, in any case; empty: all. One that is unknown,
/// or a row that nothing can be run for, is an Error of kind usage.
std::vector<NamedRun> runs_of(const PaperTable& table, const std::vector<std::string>& rows);

/// Where the run of this name, "T2/l4_k16", with this seed has its files.
std::filesystem::path run_folder(const ReproductionFolders& folders, const std::string& run, std::uint64_t seed);

/// One run with one seed, ready to be trained.
struct PlannedRun {
  NamedRun run;
  RunConfig config;
  std::filesystem::path folder;
  bool begun = false;   ///< there is a run folder, to go on with
  bool done = false;    ///< and it has come to its end, or a run elsewhere has
  std::string skipped;  ///< why it cannot be run: its configuration or published split is not there
};

/// The run with its first seed (seed = 0) or a later one. A folder that was run with other settings, or on another
/// number of graphs, is an Error of kind usage that names the setting, both values and what to do.
PlannedRun plan_run(const NamedRun& run, const ReproductionFolders& folders, std::uint64_t seed);

/// Whether the run, if planned earlier, is now begun or done: another process may be at the same table.
void look_again(PlannedRun& planned);

/// Why graphs are not what the column is about, or "": "ZINC has 249456 graphs, the table is about 12000".
std::string objection_to_graphs(const TableColumn& column, std::int64_t graphs);

/// The checksum of the settings that the run has now (config_difference.h); "" if it has no configuration.
std::string settings_now(const NamedRun& run, const ReproductionFolders& folders);

/// summarize_run of the run's folders, of any seed. As plan_run, refuses one with other settings.
std::vector<Json> collect_run(const NamedRun& run, const ReproductionFolders& folders);

/// table_results of what the folder of results holds, without a look at run folders.
Json known_results(const ReproductionFolders& folders, const PaperTable& table);

/// Writes TABLE.json and TABLE.md, each atomically, with what was found and what the file holds by now: several
/// processes may work on a table. Returns table_results of the two.
Json update_results(const std::filesystem::path& results, const PaperTable& table,
                    const std::map<std::string, FoundRun>& found);

}  // namespace gnnir
