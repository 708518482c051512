#include "gnnir/report/reproduction.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/open.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"
#include "gnnir/report/run_summary.h"
#include "gnnir/report/stored_results.h"
#include "gnnir/report/table_text.h"
#include "gnnir/settings/config_difference.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

fs::path config_file(const NamedRun& run, const ReproductionFolders& folders) {
  return folders.experiments / (run.name + ".toml");
}

/// The row's settings, and where the data is.
RunConfig read_config(const NamedRun& run, const ReproductionFolders& folders) {
  const std::string file = config_file(run, folders).string();
  RunConfig config = build_config({parse_config(read_file(file), file), {}, file});
  if (config.data.dataset != run.column->dataset) {
    throw usage_error("{}: data.dataset: expected '{}' as in its table, found '{}'", file, run.column->dataset,
                      config.data.dataset);
  }
  if (config.train.seeds != 1) {
    throw usage_error("{}: train.seeds: expected 1, found {}: several seeds are asked for by reproduce.seeds", file,
                      config.train.seeds);
  }
  if (!folders.data_dir.empty()) apply_settings(config, {{"data.data_dir", folders.data_dir}}, "");
  if (!run.column->split_file.empty()) {
    config.data.split_file = (data_folder(config.data.data_dir) / run.column->split_file).string();
  }
  return config;
}

/// Why a new run cannot be made of the published split, or nothing.
std::string missing_split(const NamedRun& run, const RunConfig& config) {
  const std::string& file = config.data.split_file;  // or the prefix of index files
  const auto has = [&](const char* part) { return fs::exists(fmt::format("{}_{}.index", file, part)); };
  if (run.column->split_file.empty() || fs::exists(file) || (has("train") && has("val") && has("test"))) return "";
  const fs::path folder = data_folder(config.data.data_dir);
  return folder.empty() ? fmt::format("no {}: there is no data folder to look in (data.data_dir or GNNIR_DATA)",
                                      run.column->split_file)
                        : fmt::format("no {} in {}", run.column->split_file, folder.string());
}

void refuse_other_settings(const fs::path& folder, const NamedRun& run, const RunConfig& config,
                           const ReproductionFolders& folders) {
  const StartedRun begun = read_run_folder(folder);
  const std::string what_to_do = "move the folder away, or name another place for runs with reproduce.runs";
  const std::string& verb = begun.environment.verb;
  if (verb != run.column->verb) {
    throw usage_error("{} was made by `gnnir {}`, its table says {}: {}", folder.string(), verb, run.column->verb,
                      what_to_do);
  }
  if (const TrainingRecord record(folder); record.has_split()) {
    const Split split = record.read_split(std::numeric_limits<std::int64_t>::max());
    const std::string objection = objection_to_graphs(*run.column, split.size());
    if (!objection.empty()) throw usage_error("{}: its {}: {}", folder.string(), objection, what_to_do);
  }
  const auto difference = first_difference(begun.config, config);
  if (!difference) return;
  throw usage_error("{} was run with {} = {}, but {} has {}: {}", folder.string(), difference->path, difference->first,
                    config_file(run, folders).string(), difference->second, what_to_do);
}

}  // namespace

std::vector<NamedRun> runs_of(const PaperTable& table, const std::vector<std::string>& rows) {
  std::vector<NamedRun> runs;
  const auto add = [&](const TableCell& cell) {
    const bool there = std::any_of(runs.begin(), runs.end(), [&](const NamedRun& run) { return run.name == cell.run; });
    if (!there && !cell.run.empty()) runs.push_back({cell.run, cell.key(), &table.columns[cell.column]});
  };
  std::vector<std::string> known;
  for (const TableRow& row : table.rows) {
    known.push_back(row.name);
    for (const TableCell& cell : row.cells) {
      if (!cell.run.empty()) known.push_back(cell.key());
      if (rows.empty()) add(cell);
    }
  }
  for (const std::string& wanted : rows) {
    bool found = false;
    bool runnable = false;
    for (const TableRow& row : table.rows) {
      const bool whole = lower_case(row.name) == lower_case(wanted);
      found |= whole;
      for (const TableCell& cell : row.cells) {
        if (cell.run.empty() || (!whole && lower_case(cell.key()) != lower_case(wanted))) continue;
        found = runnable = true;
        add(cell);
      }
    }
    if (!found) {
      throw setting_error("reproduce.rows", "{} has no row '{}'.{} See `gnnir reproduce {}` with reproduce.list.",
                          table.name, wanted, suggestion(wanted, known), table.name);
    }
    if (!runnable) {
      throw setting_error("reproduce.rows", "'{}' cannot be run: gnnir does not have this model", wanted);
    }
  }
  return runs;
}

fs::path run_folder(const ReproductionFolders& folders, const std::string& run, std::uint64_t seed) {
  return folders.runs / run / fmt::format("seed_{}", seed);
}

PlannedRun plan_run(const NamedRun& run, const ReproductionFolders& folders, std::uint64_t seed) {
  PlannedRun planned;
  planned.run = run;
  if (!fs::exists(config_file(run, folders))) {
    throw usage_error("{}: no such file, though the table has a run {}", config_file(run, folders).string(), run.name);
  }
  planned.config = read_config(run, folders);
  planned.config.train.seed += seed;
  planned.folder = run_folder(folders, run.name, planned.config.train.seed);
  look_again(planned);
  if (planned.begun) {
    refuse_other_settings(planned.folder, run, planned.config, folders);
  } else {
    planned.skipped = missing_split(run, planned.config);
  }
  return planned;
}

void look_again(PlannedRun& planned) {
  planned.begun = RunRecord(planned.folder).begun();
  planned.done = RunRecord(planned.folder).done();
}

std::string objection_to_graphs(const TableColumn& column, std::int64_t graphs) {
  if (column.graphs == 0 || column.graphs == graphs) return "";
  return fmt::format("{} has {} graphs, the table is about {}", column.dataset, graphs, column.graphs);
}

std::string settings_now(const NamedRun& run, const ReproductionFolders& folders) {
  return fs::exists(config_file(run, folders)) ? settings_checksum(read_config(run, folders)) : "";
}

std::vector<Json> collect_run(const NamedRun& run, const ReproductionFolders& folders) {
  std::vector<Json> seeds;
  if (!fs::exists(config_file(run, folders))) return seeds;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folders.runs / run.name, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool is_seed = name.starts_with("seed_") && parse_integer(name.substr(5)).has_value();
    if (!is_seed || !RunRecord(entry.path()).begun()) continue;
    refuse_other_settings(entry.path(), run, read_config(run, folders), folders);
    seeds.push_back(summarize_run(entry.path()));
  }
  return seeds;
}

Json known_results(const ReproductionFolders& folders, const PaperTable& table) {
  std::map<std::string, FoundRun> found;
  for (const NamedRun& run : runs_of(table, {})) found[run.name].settings = settings_now(run, folders);
  return table_results(table, found, read_results(folders.results, table));
}

Json update_results(const fs::path& results, const PaperTable& table, const std::map<std::string, FoundRun>& found) {
  std::error_code error;
  fs::create_directories(results, error);
  if (error) throw io_error("[results] {}: cannot create the folder: {}", results.string(), error.message());
  const FolderLock lock(results, FolderLock::IfTaken::wait);
  Json content = table_results(table, found, read_results(results, table));
  write_file_atomically(results / (table.name + ".json"), to_text(content, 1) + "\n");
  write_file_atomically(results / (table.name + ".md"), to_markdown(content));
  return content;
}

}  // namespace gnnir
