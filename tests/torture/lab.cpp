#include "torture/lab.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "gnnir/base/checksum.h"
#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/record/model_header.h"
#include "gnnir/record/progress.h"
#include "gnnir/record/safetensors.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

constexpr int cases_at_a_time = 2;

/// About a second, a new best epoch now and then until the end, and random numbers in use: whatever a checkpoint forgot
/// would show.
std::vector<std::string> small_model() {
  return {"--hidden", "16",     "-L",   "1",     "-k",          "2",    "--batch-size",       "6", "--norm", "graph",
          "--ties",   "random", "--lr", "0.003", "--select-by", "loss", "--checkpoint-every", "3"};
}

template <typename... Lists>
std::vector<std::string> joined(std::vector<std::string> first, const Lists&... others) {
  (first.insert(first.end(), others.begin(), others.end()), ...);
  return first;
}

std::optional<Generation> read_generation(const std::string& content) {
  try {
    const Safetensors file = decode_safetensors(content, "checkpoint");
    read_model_header(file, ModelFileKind::checkpoint, "checkpoint");
    const Json progress = parse_json(metadata_entry(file, "progress", "checkpoint"), "checkpoint");
    return Generation{checksum_of(content), Progress::from_json(progress, "checkpoint").epoch > 1};
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// How often its log tells of the first epoch: more than once if it did not go on from a checkpoint.
int beginnings_of(const fs::path& run) {
  if (!fs::exists(run / "log.txt")) return 0;
  const std::string log = read_file(run / "log.txt");
  int count = 0;
  for (std::size_t at = log.find("] epoch 1 "); at != std::string::npos; at = log.find("] epoch 1 ", at + 1)) ++count;
  return count;
}

}  // namespace

void Tally::add(const std::string& what, int count) {
  const std::lock_guard lock(mutex_);
  counts_[what] += count;
}

int Tally::operator[](const std::string& what) const {
  const std::lock_guard lock(mutex_);
  const auto found = counts_.find(what);
  return found == counts_.end() ? 0 : found->second;
}

bool SystemCall::is_on_folder() const { return path.filename().string().find("checkpoint") == std::string::npos; }

std::vector<std::vector<SystemCall>> saves_in(const fs::path& log) {
  std::vector<std::vector<SystemCall>> saves;
  std::istringstream lines(read_file(log));
  SystemCall call;
  for (std::string path; lines >> call.number >> call.name && std::getline(lines >> std::ws, path);) {
    call.path = path;
    if (call.name == "mkstemp") saves.emplace_back();
    if (!saves.empty() && call.name != "remove") saves.back().push_back(call);
  }
  return saves;
}

std::optional<Generation> newest_checkpoint(const fs::path& run) {
  const fs::path newest = run / "checkpoint.safetensors";
  for (const fs::path& path : {newest, previous_generation(newest)}) {
    if (!fs::exists(path)) continue;
    const auto generation = read_generation(read_file(path));
    if (generation) return generation;
  }
  return std::nullopt;
}

int count_files(const fs::path& folder, const std::string& text) {
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().filename().string().find(text) != std::string::npos) ++count;
  }
  return count;
}

void expect_same_file(const fs::path& found, const fs::path& expected) {
  expect(read_file(found) == read_file(expected), "{} differs from {}", found.string(), expected.string());
}

int random_threads(Rng& rng) { return 1 + static_cast<int>(rng.below(2)); }

std::string out_of(int count, int all) {
  return count == all ? fmt::format("all {}", all) : fmt::format("{} of {}", count, all);
}

Lab::Lab(Settings settings)
    : settings_(std::move(settings)),
      data_(settings_.work / "DATA"),
      large_data_(settings_.work / "LARGE"),
      reference_(settings_.work / "reference"),
      folds_(settings_.work / "folds"),
      half_finished_(settings_.work / "half_finished") {
  write_tu(generate_csl({.nodes = 11, .skips = {2, 3}, .copies = 20}), data_);
  write_tu(generate_csl({.nodes = 11, .skips = {2, 3}, .copies = 30'000}), large_data_);
  train_reference();
  cross_validate_reference();
  prepare_half_finished();
}

void Lab::train_reference() {
  const Ending ending = run(train(reference_, 1));
  expect(ending.exit_code == 0, "the reference: {}", ending.text());
  seconds_ = ending.seconds;
  training_seconds_ = parse_json(read_file(reference_ / "result.json"), "result.json")["seconds"];
  const fs::path watched = settings_.work / "watched";
  const fs::path log = settings_.work / "watched.log";
  const Ending of_watched = run(with_log(train(watched, 2), log));
  expect(of_watched.exit_code == 0, "with the shim: {}", of_watched.text());
  expect_same_results(watched);
  saves_ = saves_in(log);
  expect(saves_.size() >= 10, "the shim has seen {} saves", saves_.size());
}

void Lab::cross_validate_reference() {
  const Ending ending = run(cross_validate(folds_, 2));
  expect(ending.exit_code == 0, "the cross-validation: {}", ending.text());
  cross_validation_seconds_ = ending.seconds;
}

void Lab::prepare_half_finished() {
  const Ending ending = run(with_fault(train(half_finished_, 1), "kill-before", saves_[saves_.size() / 2][0].number));
  expect(ending.signal == SIGKILL, "half a run: {}", ending.text());
  const std::optional<Generation> checkpoint = newest_checkpoint(half_finished_);
  expect(checkpoint && checkpoint->has_epochs, "half a run without an epoch");
  half_finished_checksum_ = checkpoint ? checkpoint->checksum : "";
  const fs::path copy = settings_.work / "resumed";
  const fs::path log = settings_.work / "resumed.log";
  copy_half_finished(copy);
  const Ending of_copy = run(with_log(resume(copy, 1), log));
  expect(of_copy.exit_code == 0, "half a run, resumed: {}", of_copy.text());
  expect(beginnings_of(copy) == 1, "half a run, resumed: it began again");
  expect_same_results(copy);
  next_save_ = saves_in(log)[0];
}

void Lab::copy_half_finished(const fs::path& to) const { fs::copy(half_finished_, to, fs::copy_options::recursive); }

int Lab::scaled(int n) const { return std::max(1, static_cast<int>(std::lround(n * settings_.scale))); }

Rng Lab::random(const std::string& experiment, int number) const {
  return {settings_.seed, Purpose::test, std::hash<std::string>()(experiment), static_cast<std::uint64_t>(number)};
}

Command Lab::train(const fs::path& run, int threads) const {
  const std::vector<std::string> command{settings_.program, "train", data_,       "--no-baseline",
                                         "--out",           run,     "--threads", std::to_string(threads),
                                         "--epochs",        "60"};
  return {.arguments = joined(command, small_model())};
}

Command Lab::resume(const fs::path& run, int threads) const {
  return {.arguments = {settings_.program, "train", "--resume", run, "--threads", std::to_string(threads),
                        "--checkpoint-every", "3"}};
}

Command Lab::cross_validate(const fs::path& run, int threads) const {
  std::vector<std::string> command{settings_.program, "cv", "--threads", std::to_string(threads)};
  if (fs::exists(run))
    return {.arguments = joined(command, std::vector<std::string>{"--resume", run, "--checkpoint-every", "3"})};
  const std::vector<std::string> what{data_, "--out", run, "--folds", "3", "--epochs", "15"};
  return {.arguments = joined(command, what, small_model())};
}

Command Lab::predict(const fs::path& data, const fs::path& out, int threads) const {
  return {.arguments = {settings_.program, "predict", best_model(), data, "--out", out, "--threads",
                        std::to_string(threads)}};
}

Command Lab::inspect(const fs::path& data) const { return {.arguments = {settings_.program, "data", "inspect", data}}; }

Command Lab::with_fault(Command command, const std::string& what, int at) const {
  command.environment =
      joined(command.environment,
             std::vector<std::string>{"LD_PRELOAD=" + settings_.shim.string(), "GNNIR_FAULT_FILE=checkpoint",
                                      "GNNIR_FAULT_DO=" + what, "GNNIR_FAULT_AT=" + std::to_string(at)});
  return command;
}

Command Lab::with_log(Command command, const fs::path& log) const {
  command = with_fault(std::move(command), "nothing", 0);
  command.environment.push_back("GNNIR_FAULT_LOG=" + log.string());
  return command;
}

void Lab::expect_same_results(const fs::path& run) const {
  for (const char* file : {"metrics.csv", "best.safetensors", "last.safetensors"}) {
    expect_same_file(run / file, reference_ / file);
  }
  expect(fs::exists(run / "outcome.json"), "{} has no outcome.json", run.string());
  // One stays, so that the run can have more epochs.
  expect(newest_checkpoint(run).has_value(), "{} has no checkpoint that can be read", run.string());
  expect(!fs::exists(run / "checkpoint.previous.safetensors"), "{} still has two checkpoints", run.string());
}

void Lab::expect_same_folds(const fs::path& run) const {
  for (const char* part : {"", "baseline"}) {
    for (const char* fold : {"fold_1", "fold_2", "fold_3"}) {
      for (const char* file : {"metrics.csv", "best.safetensors", "last.safetensors"}) {
        expect_same_file(run / part / fold / file, folds_ / part / fold / file);
      }
    }
    const auto result = [&](const fs::path& folder) {
      return parse_json(read_file(folder / part / "result.json"), "result.json");
    };
    for (const char* scores : {"test", "validation", "best_epochs", "epochs"}) {
      expect(result(run)[scores] == result(folds_)[scores], "{}: other {}", (run / part).string(), scores);
    }
  }
}

Command Lab::next_session(const fs::path& run, int threads) const {
  return fs::exists(run) ? resume(run, threads) : train(run, threads);
}

void Lab::expect_ends_well(const fs::path& run, int threads) const {
  const auto checkpoint = newest_checkpoint(run);
  const int beginnings = beginnings_of(run);
  const Command command = next_session(run, threads);
  const Ending ending = torture::run(command);
  expect(ending.exit_code == 0, "{}: {}", command.text(), ending.text());
  if (checkpoint && checkpoint->has_epochs) {
    expect(beginnings_of(run) == beginnings, "{} began again although there was a checkpoint", run.string());
  }
  expect_same_results(run);
}

int Lab::for_each_case(const std::string& experiment, int count,
                       const std::function<void(int number, const fs::path& folder)>& one_case) const {
  std::atomic<int> next = 0;
  std::atomic<int> failures = 0;
  std::mutex telling;
  const auto work = [&] {
    for (int number = next++; number < count; number = next++) {
      const fs::path folder = settings_.work / fmt::format("{}_{}", experiment, number);
      try {
        fs::create_directory(folder);
        one_case(number, folder);
        fs::remove_all(folder);
      } catch (const std::exception& error) {
        ++failures;
        const std::lock_guard lock(telling);
        fmt::print(stderr, "{}, case {}: {}\n", experiment, number, error.what());
      }
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < cases_at_a_time; ++i) threads.emplace_back(work);
  threads.clear();
  return failures;
}

}  // namespace gnnir::torture
