#include <csignal>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "torture/experiments.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

constexpr int most_kills_of_a_run = 4;
constexpr double chance_of_another_kill = 0.3;

int random_threads(Rng& rng) { return 1 + static_cast<int>(rng.below(2)); }

/// A moment strictly within a save: neither before its first call nor after its last.
Command killed_while_saving(const Lab& lab, Command command, Rng& rng) {
  const std::vector<SystemCall>& save = lab.saves()[rng.below(lab.saves().size())];
  const std::size_t gap = 1 + rng.below(save.size() - 1);
  const bool before = rng.below(2) == 0;
  return lab.with_fault(std::move(command), before ? "kill-before" : "kill-after", save[before ? gap : gap - 1].number);
}

/// What kills that hit a save have left: temporary files, or no newest generation.
int traces_of_saving(const fs::path& run) {
  if (!fs::exists(run)) return 0;
  const fs::path newest = run / "checkpoint.safetensors";
  const bool is_between_names = !fs::exists(newest) && fs::exists(previous_generation(newest));
  return count_files(run, newest.filename().string() + ".tmp-") + (is_between_names ? 1 : 0);
}

/// Whether the kill came in time.
bool kill_by_clock(const Lab& lab, const fs::path& run, int threads, Rng& rng, Tally& tally) {
  const int traces = traces_of_saving(run);
  const Ending ending =
      torture::run(lab.next_session(run, threads), {.signals = {{rng.uniform() * lab.seconds(), SIGKILL}}});
  expect(ending.signal == SIGKILL || ending.exit_code == 0, "{}: {}", run.string(), ending.text());
  if (ending.signal != SIGKILL) return false;
  tally.add("kills");
  if (!fs::exists(run)) tally.add("before the run folder");
  if (traces_of_saving(run) > traces) tally.add("saving");
  return true;
}

void kill_while_saving(const Lab& lab, const fs::path& run, int threads, Rng& rng, Tally& tally) {
  const Command command = killed_while_saving(lab, lab.train(run, threads), rng);
  const Ending ending = torture::run(command);
  expect(ending.signal == SIGKILL, "{}: {}", command.text(), ending.text());
  tally.add("kills");
  tally.add("saving");
}

void kill_and_resume(const Lab& lab, int number, const fs::path& folder, Tally& tally) {
  Rng rng = lab.random("kills", number);
  const fs::path run = folder / "run";
  int threads = random_threads(rng);
  if (number % 3 == 0) {
    kill_while_saving(lab, run, threads, rng, tally);
  } else {
    while (!kill_by_clock(lab, run, threads, rng, tally)) fs::remove_all(run);
  }
  for (int kill = 1; kill < most_kills_of_a_run && rng.uniform() < chance_of_another_kill; ++kill) {
    threads = 3 - threads;
    kill_by_clock(lab, run, threads, rng, tally);
  }
  lab.expect_ends_well(run, 3 - threads);
  tally.add("temporary files left", count_files(folder, ".tmp-"));
}

/// All that a cross-validation computes.
void expect_same_folds(const fs::path& run, const fs::path& reference) {
  for (const char* part : {"", "baseline"}) {
    for (const char* fold : {"fold_1", "fold_2", "fold_3"}) {
      for (const char* file : {"metrics.csv", "best.safetensors", "last.safetensors"}) {
        expect_same_file(run / part / fold / file, reference / part / fold / file);
      }
    }
    const auto result = [&](const fs::path& folder) {
      return parse_json(read_file(folder / part / "result.json"), "result.json");
    };
    for (const char* scores : {"test", "validation", "best_epochs", "epochs"}) {
      expect(result(run)[scores] == result(reference)[scores], "{}: other {}", (run / part).string(), scores);
    }
  }
}

/// Kills it at a random moment; every second time the clock starts with the baseline's part.
void kill_cross_validation(const Lab& lab, int number, const fs::path& run, double seconds, Tally& tally) {
  Rng rng = lab.random("cv", number);
  const bool in_baseline = number % 2 == 1;
  for (double window = in_baseline ? seconds / 4 : seconds;; window *= 0.7) {
    Disturbance disturbance{.signals = {{rng.uniform() * window, SIGKILL}}};
    if (in_baseline) disturbance.clock_starts_with = run / "baseline";
    const Ending ending = torture::run(lab.cross_validate(run, random_threads(rng)), disturbance);
    if (ending.signal == SIGKILL) break;
    expect(ending.exit_code == 0, "{}: {}", run.string(), ending.text());
    fs::remove_all(run);  // it was faster than the kill
  }
  tally.add("kills");
  if (fs::exists(run / "baseline")) tally.add("in the baseline");
}

/// Goes on to the end; with some luck it is killed once more.
void resume_cross_validation(const Lab& lab, int number, const fs::path& run, double seconds, Tally& tally) {
  Rng rng = lab.random("cv resumed", number);
  if (rng.uniform() < chance_of_another_kill) {
    const Ending ending =
        torture::run(lab.cross_validate(run, random_threads(rng)), {.signals = {{rng.uniform() * seconds, SIGKILL}}});
    if (ending.signal == SIGKILL) tally.add("kills");
  }
  const Command command = lab.cross_validate(run, random_threads(rng));
  const Ending ending = torture::run(command);
  expect(ending.exit_code == 0, "{}: {}", command.text(), ending.text());
}

/// Sends these signals one shortly after the other, at a random moment of the training.
Ending stop(const Lab& lab, const fs::path& run, int threads, const std::vector<int>& signals, Rng& rng) {
  for (double window = lab.training_seconds();; window *= 0.7) {
    double moment = rng.uniform() * window;
    Disturbance disturbance{.clock_starts_with = run};
    for (const int signal : signals) {
      disturbance.signals.push_back({moment, signal});
      moment += rng.uniform() * 0.02;
    }
    const Ending ending = torture::run(lab.train(run, threads), disturbance);
    if (ending.exit_code != 0) return ending;
    lab.expect_same_results(run);
    fs::remove_all(run);  // it was faster than the signal
  }
}

void stop_and_resume(const Lab& lab, int number, const fs::path& folder, int signal) {
  Rng rng = lab.random("signals", number);
  const fs::path run = folder / "run";
  const int threads = random_threads(rng);
  const Ending ending = stop(lab, run, threads, {signal}, rng);
  expect(ending.exit_code == 128 + signal, "{}", ending.text());
  expect(ending.err.find("--resume " + run.string()) != std::string::npos, "does not say how to go on: {}",
         ending.text());
  lab.expect_ends_well(run, 3 - threads);
}

void stop_twice(const Lab& lab, int number, const fs::path& folder) {
  Rng rng = lab.random("two signals", number);
  const fs::path run = folder / "run";
  const Ending ending = stop(lab, run, 1, {SIGINT, SIGINT}, rng);
  expect(ending.exit_code == 130, "{}", ending.text());
  expect(ending.seconds_after_signal < 2, "took {} s to leave", ending.seconds_after_signal);
  lab.expect_ends_well(run, 2);
}

Row stopped(const std::string& name, int tries, int failures, const std::string& checked) {
  return {.experiment = name,
          .tries = tries,
          .result = out_of(tries - failures, tries) + " as expected",
          .checked = checked,
          .passed = failures == 0};
}

}  // namespace

std::vector<Row> kills(const Lab& lab) {
  Tally tally;
  const int tries = lab.scaled(200);
  const int failures = lab.for_each_case(
      "kills", tries, [&](int number, const fs::path& folder) { kill_and_resume(lab, number, folder, tally); });
  return {{.experiment = "kills",
           .tries = tries,
           .result = fmt::format("{} kills, {} while a checkpoint was written, {} before there was a run folder; {} "
                                 "runs identical; {} temporary files of killed saves left behind",
                                 tally["kills"], tally["saving"], tally["before the run folder"],
                                 out_of(tries - failures, tries), tally["temporary files left"]),
           .checked = "SIGKILL, resumed with another number of threads (30 %: killed again): metrics.csv, "
                      "best.safetensors and last.safetensors have the bytes of an uninterrupted run",
           .passed = failures == 0 && tally["saving"] * 5 >= tries}};
}

std::vector<Row> cross_validation(const Lab& lab) {
  Tally tally;
  const fs::path reference = lab.settings().work / "cv_reference";
  const Ending ending = torture::run(lab.cross_validate(reference, 2));
  expect(ending.exit_code == 0, "the reference: {}", ending.text());
  const int tries = lab.scaled(20);
  const int failures = lab.for_each_case("cv", tries, [&](int number, const fs::path& folder) {
    kill_cross_validation(lab, number, folder / "run", ending.seconds, tally);
    resume_cross_validation(lab, number, folder / "run", ending.seconds, tally);
    expect_same_folds(folder / "run", reference);
  });
  return {{.experiment = "cross-validation",
           .tries = tries,
           .result = fmt::format("{} kills, {} in the baseline's part; {} runs identical", tally["kills"],
                                 tally["in the baseline"], out_of(tries - failures, tries)),
           .checked = "cv of 3 folds with --baseline: files of every fold, scores and epochs in result.json",
           .passed = failures == 0}};
}

std::vector<Row> signals(const Lab& lab) {
  std::vector<Row> rows;
  const int tries = lab.scaled(20);
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string name = signal == SIGINT ? "SIGINT" : "SIGTERM";
    const int failures = lab.for_each_case(
        name, tries, [&](int number, const fs::path& folder) { stop_and_resume(lab, number, folder, signal); });
    rows.push_back(
        stopped(name, tries, failures,
                fmt::format("exit {}, the message says how to go on, the resumed run is identical", 128 + signal)));
  }
  const int failures = lab.for_each_case("two_SIGINT", tries,
                                         [&](int number, const fs::path& folder) { stop_twice(lab, number, folder); });
  rows.push_back(stopped("SIGINT twice", tries, failures,
                         "within 20 ms: exit 130 at most 2 s later, the resumed run is identical"));
  return rows;
}

}  // namespace gnnir::torture
