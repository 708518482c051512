#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <set>
#include <span>

#include "gnnir/base/files.h"
#include "torture/experiments.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

constexpr double most_seconds = 10;
constexpr std::uint64_t kilobyte = 1 << 10;
constexpr std::uint64_t megabyte = 1 << 20;

/// A limit of the system, and the values that we try of it: `settings` from `least` to `most`, each by the same factor
/// larger than the one before.
struct Kind {
  std::string name;
  int resource = 0;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  int settings = 0;
};

/// 200 settings.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"address space (AS)", RLIMIT_AS, 20 * megabyte, 4096 * megabyte, 56},
      {"memory (DATA)", RLIMIT_DATA, 5 * megabyte, 2048 * megabyte, 50},
      {"file size (FSIZE)", RLIMIT_FSIZE, 1, megabyte, 40},
      {"descriptors (NOFILE)", RLIMIT_NOFILE, 3, 64, 26},
      {"stack (STACK)", RLIMIT_STACK, 16 * kilobyte, 16 * megabyte, 20},
      {"processor time (CPU)", RLIMIT_CPU, 1, 4, 8},
  };
  return all;
}

std::vector<std::uint64_t> values_of(const Kind& kind) {
  std::vector<std::uint64_t> values;
  const double ratio = static_cast<double>(kind.most) / static_cast<double>(kind.least);
  for (int i = 0; i < kind.settings; ++i) {
    const double value = static_cast<double>(kind.least) * std::pow(ratio, double(i) / (kind.settings - 1));
    values.push_back(static_cast<std::uint64_t>(std::llround(value)));
  }
  if (kind.resource == RLIMIT_FSIZE) values[0] = 0;  // nothing at all
  return values;
}

struct Setting {
  const Kind* kind = nullptr;
  Limit limit;
};

/// All of them; at a small scale some.
std::vector<Setting> settings_of(const Lab& lab) {
  std::vector<Setting> all;
  for (const Kind& kind : kinds()) {
    for (const std::uint64_t value : values_of(kind)) all.push_back({&kind, {kind.resource, value}});
  }
  lab.random("limits", 0).shuffle(std::span(all));
  all.resize(std::min(all.size(), static_cast<std::size_t>(lab.scaled(static_cast<int>(all.size())))));
  return all;
}

/// A command, and what its success must have left.
struct Task {
  Command command;
  std::function<void()> expect_success;
  std::function<void()> expect_failure;
};

Task training_task(const Lab& lab, const fs::path& folder, int threads) {
  const fs::path run = folder / "train";
  return {.command = lab.train(run, threads),
          .expect_success = [&lab, run] { lab.expect_same_results(run); },
          .expect_failure = [&lab, run, threads] { lab.expect_ends_well(run, threads); }};
}

/// Goes on without the limit.
void expect_folds_end_well(const Lab& lab, const fs::path& run, int threads) {
  const Command command = lab.cross_validate(run, threads);
  const Ending ending = torture::run(command);
  expect(ending.exit_code == 0, "{}: {}", command.text(), ending.text());
  lab.expect_same_folds(run);
}

Task folds_task(const Lab& lab, const fs::path& folder, int threads) {
  const fs::path run = folder / "cv";
  return {.command = lab.cross_validate(run, threads),
          .expect_success = [&lab, run] { lab.expect_same_folds(run); },
          .expect_failure = [&lab, run, threads] { expect_folds_end_well(lab, run, threads); }};
}

Task prediction_task(const Lab& lab, const fs::path& folder, const fs::path& predictions, int threads) {
  const fs::path out = folder / "predictions.csv";
  return {.command = lab.predict(lab.data(), out, threads),
          .expect_success = [out, predictions] { expect_same_file(out, predictions); },
          .expect_failure = [out] { expect(!fs::exists(out), "{} is left by a failure", out.string()); }};
}

/// Also without a checkpoint every few steps: to wait for the disk takes none of the time that is limited.
std::vector<std::string> without_end(std::vector<std::string> arguments) {
  *std::next(std::find(arguments.begin(), arguments.end(), "--epochs")) = "100000";
  const auto every = std::find(arguments.begin(), arguments.end(), "--checkpoint-every");
  arguments.erase(every, std::next(every, 2));
  return arguments;
}

/// The same commands with more to do than any limit on processor time allows; only inspecting is too fast for that.
std::vector<Task> long_tasks(const Lab& lab, const fs::path& folder, int threads) {
  const fs::path run = folder / "train";
  std::vector<Task> tasks{{.command = lab.train(run, threads)},
                          {.command = lab.cross_validate(folder / "cv", threads)},
                          {.command = lab.predict(lab.large_data(), folder / "predictions.csv", threads)},
                          {.command = lab.inspect(lab.large_data())}};
  for (Task& task : tasks) task.expect_success = task.expect_failure = [] {};
  for (Task* task : {&tasks[0], &tasks[1]}) task->command.arguments = without_end(task->command.arguments);
  tasks[0].expect_failure = [run] {
    expect(!fs::exists(run) || newest_checkpoint(run), "{}: no checkpoint can be read", run.string());
  };
  return tasks;
}

std::vector<Task> tasks_of(const Lab& lab, const Limit& limit, const fs::path& folder, const fs::path& predictions) {
  const int threads = 1 + static_cast<int>(limit.most % 2);
  if (limit.resource == RLIMIT_CPU) return long_tasks(lab, folder, threads);
  return {training_task(lab, folder, threads),
          folds_task(lab, folder, threads),
          prediction_task(lab, folder, predictions, threads),
          {.command = lab.inspect(lab.data()), .expect_success = [] {}, .expect_failure = [] {}}};
}

/// Whether the system can start any program at all.
bool starts_a_program(const Limit& limit) {
  return run({.arguments = {"/bin/true"}, .limits = {limit}}).exit_code == 0;
}

/// Of one second the system gives no notice: it kills.
bool is_without_notice(const Limit& limit) { return limit.resource == RLIMIT_CPU && limit.most <= 1; }

/// The dynamic loader's own words, where there is not even room for what the program is linked with.
bool is_of_loader(const Ending& ending) {
  return ending.exit_code == 127 && ending.err.find("error while loading shared libraries") != std::string::npos;
}

bool is_documented(int exit_code, const Limit& limit) {
  static const std::set<int> always{2, 65, 70, 74};
  static const std::set<int> of_time{128 + SIGTERM, 128 + SIGXCPU};
  return always.contains(exit_code) || (limit.resource == RLIMIT_CPU && of_time.contains(exit_code));
}

void expect_good_failure(const Ending& ending, const Limit& limit, const Command& command) {
  if (is_without_notice(limit) && (ending.signal == SIGKILL || ending.signal == SIGXCPU)) return;
  const bool is_said = is_documented(ending.exit_code, limit) && !ending.err.empty();
  expect(is_said || is_of_loader(ending), "{}: {}", command.text(), ending.text());
  const bool has_saved = ending.exit_code == 128 + SIGTERM;
  expect(!has_saved || ending.err.find("--resume") != std::string::npos, "{}: does not say how to go on: {}",
         command.text(), ending.text());
}

void try_task(const Task& task, const Limit& limit, const fs::path& folder, Tally& tally, const std::string& kind) {
  Command command = task.command;
  command.limits = {limit};
  command.most_seconds = most_seconds;
  const Ending ending = run(command);
  const bool is_started = ending.signal == 0 && !ending.err.starts_with("exec:");
  if (ending.exit_code == 0) {
    task.expect_success();
    tally.add(kind + " enough");
  } else if (!is_started && !starts_a_program(limit)) {
    tally.add(kind + " nothing starts");
  } else {
    expect_good_failure(ending, limit, command);
    const bool is_killed = ending.signal != 0;  // then nobody can clear up
    expect(is_killed || count_files(folder, ".tmp-") == 0, "{}: leaves a temporary file", command.text());
    task.expect_failure();
    tally.add(kind + (is_killed ? " killed" : " too little"));
    if (is_of_loader(ending)) tally.add(kind + " loader");
  }
}

Row row_of(const Kind& kind, int tries, const Tally& tally) {
  const auto count = [&](const std::string& what) { return tally[kind.name + " " + what]; };
  const int good = count("enough") + count("too little") + count("killed") + count("nothing starts");
  return {.experiment = "limit on " + kind.name,
          .tries = tries,
          .result = fmt::format("{} as expected: {} end with success, {} with a message ({} of them the loader's), {} "
                                "without notice (a limit of one second), {} cannot start, as /bin/true cannot",
                                out_of(good, tries), count("enough"), count("too little"), count("loader"),
                                count("killed"), count("nothing starts")),
          .checked = fmt::format("train, cv, predict and data inspect with {} to {}: success with the usual results, "
                                 "or a message and a documented exit code, and the same results without the limit; "
                                 "at most {} s, no temporary file is left",
                                 kind.resource == RLIMIT_FSIZE ? 0 : kind.least, kind.most, most_seconds),
          .passed = good == tries};
}

}  // namespace

std::vector<Row> limits(const Lab& lab) {
  const fs::path predictions = lab.settings().work / "predictions.csv";
  const Ending ending = run(lab.predict(lab.data(), predictions, 1));
  expect(ending.exit_code == 0, "the reference: {}", ending.text());
  const std::vector<Setting> settings = settings_of(lab);
  constexpr int commands = 4;
  Tally tally;
  std::map<std::string, int> tries;
  for (const Setting& setting : settings) tries[setting.kind->name] += commands;
  lab.for_each_case("limits", commands * static_cast<int>(settings.size()), [&](int number, const fs::path& folder) {
    const Setting& setting = settings[static_cast<std::size_t>(number / commands)];
    const std::vector<Task> tasks = tasks_of(lab, setting.limit, folder, predictions);
    try_task(tasks[static_cast<std::size_t>(number % commands)], setting.limit, folder, tally, setting.kind->name);
  });
  std::vector<Row> rows;
  for (const Kind& kind : kinds()) {
    if (tries[kind.name] > 0) rows.push_back(row_of(kind, tries[kind.name], tally));
  }
  return rows;
}

}  // namespace gnnir::torture
