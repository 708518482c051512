#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <set>

#include "console.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/stop.h"
#include "gnnir/data/open.h"
#include "gnnir/report/run_summary.h"
#include "gnnir/report/table.h"
#include "gnnir/report/table_text.h"
#include "gnnir/train/config_difference.h"
#include "gnnir/train/evaluate_run.h"
#include "gnnir/train/started_run.h"
#include "learn_commands.h"
#include "training.h"

namespace gnnir::app {
namespace fs = std::filesystem;
namespace {

TrainCommand command_for(const PlannedRun& planned, const ReproduceCommand& command) {
  TrainCommand ready;
  ready.config = planned.begun ? read_run_folder(planned.folder).config : planned.config;
  ready.data = ready.config.data.dataset;
  ready.data_dir = command.folders.data_dir.empty() ? ready.config.data.data_dir : command.folders.data_dir;
  ready.cross_validate = planned.run.column->verb == "cv";
  ready.threads = command.threads;
  ready.max_memory = command.max_memory;
  ready.out = planned.folder.string();
  ready.resume = planned.begun;
  ready.json = command.json;
  ready.command_line = command.command_line;
  return ready;
}

Dataset open_data_of(const TrainCommand& command) {
  return open_published(command.data, command.data_dir, command.config.data.read_options());
}

/// Why the data set, or what published splits take of it, is not what the table is about; or "".
std::string objection_to_data(const PlannedRun& planned, const TrainCommand& ready, const Dataset& dataset) {
  if (planned.begun) return "";  // its splits were looked at before
  const std::vector<Job> jobs =
      ready.cross_validate ? plan_cross_validation(dataset, ready.config) : plan_training(dataset, ready.config);
  return objection_to_graphs(*planned.run.column, jobs.front().split.size());
}

/// The scores that an earlier session has found for the same state of a run, if it did.
const Json* stored_scores(const Json& stored, const std::string& run_name, const Json& summary) {
  const Json* run = find_result(stored, run_name, [&](const Json& seed) {
    return seed.at("seed") == summary.at("seed") && seed.at("settings") == summary.at("settings") &&
           seed.at("epochs") == summary.at("epochs") && seed.at("scores").contains("test");
  });
  return run ? &run->at("scores") : nullptr;
}

/// Whether results have the run with this seed as done, with the settings that it has now, wherever it was made.
bool is_stored(const Json& stored, const PlannedRun& planned) {
  const std::string settings = settings_checksum(planned.config);
  return find_result(stored, planned.run.name, [&](const Json& seed) {
           return seed.at("seed") == planned.config.train.seed && seed.at("settings") == settings &&
                  seed.at("status") == "done";
         }) != nullptr;
}

class Reproduction {
 public:
  explicit Reproduction(const ReproduceCommand& command)
      : command_(command),
        wanted_(runs_of(command.table, command.rows)),
        stored_(read_results(command.folders.results, command.table)),
        console_(command.json ? make_json_console() : make_text_console()) {}

  int run() {
    plan();
    collect_all();
    for (PlannedRun& planned : plan_) {
      if (!planned.skipped.empty()) skip(planned, planned.skipped);
    }
    for (PlannedRun& planned : plan_) {
      if (stop_requested() != 0) break;
      if (!planned.done && planned.skipped.empty()) run_one(planned);
    }
    collect_all();  // another process may have gone on with some
    for (auto& [name, found] : found_) score_partial_runs(name, found);
    write();
    print();
    if (stop_requested() == SIGINT || stop_requested() == SIGTERM) {
      throw Error(stop_requested() == SIGINT ? ErrorKind::interrupted : ErrorKind::terminated,
                  "interrupted; saved: the same command goes on");
    }
    return exit_code_;
  }

 private:
  /// All that can be refused is refused before anything is run. Every row with its first seed comes before the second.
  void plan() {
    if (command_.collect) return;
    for (std::uint64_t seed = 0; seed < command_.seeds; ++seed) {
      for (const NamedRun& run : wanted_) plan_.push_back(plan_run(run, command_.folders, seed));
    }
    leave_out_what_is_stored();
  }

  void leave_out_what_is_stored() {
    std::vector<std::string> names;
    for (PlannedRun& planned : plan_) {
      if (planned.done || !is_stored(stored_, planned)) continue;
      planned.done = true;
      planned.skipped.clear();
      names.push_back(fmt::format("{} seed {}", planned.run.name, planned.config.train.seed));
    }
    if (names.empty()) return;
    console_->note(fmt::format(
        "done before, as {} says, and not run again: {}. To run it here all the same, name another --results folder",
        command_.folders.results.string(), fmt::join(names, ", ")));
  }

  void collect_all() {
    for (const NamedRun& run : runs_of(command_.table, {})) {
      const bool is_wanted =
          std::any_of(wanted_.begin(), wanted_.end(), [&](const NamedRun& wanted) { return wanted.name == run.name; });
      try {
        found_[run.name].settings = settings_now(run, command_.folders);
        collect(run);
      } catch (const Error& error) {
        if (is_wanted) throw;
        if (!told_.insert(run.name).second) continue;
        console_->note(fmt::format("warning: {}; its results stay as they were", error.what()));
      }
    }
  }

  void collect(const NamedRun& run) { found_[run.name].seeds = collect_run(run, command_.folders); }

  void run_one(PlannedRun& planned) {
    look_again(planned);
    if (planned.done) return;
    if (planned.begun && is_at_work(planned)) {
      console_->note(fmt::format("{}: left to the process that is at it", planned.run.name));
      return;
    }
    const TrainCommand ready = command_for(planned, command_);
    std::optional<Dataset> dataset;
    try {
      dataset = open_data_of(ready);
    } catch (const Error& error) {
      error.kind() == ErrorKind::usage ? skip(planned, error.what()) : note_failure(planned, error);
      return;
    }
    try {
      if (const std::string objection = objection_to_data(planned, ready, *dataset); !objection.empty()) {
        skip(planned, objection);
        return;
      }
      announce(planned);
      run_training(ready, *dataset, *console_);
      planned.done = true;
    } catch (const Error& error) {
      const bool told_to = error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated;
      if (!told_to) note_failure(planned, error);
    }
    collect_all();
    write();
  }

  static bool is_at_work(const PlannedRun& planned) {
    try {
      const FolderLock free(planned.folder);
      return false;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::usage) throw;
      return true;
    }
  }

  void skip(PlannedRun& planned, const std::string& reason) {
    planned.skipped = reason;
    FoundRun& found = found_[planned.run.name];
    if (found.skipped == reason) return;  // said of another seed
    found.skipped = reason;
    console_->note(fmt::format("{}: skipped: {}", planned.run.name, reason));
  }

  /// Of one run, which is no reason not to try the next; a full disk or a fault of ours is.
  void note_failure(const PlannedRun& planned, const Error& error) {
    if (error.kind() != ErrorKind::usage && error.kind() != ErrorKind::data) throw error;
    console_->note(fmt::format("{}: failed: {}", planned.run.name, error.what()));
    if (exit_code_ == 0) exit_code_ = error.exit_code();
  }

  void announce(const PlannedRun& planned) const {
    const auto place = 1 + std::count_if(plan_.begin(), plan_.end(), [](const PlannedRun& run) { return run.done; });
    if (command_.json) {
      fmt::print("{}\n", to_text({{"event", "run"},
                                  {"run", planned.run.name},
                                  {"seed", planned.config.train.seed},
                                  {"folder", planned.folder.string()}}));
    } else {
      fmt::print("\n{}, seed {} ({} of {})\n", planned.run.name, planned.config.train.seed, place, plan_.size());
    }
  }

  /// A training on one split that is not done yet is judged by its best model so far.
  void score_partial_runs(const std::string& name, FoundRun& found) {
    for (Json& summary : found.seeds) {
      if (summary.at("status") == "done" || summary.at("epochs").size() != 1) continue;
      if (const Json* known = stored_scores(stored_, name, summary)) {
        summary["scores"] = *known;
        continue;
      }
      const fs::path folder = command_.folders.runs / name / ("seed_" + summary.at("seed").dump());
      try {
        TrainCommand ready;
        ready.config = read_run_folder(folder).config;
        ready.data = ready.config.data.dataset;
        ready.data_dir = command_.folders.data_dir.empty() ? ready.config.data.data_dir : command_.folders.data_dir;
        for (const auto& [part, scores] : score_best_so_far(folder, open_data_of(ready), command_.threads)) {
          summary["scores"][part] = Json::object();
          for (const auto& [score, value] : scores) summary["scores"][part][score] = {value};
        }
      } catch (const Error& error) {
        console_->note(fmt::format("warning: {}: the best model so far was not tested: {}", name, error.what()));
      }
    }
  }

  void write() { results_ = update_results(command_.folders.results, command_.table, found_); }

  void print() const {
    if (command_.json) {
      Json line = {{"event", "table"}};
      line.update(results_);
      fmt::print("{}\n", to_text(line));
      return;
    }
    fmt::print("\n{}. {}\n", command_.table.name, command_.table.title);
    for (const TextGrid& grid : result_grids(results_)) {
      if (!grid.title.empty()) fmt::print("\n{}\n", grid.title);
      print_grid(grid);
    }
    fmt::print("{}", footnote(results_));
    fmt::print("\nwritten to {0}.md and {0}.json\n", (command_.folders.results / command_.table.name).string());
    print_what_is_left();
  }

  /// For a terminal: the paper's numbers in brackets behind ours; reasons are long and stand beneath the table.
  static void print_grid(const TextGrid& grid) {
    const auto narrow = [](const std::vector<std::string>& wide, const auto& join) {
      std::vector<std::string> row = {wide.front()};
      for (std::size_t c = 1; c + 2 < wide.size(); c += 2) row.push_back(join(wide[c], wide[c + 1]));
      row.push_back(wide.back());
      return row;
    };
    Table table(narrow(grid.rows.front(), [](const std::string& paper, const std::string&) {
      return fmt::format("{} (paper)", paper.substr(0, paper.rfind(',')));
    }));
    std::string reasons;
    for (std::size_t r = 1; r < grid.rows.size(); ++r) {
      std::vector<std::string> row = narrow(grid.rows[r], [](const std::string& paper, const std::string& ours) {
        return fmt::format("{} ({})", ours, paper);
      });
      std::string& status = row.back();
      if (display_width(status) > 40) {
        reasons += fmt::format("{}: {}\n", row.front(), status);
        const bool one = status.find("; ") == std::string::npos;  // not one for each column
        status = one ? status.substr(0, status.find_first_of(":.")) + " …" : "see below";
      }
      table.add(std::move(row));
    }
    fmt::print("{}{}", table.text(), reasons);
  }

  void print_what_is_left() const {
    std::vector<std::string> left;
    for (const PlannedRun& planned : plan_) {
      if (planned.done || !planned.skipped.empty()) continue;
      left.push_back(fmt::format("{} seed {}", planned.run.name, planned.config.train.seed));
    }
    if (left.empty()) return;
    fmt::print("{}{} of {} runs left: {}; the same command goes on\n",
               stop_requested() == SIGALRM ? "the time is up; " : "", left.size(), plan_.size(), fmt::join(left, ", "));
  }

  const ReproduceCommand& command_;
  std::vector<NamedRun> wanted_;
  Json stored_;
  std::unique_ptr<Console> console_;
  std::vector<PlannedRun> plan_;
  std::map<std::string, FoundRun> found_;
  std::set<std::string> told_;  // of which runs it was said that they cannot be collected
  Json results_;
  int exit_code_ = 0;
};

}  // namespace

int run_reproduce(const ReproduceCommand& command) {
  catch_stop_signals();
  if (command.budget > 0) stop_after(command.budget);
  return Reproduction(command).run();
}

}  // namespace gnnir::app
