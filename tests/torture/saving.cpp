#include <csignal>
#include <span>

#include "torture/experiments.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

/// A call of the save, and what becomes of it.
struct Fault {
  SystemCall call;
  std::string what;
};

/// Every call with every fault; at a small scale some of them.
std::vector<Fault> faults(const Lab& lab, const std::string& experiment, const std::vector<std::string>& whats) {
  std::vector<Fault> all;
  for (const SystemCall& call : lab.next_save()) {
    for (const std::string& what : whats) all.push_back({call, what});
  }
  lab.random(experiment, 0).shuffle(std::span(all));
  all.resize(std::min(all.size(), static_cast<std::size_t>(lab.scaled(static_cast<int>(all.size())))));
  return all;
}

std::string text_of(const Fault& fault) {
  return fmt::format("{} at {} {}", fault.what, fault.call.name, fault.call.path.filename().string());
}

/// Resumes the half-finished run with the fault in its first save.
Ending run_with(const Lab& lab, const Fault& fault, const fs::path& run) {
  lab.copy_half_finished(run);
  return torture::run(lab.with_fault(lab.resume(run, 1), fault.what, fault.call.number));
}

void kill_at(const Lab& lab, const Fault& fault, const fs::path& run) {
  const Ending ending = run_with(lab, fault, run);
  expect(ending.signal == SIGKILL, "{}: {}", text_of(fault), ending.text());
  expect(newest_checkpoint(run).has_value(), "{}: no generation can be read", text_of(fault));
  lab.expect_ends_well(run, 2);
}

/// The program does not need the answer: all that it had to say about the folder, fsync has said.
bool may_be_ignored(const SystemCall& call) { return call.name == "close" && call.is_on_folder(); }

void fail_at(const Lab& lab, const Fault& fault, const fs::path& run, Tally& tally) {
  const Ending ending = run_with(lab, fault, run);
  if (ending.exit_code == 0 && may_be_ignored(fault.call)) {
    tally.add("ignored");
    lab.expect_same_results(run);
    return;
  }
  expect(ending.exit_code == 74, "{}: expected exit 74, found {}", text_of(fault), ending.text());
  const fs::path named = fault.call.is_on_folder() ? run : run / "checkpoint.safetensors";
  expect(ending.err.find(named.string() + ":") != std::string::npos, "{}: {} is not named: {}", text_of(fault),
         named.string(), ending.text());
  const auto newest = newest_checkpoint(run);
  expect(newest && newest->checksum == lab.half_finished_checksum(), "{}: the newest checkpoint is not the one before",
         text_of(fault));
  expect(count_files(run, ".tmp-") == 0, "{}: leaves a temporary file", text_of(fault));
  lab.expect_ends_well(run, 2);
}

/// A checkpoint written under the fault is as good as any: the program dies after it, and goes on from it.
void interrupt_one_save(const Lab& lab, const Fault& fault, const fs::path& run) {
  lab.copy_half_finished(run);
  Command command = lab.with_fault(lab.resume(run, 1), fault.what, fault.call.number);
  command.environment.emplace_back("GNNIR_FAULT_SAVES=1");
  const Ending ending = torture::run(command);
  expect(ending.signal == SIGKILL, "{}: expected one save, found {}", text_of(fault), ending.text());
  fs::remove(run / "checkpoint.previous.safetensors");
  const auto newest = newest_checkpoint(run);
  expect(newest && newest->checksum != lab.half_finished_checksum(), "{}: the new checkpoint is not good",
         text_of(fault));
  lab.expect_ends_well(run, 2);
}

void interrupt_at(const Lab& lab, const Fault& fault, const fs::path& run) {
  interrupt_one_save(lab, fault, run.parent_path() / "one_save");
  const Ending ending = run_with(lab, fault, run);
  expect(ending.exit_code == 0, "{}: expected success, found {}", text_of(fault), ending.text());
  lab.expect_same_results(run);
}

/// EINTR where POSIX allows it, and short writes.
std::vector<Fault> harmless_faults(const Lab& lab) {
  std::vector<Fault> chosen;
  for (const Fault& fault : faults(lab, "interruptions", {"EINTR"})) {
    if (fault.call.name != "rename") chosen.push_back(fault);
  }
  for (const SystemCall& call : lab.next_save()) {
    if (call.name != "write") continue;
    chosen.push_back({call, "short"});
    chosen.push_back({call, "every-short"});
  }
  return chosen;
}

int for_each_fault(const Lab& lab, const std::string& experiment, const std::vector<Fault>& all,
                   const std::function<void(const Fault&, const fs::path&)>& check) {
  return lab.for_each_case(experiment, static_cast<int>(all.size()), [&](int number, const fs::path& folder) {
    check(all[static_cast<std::size_t>(number)], folder / "run");
  });
}

}  // namespace

std::vector<Row> kill_points(const Lab& lab) {
  const std::vector<Fault> all = faults(lab, "kill_points", {"kill-before", "kill-after"});
  const int failures = for_each_fault(lab, "kill_points", all,
                                      [&](const Fault& fault, const fs::path& run) { kill_at(lab, fault, run); });
  const int tries = static_cast<int>(all.size());
  return {{.experiment = "kill points",
           .tries = tries,
           .result = fmt::format("{} leave a good checkpoint and resume identically; a save has {} system calls",
                                 out_of(tries - failures, tries), lab.next_save().size()),
           .checked = "SIGKILL before and after every system call of a save",
           .passed = failures == 0}};
}

std::vector<Row> errors(const Lab& lab) {
  Tally tally;
  const std::vector<Fault> fatal = faults(lab, "errors", {"ENOSPC", "EIO"});
  const int fatal_failures = for_each_fault(
      lab, "errors", fatal, [&](const Fault& fault, const fs::path& run) { fail_at(lab, fault, run, tally); });
  const std::vector<Fault> harmless = harmless_faults(lab);
  const int harmless_failures = for_each_fault(
      lab, "interruptions", harmless, [&](const Fault& fault, const fs::path& run) { interrupt_at(lab, fault, run); });
  const int tries = static_cast<int>(fatal.size());
  const int harmless_tries = static_cast<int>(harmless.size());
  const int ignored = tally["ignored"];
  return {{.experiment = "errors of a save",
           .tries = tries,
           .result = fmt::format("{} as expected: {} end with 74, {} at closing the folder, which is ignored",
                                 out_of(tries - fatal_failures, tries), tries - fatal_failures - ignored, ignored),
           .checked = "ENOSPC and EIO at every system call of a save: exit 74, the message names the file, the newest "
                      "checkpoint is the one before (checksum), no temporary file is left, resumed identically",
           .passed = fatal_failures == 0},
          {.experiment = "interrupted and short calls",
           .tries = harmless_tries,
           .result = out_of(harmless_tries - harmless_failures, harmless_tries) + " without effect",
           .checked = "EINTR at every system call of a save but rename (which has no EINTR); one write of half its "
                      "size; all writes of at most 1000 bytes: the checkpoint is good, success, identical results",
           .passed = harmless_failures == 0}};
}

}  // namespace gnnir::torture
