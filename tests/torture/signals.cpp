#include <sys/stat.h>

#include <csignal>

#include "torture/experiments.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

constexpr double most_seconds_to_leave = 2;

/// A row of the table, and what is done for it.
struct Plan {
  std::string name;
  int tries = 0;
  std::string checked;
  std::function<void(int number, Rng& rng, const fs::path& folder)> one_case;
};

/// Kinds of the same case take turns.
template <typename Kind>
const Kind& turn(const std::vector<Kind>& kinds, int number) {
  return kinds[static_cast<std::size_t>(number) % kinds.size()];
}

/// What a command that is interrupted works on.
struct Work {
  Command command;
  fs::path run;        ///< the folder that it makes
  double seconds = 0;  ///< what it takes from there on
};

Work training(const Lab& lab, const fs::path& run, int threads) {
  return {lab.train(run, threads), run, lab.training_seconds()};
}

Work folds(const Lab& lab, const fs::path& run, int threads) {
  return {lab.cross_validate(run, threads), run, lab.cross_validation_seconds()};
}

/// Sends these signals one shortly after the other, at a random moment of the work.
Ending stop(const Work& work, const std::vector<int>& signals, Rng& rng) {
  constexpr int most_tries = 12;
  double window = work.seconds;
  for (int i = 0; i < most_tries; ++i, window *= 0.7) {
    double moment = rng.uniform() * window;
    Disturbance disturbance{.clock_starts_with = work.run};
    for (const int signal : signals) {
      disturbance.signals.push_back({moment, signal});
      moment += rng.uniform() * 0.02;
    }
    const Ending ending = torture::run(work.command, disturbance);
    if (ending.exit_code != 0) return ending;
    fs::remove_all(work.run);  // it was faster than the signal
  }
  throw internal_error("the signal {} does not end it", signals[0]);
}

void expect_saved(const Ending& ending, int exit_code, const fs::path& run) {
  expect(ending.exit_code == exit_code, "expected exit {}, found {}", exit_code, ending.text());
  expect(ending.err.find("--resume " + run.string()) != std::string::npos, "does not say how to go on: {}",
         ending.text());
}

/// A limit on processor time asks the program to stop as SIGTERM does.
int exit_code_after(int signal) { return 128 + (signal == SIGXCPU ? SIGTERM : signal); }

Plan saves_and_leaves(const Lab& lab, const std::string& name, int signal) {
  return {.name = name,
          .tries = lab.scaled(20),
          .checked = fmt::format("exit {}, the message says how to go on, the resumed run is identical",
                                 exit_code_after(signal)),
          .one_case = [&lab, signal](int, Rng& rng, const fs::path& folder) {
            const fs::path run = folder / "run";
            const int threads = random_threads(rng);
            const Ending ending = stop(training(lab, run, threads), {signal}, rng);
            expect_saved(ending, exit_code_after(signal), run);
            lab.expect_ends_well(run, 3 - threads);
          }};
}

Plan leaves_at_once(const Lab& lab) {
  return {.name = "SIGINT twice",
          .tries = lab.scaled(20),
          .checked = "within 20 ms: exit 130 at most 2 s later, the resumed run is identical",
          .one_case = [&lab](int, Rng& rng, const fs::path& folder) {
            const fs::path run = folder / "run";
            const Ending ending = stop(training(lab, run, 1), {SIGINT, SIGINT}, rng);
            expect(ending.exit_code == 130, "{}", ending.text());
            expect(ending.seconds_after_signal < most_seconds_to_leave, "took {} s to leave",
                   ending.seconds_after_signal);
            lab.expect_ends_well(run, 2);
          }};
}

Plan ends_by_default(const Lab& lab) {
  static const std::vector<int> kinds{SIGQUIT, SIGUSR1, SIGUSR2,   SIGILL,  SIGTRAP,   SIGABRT, SIGBUS, SIGFPE,
                                      SIGSEGV, SIGALRM, SIGSTKFLT, SIGPROF, SIGVTALRM, SIGIO,   SIGPWR, SIGSYS};
  return {.name = "SIGQUIT, SIGUSR1, SIGUSR2 and 13 others",
          .tries = lab.scaled(48),
          .checked = "the signal ends the training, as is its default; the resumed run is identical",
          .one_case = [&lab](int number, Rng& rng, const fs::path& folder) {
            const fs::path run = folder / "run";
            const int threads = random_threads(rng);
            const int signal = turn(kinds, number);
            const Ending ending = stop(training(lab, run, threads), {signal}, rng);
            expect(ending.signal == signal, "expected signal {}, found {}", signal, ending.text());
            lab.expect_ends_well(run, 3 - threads);
          }};
}

/// Trains to the end, whatever is sent to it within.
void expect_goes_on(const Lab& lab, Command command, const fs::path& run, const std::vector<int>& signals, Rng& rng) {
  Disturbance disturbance{.clock_starts_with = run};
  double moment = rng.uniform() * 0.7 * lab.training_seconds();
  for (const int signal : signals) {
    disturbance.signals.push_back({moment, signal});
    moment += rng.uniform() * 0.3;
  }
  const Ending ending = torture::run(command, disturbance);
  expect(ending.exit_code == 0, "{}, signal {}: {}", command.text(), signals[0], ending.text());
  lab.expect_same_results(run);
}

Plan goes_on(const Lab& lab) {
  using Signals = std::vector<int>;
  static const std::vector<Signals> kinds{{SIGPIPE},          {SIGTSTP, SIGCONT}, {SIGSTOP, SIGCONT}, {SIGXFSZ},
                                          {SIGTTIN, SIGCONT}, {SIGTTOU, SIGCONT}, {SIGCHLD},          {SIGURG},
                                          {SIGWINCH},         {SIGCONT}};
  return {.name = "SIGPIPE, SIGTSTP and SIGCONT, and 8 others",
          .tries = lab.scaled(40),
          .checked = "nothing changes: exit 0, identical",
          .one_case = [&lab](int number, Rng& rng, const fs::path& folder) {
            expect_goes_on(lab, lab.train(folder / "run", random_threads(rng)), folder / "run", turn(kinds, number),
                           rng);
          }};
}

Plan goes_on_as_told(const Lab& lab) {
  static const std::vector<int> kinds{SIGHUP, SIGINT, SIGTERM};
  return {.name = "SIGHUP, SIGINT, SIGTERM, ignored",
          .tries = lab.scaled(21),
          .checked = "started to ignore the signal, as nohup does: the training goes on, exit 0, identical",
          .one_case = [&lab](int number, Rng& rng, const fs::path& folder) {
            const int signal = turn(kinds, number);
            Command command = lab.train(folder / "run", random_threads(rng));
            command.ignored_signals = {signal};
            expect_goes_on(lab, command, folder / "run", {signal}, rng);
          }};
}

Plan reader_leaves(const Lab& lab) {
  return {.name = "a reader that leaves",
          .tries = lab.scaled(10),
          .checked = "standard output is a broken pipe: the training goes on to its end, identical; then exit 74",
          .one_case = [&lab](int, Rng& rng, const fs::path& folder) {
            const fs::path run = folder / "run";
            Command command = lab.train(run, random_threads(rng));
            command.has_reader = false;
            const Ending ending = torture::run(command);
            expect(ending.exit_code == 74 && !ending.err.empty(), "{}: {}", command.text(), ending.text());
            lab.expect_same_results(run);
          }};
}

const std::vector<int>& polite_signals() {
  static const std::vector<int> all{SIGINT, SIGTERM, SIGHUP};
  return all;
}

Plan cross_validation_saves(const Lab& lab) {
  return {.name = "SIGINT, SIGTERM, SIGHUP in cv",
          .tries = lab.scaled(30),
          .checked = "exit 128 + the signal, the message says how to go on, the resumed cross-validation is identical",
          .one_case = [&lab](int number, Rng& rng, const fs::path& folder) {
            const fs::path run = folder / "run";
            const int threads = random_threads(rng);
            const int signal = turn(polite_signals(), number);
            expect_saved(stop(folds(lab, run, threads), {signal}, rng), 128 + signal, run);
            const Command command = lab.cross_validate(run, 3 - threads);
            const Ending ending = torture::run(command);
            expect(ending.exit_code == 0, "{}: {}", command.text(), ending.text());
            lab.expect_same_folds(run);
          }};
}

/// Sends the signal at that moment: it must end it, soon.
void expect_leaves(const Command& command, double moment, int signal) {
  const Ending ending = torture::run(command, {.signals = {{moment, signal}}});
  expect(ending.signal == signal || ending.exit_code == 128 + signal, "{}, signal {}: {}", command.text(), signal,
         ending.text());
  expect(ending.seconds_after_signal < most_seconds_to_leave, "{}, signal {}: took {} s to leave", command.text(),
         signal, ending.seconds_after_signal);
}

Plan prediction_leaves(const Lab& lab) {
  return {.name = "SIGINT, SIGTERM, SIGHUP in predict",
          .tries = lab.scaled(60),
          .checked = "ends at most 2 s later, by the signal or with 128 + the signal; no predictions are left",
          .one_case = [&lab](int number, Rng& rng, const fs::path& folder) {
            const Command command = lab.predict(lab.large_data(), folder / "out.csv", random_threads(rng));
            expect_leaves(command, rng.uniform(), turn(polite_signals(), number));
            expect(fs::is_empty(folder), "{}: something is left", command.text());
          }};
}

/// Every command with every signal, in turn.
Plan waits_for_data(const Lab& lab) {
  return {.name = "SIGINT, SIGTERM, SIGHUP while nobody writes",
          .tries = lab.scaled(90),
          .checked = "train, predict and data inspect read a FIFO that nobody writes to: the same",
          .one_case = [&lab](int number, Rng& rng, const fs::path& folder) {
            const fs::path fifo = folder / "fifo.jsonl";
            if (::mkfifo(fifo.c_str(), 0600) != 0) throw io_error("no {}", fifo.string());
            Command train = lab.train(folder / "run", 1);
            train.arguments[2] = fifo;
            const std::vector<Command> commands{train, lab.predict(fifo, folder / "out.csv", 1), lab.inspect(fifo)};
            expect_leaves(turn(commands, number / 3), rng.uniform(), turn(polite_signals(), number));
          }};
}

struct Case {
  const Plan* plan = nullptr;
  int number = 0;
};

/// All cases of all plans are one list, so that two are at work until its end.
std::vector<Row> carry_out(const Lab& lab, const std::vector<Plan>& plans) {
  std::vector<Case> cases;
  for (const Plan& plan : plans) {
    for (int number = 0; number < plan.tries; ++number) cases.push_back({&plan, number});
  }
  Tally good;
  lab.for_each_case("signals", static_cast<int>(cases.size()), [&](int i, const fs::path& folder) {
    const auto& [plan, number] = cases[static_cast<std::size_t>(i)];
    Rng rng = lab.random(plan->name, number);
    plan->one_case(number, rng, folder);
    good.add(plan->name);
  });
  std::vector<Row> rows;
  for (const Plan& plan : plans) {
    rows.push_back({.experiment = plan.name,
                    .tries = plan.tries,
                    .result = out_of(good[plan.name], plan.tries) + " as expected",
                    .checked = plan.checked,
                    .passed = good[plan.name] == plan.tries});
  }
  return rows;
}

}  // namespace

std::vector<Row> signals(const Lab& lab) {
  return carry_out(lab, {saves_and_leaves(lab, "SIGINT", SIGINT), saves_and_leaves(lab, "SIGTERM", SIGTERM),
                         saves_and_leaves(lab, "SIGHUP", SIGHUP), saves_and_leaves(lab, "SIGXCPU", SIGXCPU),
                         leaves_at_once(lab), ends_by_default(lab), goes_on(lab), goes_on_as_told(lab),
                         reader_leaves(lab), cross_validation_saves(lab), prediction_leaves(lab), waits_for_data(lab)});
}

}  // namespace gnnir::torture
