#include <csignal>

#include "gnnir/base/files.h"
#include "torture/experiments.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

constexpr int most_kills_of_a_run = 4;
constexpr double chance_of_another_kill = 0.3;

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

/// Kills it at a random moment; every second time the clock starts when its plain GNN is done.
void kill_cross_validation(const Lab& lab, int number, const fs::path& run, Tally& tally) {
  Rng rng = lab.random("cv", number);
  const double seconds = lab.cross_validation_seconds();
  const fs::path plain_is_done = run / "baseline" / "result.json";
  const bool later = number % 2 == 1;
  for (double window = later ? seconds / 4 : seconds;; window *= 0.7) {
    Disturbance disturbance{.signals = {{rng.uniform() * window, SIGKILL}}};
    if (later) disturbance.clock_starts_with = plain_is_done;
    const Ending ending = torture::run(lab.cross_validate(run, random_threads(rng)), disturbance);
    if (ending.signal == SIGKILL) break;
    expect(ending.exit_code == 0, "{}: {}", run.string(), ending.text());
    fs::remove_all(run);  // it was faster than the kill
  }
  tally.add("kills");
  if (!fs::exists(plain_is_done)) tally.add("in the plain GNN");
}

/// Goes on to the end; with some luck it is killed once more.
void resume_cross_validation(const Lab& lab, int number, const fs::path& run, Tally& tally) {
  Rng rng = lab.random("cv resumed", number);
  const double seconds = lab.cross_validation_seconds();
  if (rng.uniform() < chance_of_another_kill) {
    const Ending ending =
        torture::run(lab.cross_validate(run, random_threads(rng)), {.signals = {{rng.uniform() * seconds, SIGKILL}}});
    if (ending.signal == SIGKILL) tally.add("kills");
  }
  const Command command = lab.cross_validate(run, random_threads(rng));
  const Ending ending = torture::run(command);
  expect(ending.exit_code == 0, "{}: {}", command.text(), ending.text());
}

}  // namespace

std::vector<Row> kills(const Lab& lab) {
  Tally tally;
  const int tries = lab.scaled(1000);
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
  const int tries = lab.scaled(20);
  const int failures = lab.for_each_case("cv", tries, [&](int number, const fs::path& folder) {
    kill_cross_validation(lab, number, folder / "run", tally);
    resume_cross_validation(lab, number, folder / "run", tally);
    lab.expect_same_folds(folder / "run");
  });
  return {{.experiment = "cross-validation",
           .tries = tries,
           .result = fmt::format("{} kills, {} in the plain GNN's part; {} runs identical", tally["kills"],
                                 tally["in the plain GNN"], out_of(tries - failures, tries)),
           .checked = "cv of 3 folds with its plain GNN: files of every fold, scores and epochs in result.json",
           .passed = failures == 0}};
}

}  // namespace gnnir::torture
