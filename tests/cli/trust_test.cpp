#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/data/source/csv.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::TempFolder;

/// Runs that are interrupted, resumed, and go wrong.
class Trust : public ::testing::Test {
 protected:
  Trust() {
    Dataset dataset = generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 12});
    dataset.name = "TINY";
    write_tu(dataset, folder_.path() / "TINY");
  }

  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }

  /// Starts the program, and returns without waiting for it.
  pid_t start(const std::string& arguments) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string command =
          "cd '" + folder_.path().string() + "' && exec '" GNNIR_PROGRAM "' " + arguments + " >out.txt 2>err.txt";
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    return child;
  }

  /// Starts the program, sends it a signal once `file` exists, and returns the exit code.
  int interrupt(const std::string& arguments, const std::string& file, int signal) {
    const pid_t child = start(arguments);
    wait_until([&] { return fs::exists(folder_.path() / file); });
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  /// Whether it came true within ten seconds.
  template <class Condition>
  static bool wait_until(const Condition& condition) {
    for (int i = 0; i < 2000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  void expect_same(const std::string& a, const std::string& b) {
    for (const char* file : {"metrics.csv", "best.safetensors", "last.safetensors"}) {
      EXPECT_EQ(read_file(folder_.path() / a / file), read_file(folder_.path() / b / file)) << file;
    }
  }

  static constexpr const char* settings =
      "train TINY --no-baseline --hidden 8 -L 1 -k 2 --batch-size 8 --epochs 400 --early-stop 0 --out ";
  static constexpr const char* short_run =
      "train TINY --no-baseline --hidden 8 -L 1 -k 2 --batch-size 8 --epochs 2 --out run";
  TempFolder folder_;
};

TEST_F(Trust, SignalsSaveAndLeaveAndResumeEndsInTheSameFiles) {
  ASSERT_EQ(run(std::string(settings) + "whole").exit_code, 0);
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    const std::string name = "run" + std::to_string(signal);
    EXPECT_EQ(interrupt(settings + name, name + "/checkpoint.safetensors", signal), code);
    EXPECT_THAT(read_file(folder_.path() / "err.txt"), HasSubstr("Go on with: gnnir train --resume " + name));
    EXPECT_FALSE(fs::exists(folder_.path() / name / "result.json"));
    const Outcome resumed = run("train --threads 1 --resume " + name);
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    expect_same("whole", name);
    const Outcome again = run("train --resume " + name);
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_THAT(again.err, HasSubstr("nothing is left to do"));
  }
}

TEST_F(Trust, ASignalBeforeTheRunBeginsLeavesAtOnce) {
  // A pipe into which nobody writes: the program waits for its end, so that nothing but a signal can end it.
  const fs::path pipe = folder_.path() / "slow.jsonl";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t child = start("train slow.jsonl --out run");
    int writer = -1;
    EXPECT_TRUE(wait_until([&] { return (writer = open(pipe.c_str(), O_WRONLY | O_NONBLOCK)) >= 0; }));
    int status = 0;
    kill(child, signal);
    const bool left = wait_until([&] { return waitpid(child, &status, WNOHANG) == child; });
    close(writer);
    if (!left) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
    }
    EXPECT_TRUE(left) << signal;
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + signal);
    EXPECT_FALSE(fs::exists(folder_.path() / "run"));
  }
}

TEST_F(Trust, ResumeTakesNothingThatCouldChangeTheResults) {
  EXPECT_EQ(interrupt(std::string(settings) + "run", "run/checkpoint.safetensors", SIGINT), 130);
  for (const char* option : {"--lr 0.1", "--out other", "--config run/config.toml", "--baseline", "--no-baseline",
                             "--match-parameters", "--time 5m"}) {
    const Outcome outcome = run(std::string("train --resume run ") + option);
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_THAT(outcome.err, HasSubstr("--resume goes on with the settings of run")) << option;
  }
  EXPECT_THAT(run("cv --resume run").err, HasSubstr("go on with gnnir train --resume run"));
  EXPECT_THAT(run("train --resume TINY").err, HasSubstr("not the folder of a run"));
  fs::rename(folder_.path() / "TINY", folder_.path() / "MOVED");
  EXPECT_EQ(run("train --resume run").exit_code, 2);
  EXPECT_EQ(run("train MOVED --resume run").exit_code, 0);  // the checksum of the data decides, not their place
}

TEST_F(Trust, ABaselineIsInterruptedAndResumedWithItsRunOnTheSameSplits) {
  folder_.write("s.json",
                R"([{"test":[0,12],"model_selection":[{"train":[1,2,3,4,13,14,15,16],"validation":[5,17]}]}])");
  const std::string run_it =
      "train TINY --hidden 8 -L 1 -k 2 --batch-size 8 --epochs 400 --early-stop 0 --out run --split-file s.json";
  EXPECT_EQ(interrupt(run_it, "run/baseline/checkpoint.safetensors", SIGINT), 130);
  EXPECT_THAT(read_file(folder_.path() / "err.txt"), HasSubstr("--resume run\n"));
  fs::remove(folder_.path() / "s.json");
  const Outcome resumed = run("train --resume run");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("plain GNN (L=0)"));
  EXPECT_EQ(read_file(folder_.path() / "run/baseline/splits.json"), read_file(folder_.path() / "run/splits.json"));
}

TEST_F(Trust, ChangedDataAreRefusedEvenIfNothingWasBegun) {
  EXPECT_EQ(interrupt("cv TINY --no-baseline --folds 3 --hidden 8 --epochs 300 --threads 1 --out run",
                      "run/fold_1/outcome.json", SIGKILL),
            -1);
  const std::string labels = read_file(folder_.path() / "TINY/TINY_graph_labels.txt");
  write_file_atomically(folder_.path() / "TINY/TINY_graph_labels.txt",
                        std::string(labels.rbegin(), labels.rend()).substr(1) + "\n");
  const Outcome outcome = run("cv --resume run");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the data set has changed since run was begun"));
}

TEST_F(Trust, PartsOfARunAreOfItsOwnData) {
  ASSERT_EQ(run(short_run).exit_code, 0);
  EXPECT_EQ(run("eval run TINY --part test").exit_code, 0);
  const fs::path labels = folder_.path() / "TINY/TINY_graph_labels.txt";
  const std::string text = read_file(labels);
  write_file_atomically(labels, std::string(text.rbegin(), text.rend()).substr(1) + "\n");
  EXPECT_EQ(run("eval run TINY").exit_code, 0);
  const Outcome outcome = run("eval run TINY --part test");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--part test: the data set has changed since run was begun, or is another"));
}

TEST_F(Trust, OneProcessAtATimeWorksOnARun) {
  const pid_t child = fork();
  if (child == 0) {
    const std::string command = "cd '" + folder_.path().string() + "' && exec '" GNNIR_PROGRAM "' " + settings +
                                "run --lr 1e-6 >/dev/null 2>&1";
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  for (int i = 0; i < 2000 && !fs::exists(folder_.path() / "run/checkpoint.safetensors"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill(child, SIGSTOP);
  const Outcome second = run("train --resume run");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_THAT(second.err, HasSubstr("at work in another process"));
}

TEST_F(Trust, OddPlacesForFilesWork) {
  ASSERT_EQ(run(short_run).exit_code, 0);
  EXPECT_THAT(run("predict run TINY --out /dev/stdout | cat").out, HasSubstr("graph,prediction"));
  fs::create_directory(folder_.path() / "empty");
  fs::create_directory_symlink("empty", folder_.path() / "link");
  const std::string quick = "train ../TINY --no-baseline --hidden 4 --epochs 1 --out ";
  EXPECT_EQ(testing::run_gnnir(quick + ".", folder_.path() / "empty").exit_code, 0);
  fs::create_directory(folder_.path() / "other");
  fs::create_directory_symlink("other", folder_.path() / "link2");
  EXPECT_EQ(run("train TINY --no-baseline --hidden 4 --epochs 1 --out link2").exit_code, 0);
  EXPECT_EQ(run("train TINY --resume ''").exit_code, 2);
  const Outcome latin = run("train 'caf\xe9' --hidden 4");
  EXPECT_EQ(latin.exit_code, 2);
  EXPECT_THAT(latin.err, HasSubstr("expected text in UTF-8"));
}

TEST_F(Trust, DamagedFilesAreRefusedAndTheOneBeforeIsUsed) {
  ASSERT_EQ(run(short_run).exit_code, 0);
  const fs::path best = folder_.path() / "run/best.safetensors";
  std::string bytes = read_file(best);
  write_file_atomically(previous_generation(best), bytes);
  bytes[bytes.size() - 5] = static_cast<char>(bytes[bytes.size() - 5] ^ 8);
  write_file_atomically(best, bytes);
  const Outcome from_file = run("predict run/best.safetensors TINY");
  EXPECT_EQ(from_file.exit_code, 65);
  EXPECT_THAT(from_file.err, HasSubstr("damaged"));
  const Outcome from_folder = run("predict run TINY");
  EXPECT_EQ(from_folder.exit_code, 0);
  EXPECT_THAT(from_folder.err, HasSubstr("using the one before it"));
}

TEST_F(Trust, OverlargeWorkIsRefusedBeforeItStarts) {
  const Outcome training = run(std::string(settings) + "run --max-memory 100M");
  EXPECT_EQ(training.exit_code, 2);
  EXPECT_THAT(training.err, HasSubstr("--max-memory allows 100 MB"));
  EXPECT_FALSE(fs::exists(folder_.path() / "run"));
  ASSERT_EQ(run(short_run).exit_code, 0);
  EXPECT_EQ(run("predict run TINY --max-memory 5M").exit_code, 2);
  EXPECT_THAT(run("predict run TINY --max-memory much").err, HasSubstr("such as 500M or 2G"));
}

TEST_F(Trust, NumbersThatAreNotFiniteStopTheTraining) {
  const Outcome outcome = run("train TINY --no-baseline --hidden 8 --lr 1e30 --epochs 50 --out run");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, HasSubstr("[train] epoch "));
  EXPECT_THAT(outcome.err, HasSubstr(", graph "));
  EXPECT_THAT(outcome.err, HasSubstr("Try a smaller --lr"));
}

/// A model file of format version 2 and what it predicted when it was written. Both are kept as they are: a later
/// version must read the file and predict the same.
TEST(Golden, ModelPredictsTheSameForEver) {
  const fs::path golden = fs::path(GNNIR_SOURCE_DIR) / "tests/golden";
  const TempFolder folder;
  for (const char* name : {"classes", "targets"}) {
    const std::string stem = (golden / name).string();
    const Outcome outcome = testing::run_gnnir("predict '" + stem + ".safetensors' '" + stem + "'", folder.path());
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    std::istringstream found(outcome.out);
    std::ifstream expected(stem + ".csv");
    std::string found_line;
    std::string expected_line;
    int rows = 0;
    for (; std::getline(expected, expected_line); ++rows) {
      ASSERT_TRUE(std::getline(found, found_line));
      const std::string last = rows == 0 ? ",unusual" : ",";  // a column that came later
      ASSERT_TRUE(found_line.ends_with(last)) << found_line;
      found_line.resize(found_line.size() - last.size());
      std::istringstream a(found_line);
      std::istringstream b(expected_line);
      std::string x;
      std::string y;
      while (std::getline(b, y, ',')) {
        ASSERT_TRUE(std::getline(a, x, ','));
        if (rows == 0) {
          EXPECT_EQ(x, y);
        } else {
          EXPECT_NEAR(std::stod(x), std::stod(y), 1e-4) << found_line << " instead of " << expected_line;
        }
      }
      EXPECT_FALSE(std::getline(a, x, ',')) << found_line << " instead of " << expected_line;
    }
    EXPECT_FALSE(std::getline(found, found_line)) << found_line;
    EXPECT_EQ(rows, 1 + 12);
  }
}

/// Whether two fields are the same, numbers up to how processors round.
void expect_same_field(std::string_view found, std::string_view expected, const std::string& where) {
  const auto a = parse_number(found);
  const auto b = parse_number(expected);
  if (a && b) {
    EXPECT_NEAR(*a, *b, 1e-4) << where;
  } else {
    EXPECT_EQ(found, expected) << where;
  }
}

/// Likewise of format version 3, which keeps what was said of held-out graphs.
TEST(Golden, AModelThatKeepsHeldOutGraphsIsAsSureOfItselfForEver) {
  const std::string golden = std::string(GNNIR_SOURCE_DIR) + "/tests/golden/";
  const TempFolder folder;
  for (const auto& [name, doubt] :
       {std::pair{"classes", "--calibrate temperature"}, std::pair{"targets", "--confidence 0.5"}}) {
    const Outcome outcome = testing::run_gnnir(
        fmt::format("predict '{0}{1}_3.safetensors' '{0}{1}' {2}", golden, name, doubt), folder.path());
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string expected_text = read_file(fmt::format("{}{}_3.csv", golden, name));
    CsvReader found("[test] found", outcome.out, Separator::comma);
    CsvReader expected("[test] expected", expected_text, Separator::comma);
    const std::vector<std::string> columns(expected.header().begin(), expected.header().end());
    int rows = 0;
    for (; expected.next(); ++rows) {
      ASSERT_TRUE(found.next());
      for (std::size_t c = 0; c < columns.size(); ++c) {
        expect_same_field(found.fields()[found.require(columns[c])], expected.fields()[c], name + (" " + columns[c]));
      }
    }
    EXPECT_FALSE(found.next());
    EXPECT_EQ(rows, 12);
  }
}

TEST(Golden, AFileOfANewerFormatIsRefusedWithWords) {
  const TempFolder folder;
  const std::string newer = std::string(GNNIR_SOURCE_DIR) + "/tests/golden/newer_format.safetensors";
  const Outcome outcome = testing::run_gnnir("predict '" + newer + "' CSL", folder.path());
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, HasSubstr("format version 1000; this program reads version 3: use a newer gnnir"));
}

}  // namespace
}  // namespace gnnir
