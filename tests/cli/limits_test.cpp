#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <sstream>

#include "gnnir/base/clock.h"
#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Outcome;
using testing::TempFolder;

/// The program as a shell runs it that sets limits, closes streams and sends signals, without any help.
class Limits : public ::testing::Test {
 protected:
  Limits() {
    Dataset dataset = generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 12});
    dataset.name = "TINY";
    write_tu(dataset, folder_.path() / "TINY");
  }

  /// A line for sh in which $G is the program, and $T a short training without its --out; as in `timeout`, 124 is a
  /// hang.
  Outcome shell(const std::string& script) {
    const std::string setup = "export G='" GNNIR_PROGRAM "'; T=\"timeout -s KILL 60 '$G' " + training_ + "\"; ";
    const fs::path file = folder_.write("script.sh", setup + script + "\n");
    const TempFolder streams;
    const std::string command = "cd '" + folder_.path().string() + "' && env --default-signal bash '" + file.string() +
                                "' >'" + (streams.path() / "out").string() + "' 2>'" +
                                (streams.path() / "err").string() + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(streams.path() / "out"),
            read_file(streams.path() / "err")};
  }

  /// A star of so many leaves, as a line of JSON.
  static std::string star_line(int leaves) {
    std::vector<std::string> edges;
    for (int i = 1; i <= leaves; ++i) edges.push_back(fmt::format("[0,{}]", i));
    std::string attributes = "[0]";
    std::string labels = "1";
    for (int i = 0; i < leaves; ++i) {
      attributes += ",[0]";
      labels += ",1";
    }
    return fmt::format(R"({{"num_nodes":{},"edges":[{}],"node_attributes":[{}],"node_labels":[{}]}})"
                       "\n",
                       leaves + 1, fmt::join(edges, ","), attributes, labels);
  }

  [[nodiscard]] bool is_there(const std::string& name) const { return fs::exists(folder_.path() / name); }

  [[nodiscard]] std::vector<std::string> temporary_files() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (entry.path().string().find(".tmp-") != std::string::npos) found.push_back(entry.path().string());
    }
    return found;
  }

  std::string training_ = "train TINY --no-baseline --hidden 8 -L 1 -k 2 --batch-size 8 --epochs 2 --threads 1";
  TempFolder folder_;
};

TEST_F(Limits, TooLittleAddressSpaceIsSaidAndNotWaitedFor) {
  for (const int kilobytes : {400'000, 600'000, 700'000, 850'000}) {
    const Stopwatch watch;
    const Outcome outcome = shell("ulimit -v " + std::to_string(kilobytes) + "; eval \"$T --out run\"");
    EXPECT_EQ(outcome.exit_code, 2) << kilobytes << " kB: " << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("of address space"), HasSubstr("and a limit"))) << kilobytes << " kB";
    EXPECT_LT(watch.seconds(), 10) << kilobytes << " kB";
    EXPECT_FALSE(is_there("run"));
  }
}

TEST_F(Limits, AFileThatMayNotGrowIsAnErrorOfItsWrite) {
  const Outcome outcome = shell("ulimit -f 4; eval \"$T --out run\"");
  EXPECT_EQ(outcome.exit_code, 74) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("File too large"));
  EXPECT_THAT(temporary_files(), IsEmpty());
}

TEST_F(Limits, ASmallStackIsRaisedOrRefused) {
  EXPECT_EQ(shell("ulimit -Ss 64; eval \"$T --out run\"").exit_code, 0);
  const Outcome outcome = shell("ulimit -s 64; eval \"$T --out other\"");
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("the limit on the stack (ulimit -s) is 64 KB"));
}

TEST_F(Limits, ALimitOnProcessorTimeSavesAndLeaves) {
  training_ =
      "train TINY --no-baseline --hidden 8 -L 1 -k 2 --batch-size 8 --threads 1 --checkpoint-every 1 --schedule "
      "constant "
      "--early-stop 0 --epochs 100000000";
  const Outcome outcome = shell("ulimit -t 3; eval \"$T --out run\" >/dev/null");
  EXPECT_EQ(outcome.exit_code, 143) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("saved. Go on with: gnnir train --resume run"));
}

TEST_F(Limits, WhatCannotBeSaidEndsNothing) {
  for (const char* where : {"2>/dev/full", "2>&-"}) {
    const std::string run = std::string("run") + (where[1] == '>' && where[2] == '&' ? "_closed" : "_full");
    // A single class is worth a warning, which has nowhere to go.
    const Outcome outcome =
        shell("sed -i 's/.*/1/' TINY/TINY_graph_labels.txt; eval \"$T --out " + run + "\" " + where);
    EXPECT_EQ(outcome.exit_code, 0) << where;
    EXPECT_TRUE(is_there(run + "/result.json")) << where;
  }
}

TEST_F(Limits, AResultThatCouldNotBePrintedIsExit74AndTheRunIsComplete) {
  int number = 0;
  for (const char* where : {"--json >/dev/full", ">/dev/full", ">&-", ">&- 2>&-", "| true; exit ${PIPESTATUS[0]}"}) {
    const std::string run = "run" + std::to_string(number++);
    const Outcome outcome = shell("eval \"$T --out " + run + "\" " + where);
    EXPECT_EQ(outcome.exit_code, 74) << where;
    EXPECT_TRUE(is_there(run + "/result.json")) << where;
    EXPECT_THAT(read_file(folder_.path() / run / "log.txt"), ::testing::Not(HasSubstr("GNN-IR"))) << where;
  }
}

TEST_F(Limits, WhatIsWrittenKeepsToTheMask) {
  ASSERT_EQ(shell("umask 077; eval \"$T --out run\"").exit_code, 0);
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path() / "run")) {
    struct stat about {};
    ASSERT_EQ(stat(entry.path().c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 077, 0U) << entry.path();
  }
  struct stat about {};
  ASSERT_EQ(stat((folder_.path() / "run").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0700U);
  ASSERT_EQ(shell("umask 002; eval \"$T --out shared\"").exit_code, 0);
  ASSERT_EQ(stat((folder_.path() / "shared/best.safetensors").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0664U);
}

TEST_F(Limits, AClosedTerminalSavesAndAnInheritedIgnoredSignalStaysIgnored) {
  training_ =
      "train TINY --no-baseline --hidden 8 -L 1 -k 2 --batch-size 8 --threads 1 --checkpoint-every 1 --schedule "
      "constant "
      "--early-stop 0 --epochs 100000000";
  const std::string until_saved =
      "for i in $(seq 1500); do [ -f run/checkpoint.safetensors ] && break; sleep 0.02; done; ";
  const Outcome hung_up = shell("env --default-signal $G " + training_ + " --out run >/dev/null & P=$!; " +
                                until_saved + "kill -HUP $P; wait $P");
  EXPECT_EQ(hung_up.exit_code, 129) << hung_up.err;
  EXPECT_THAT(hung_up.err, HasSubstr("saved. Go on with: gnnir train --resume run"));
  // A run folder from elsewhere may have a link in it.
  const Outcome linked =
      shell("echo precious > victim; rm run/metrics.csv; ln -s ../victim run/metrics.csv; $G train --resume run");
  EXPECT_EQ(linked.exit_code, 65);
  EXPECT_THAT(linked.err, HasSubstr("run/metrics.csv: expected a file of the run, found a link"));
  EXPECT_EQ(read_file(folder_.path() / "victim"), "precious\n");
  const Outcome ignored = shell("rm -r run; trap '' INT HUP; $G " + training_ + " --out run >/dev/null & P=$!; " +
                                until_saved + "kill -INT $P; kill -HUP $P; sleep 0.3; kill -TERM $P; wait $P");
  EXPECT_EQ(ignored.exit_code, 143) << ignored.err;
}

TEST_F(Limits, ALongStepIsDroppedWhenASignalComes) {
  // One step takes minutes: sequences of three nodes of graphs of 60.
  std::string graphs;
  for (int g = 0; g < 20; ++g) {
    graphs += "{\"num_nodes\": 60, \"edges\": [[0, 1]";
    for (int v = 1; v < 60; ++v) {
      graphs += ", [" + std::to_string(v) + ", " + std::to_string((v + 1 + g % 2) % 60) + "]";
    }
    graphs += "], \"class\": " + std::to_string(g % 2) + "}\n";
  }
  folder_.write("large.jsonl", graphs);
  const std::string large =
      "train large.jsonl --no-baseline --hidden 32 -L 3 -k 10 --merge tree --max-branches 4000 --batch-size 20";
  for (const char* engine : {"fused", "reference"}) {
    const std::string run = engine;
    const Outcome outcome =
        shell("env --default-signal $G " + large + " --engine " + engine + " --out " + run +
              " >/dev/null & P=$!; for i in $(seq 1500); do [ -f " + run +
              "/log.txt ] && break; sleep 0.02; done; sleep 1; date +%s.%N; kill -TERM $P; wait $P; "
              "C=$?; date +%s.%N; exit $C");
    EXPECT_EQ(outcome.exit_code, 143) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("saved. Go on with")) << engine;
    EXPECT_TRUE(is_there(run + "/checkpoint.safetensors"));
    double before = 0;
    double after = 0;
    std::istringstream(outcome.out) >> before >> after;
    EXPECT_LT(after - before, 5) << engine;
  }
}

TEST_F(Limits, DevicesAndEndlessFilesAreNotRead) {
  for (const char* command : {"train TINY --config /dev/zero", "data inspect /dev/zero", "predict /dev/zero TINY"}) {
    const Outcome outcome = shell(std::string("ulimit -v 4000000; timeout -s KILL 20 $G ") + command);
    EXPECT_EQ(outcome.exit_code, 65) << command << ": " << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("/dev/zero: expected a file, found a device")) << command;
  }
  const Outcome sparse = shell("truncate -s 100G large.jsonl; timeout -s KILL 20 $G data inspect large.jsonl");
  EXPECT_EQ(sparse.exit_code, 65) << sparse.err;
  EXPECT_THAT(sparse.err, AllOf(HasSubstr("large.jsonl: larger than"), HasSubstr("the most that is read here")));
}

TEST_F(Limits, NamesCannotCommandTheTerminal) {
  const Outcome outcome =
      shell("printf 'x' > \"$(printf 'a\\033[2Jb.jsonl')\"; $G data inspect \"$(printf 'a\\033[2Jb.jsonl')\"");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("a\\x1b[2Jb.jsonl"), ::testing::Not(HasSubstr("\033"))));
}

/// What no training graph was like is said beside the prediction, in CSV and in JSON, and counted in a warning.
TEST_F(Limits, WhatIsUnlikeAllTrainingGraphsIsSaid) {
  std::string train;
  for (int i = 0; i < 24; ++i) {
    train += fmt::format(
        R"({{"num_nodes":3,"edges":[[0,1],[1,2]],"node_attributes":[[{}],[1],[-1]],"node_labels":[1,2,1],"class":{}}})"
        "\n",
        i % 5, i % 2);
  }
  folder_.write("train.jsonl", train);
  folder_.write("ask.jsonl",
                R"({"num_nodes":3,"edges":[[0,1],[1,2]],"node_attributes":[[0],[1],[-1]],"node_labels":[1,2,1]})"
                "\n"
                R"({"num_nodes":3,"edges":[[0,1],[1,2]],"node_attributes":[[0],[1000],[-1]],"node_labels":[1,7,1]})"
                "\n" +
                    star_line(400));
  const Outcome outcome = shell(
      "$G train train.jsonl --hidden 8 -L 1 -k 2 --epochs 2 --threads 1 --out run >/dev/null && $G predict run "
      "ask.jsonl");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  std::vector<std::string> rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(line);
  ASSERT_EQ(rows.size(), 4u) << outcome.out;
  EXPECT_THAT(rows[0], EndsWith(",unusual"));
  EXPECT_THAT(rows[1], EndsWith(","));
  EXPECT_THAT(rows[2], AllOf(HasSubstr("attribute 0 of a node"), HasSubstr("deviations from the mean (at most"),
                             HasSubstr("1 of 3 nodes with a label that training did not have")));
  EXPECT_THAT(rows[3], AllOf(HasSubstr("401 nodes (at most 3 in training)"),
                             HasSubstr("a node of degree 400 (at most 2 in training)")));
  EXPECT_THAT(outcome.err, HasSubstr("2 of 3 graphs are unlike what the model was trained on"));

  const Outcome as_json = shell("$G predict run ask.jsonl --json --out p.jsonl");
  ASSERT_EQ(as_json.exit_code, 0) << as_json.err;
  std::istringstream objects(read_file(folder_.path() / "p.jsonl"));
  std::vector<Json> found;
  for (std::string line; std::getline(objects, line);) found.push_back(Json::parse(line));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0]["unusual"], Json::array());
  EXPECT_EQ(found[2]["unusual"][0], "401 nodes (at most 3 in training)");
  EXPECT_EQ(found[2]["line"], 3);
  EXPECT_NEAR(found[0]["probabilities"]["0"].get<double>() + found[0]["probabilities"]["1"].get<double>(), 1, 1e-6);
}

/// Files of before the range was kept: the number of all training nodes is known, and the degrees.
TEST_F(Limits, OldModelFilesSayWhatTheyCan) {
  const std::string golden = std::string(GNNIR_SOURCE_DIR) + "/tests/golden/classes";
  const Outcome outcome = shell("$G predict '" + golden + ".safetensors' '" + golden + "'");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, Not(HasSubstr("unlike")));
}

TEST_F(Limits, ALongWordIsAWrongWord) {
  const Outcome outcome = shell("$G train TINY --threads $(head -c 120000 /dev/zero | tr '\\0' x)");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--threads: expected a whole number, found xxx"));
  EXPECT_LT(outcome.err.size(), 10000u);
}

}  // namespace
}  // namespace gnnir
