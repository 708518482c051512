#pragma once

#include <map>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/report/paper_table.h"

namespace gnnir {

/// What this machine has of a run that a table names.
struct FoundRun {
  std::vector<Json> seeds;  ///< what summarize_run says of each
  std::string skipped;      ///< why there is none
  std::string settings;     ///< checksum of what its configuration says now; empty: not known
};

/// A table with our results beside the paper's, the content of TABLE.json:
///   table, title, note, columns (as in table.toml), rows: [{name, note, cells: [{column, key, run, status, command,
///   paper, ours, seconds, seconds_per_epoch, parameters, runs}]}].
/// status is "done", "partial" (with progress), "other settings", "skipped" (with reason) or "not run"; paper and ours
/// have the numbers in the paper's units by the score's key; runs has a summary per seed. ours is of the seeds that are
/// done, or if none is, of those begun. found: by the name of the run, "T2/l4_k16". stored: what the file held before,
/// or null: seeds of which there is nothing here stay, wherever they were run. Those of other settings than the run has
/// now make way for the first that is not; until then the cell says so. Throws Json::exception if stored is not such a
/// table.
Json table_results(const PaperTable& table, const std::map<std::string, FoundRun>& found, const Json& stored);

/// The status of a cell whose numbers come from other settings than its run has now.
inline constexpr const char* other_settings = "other settings";

/// How many of the cells have which status, and the time they took.
struct ResultCounts {
  int done = 0;
  int partial = 0;
  int other_settings = 0;
  int not_run = 0;
  int skipped = 0;
  double seconds = 0;
};
ResultCounts count_results(const Json& results);

}  // namespace gnnir
