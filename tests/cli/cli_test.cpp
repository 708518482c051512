#include <gmock/gmock.h>

#include <fstream>

#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "support/program.h"
#include "support/real_data.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Outcome;
using testing::TempFolder;

class CommandLine : public ::testing::Test {
 protected:
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }

  /// A small TU folder DATA/TINY with two classes.
  void write_tiny() {
    Dataset dataset = generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 12});
    dataset.name = "TINY";
    write_tu(dataset, folder_.path() / "TINY");
  }

  static constexpr const char* with_baseline = " --epochs 2 --hidden 8 --batch-size 8 ";
  static constexpr const char* quick = " --epochs 2 --hidden 8 --batch-size 8 --no-baseline ";
  TempFolder folder_;
};

TEST_F(CommandLine, HelpListsCommandsAndExamples) {
  const Outcome help = run("--help");
  EXPECT_EQ(help.exit_code, 0);
  for (const char* word :
       {"train", "cv", "eval", "predict", "embed", "data", "bench", "reproduce", "audit", "distinguish", "checks"})
    EXPECT_THAT(help.out, HasSubstr(word));
  for (const char* command :
       {"train", "cv", "eval", "predict", "embed", "data generate", "data inspect", "bench train", "bench predict",
        "bench scaling", "bench refinement", "reproduce", "audit", "distinguish"}) {
    const Outcome own = run(std::string(command) + " --help");
    EXPECT_EQ(own.exit_code, 0) << command;
    EXPECT_THAT(own.out, HasSubstr("Example")) << command;
  }
}

TEST_F(CommandLine, WithoutACommandShowsHelpAndExitsWith2) {
  const Outcome outcome = run("");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.out, HasSubstr("train"));
}

TEST_F(CommandLine, MistypedNamesGetTheNearestOneAndExit2) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"trian CSL", "'train'"},
      {"train CSL --epoch 3", "'--epochs'"},
      {"cv CSL --mrege max", "'--merge'"},
      {"cv CSL --merge maxx", "'max'"},
      {"train CLS", "'CSL'"},
      {"data insepct CSL", "'inspect'"},
      {"data generate TRIANGELS --out x", "'TRIANGLES'"}};
  for (const auto& [arguments, expected] : mistakes) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("Did you mean " + expected)) << arguments;
  }
}

TEST_F(CommandLine, WrongValuesSayWhatWasExpected) {
  EXPECT_THAT(run("train CSL --width 0").err, HasSubstr("--width: expected at least 1, found 0"));
  EXPECT_THAT(run("train CSL --lr fast").err, HasSubstr("--lr: expected a number, found 'fast'"));
  EXPECT_THAT(run("train CSL --threads -2").err, HasSubstr("--threads"));
  EXPECT_EQ(run("train CSL --threads -2").exit_code, 2);
  EXPECT_EQ(run("train").exit_code, 2);
  EXPECT_EQ(run("predict only-a-model").exit_code, 2);
}

TEST_F(CommandLine, PrintConfigWritesTomlThatReadsBackToTheSame) {
  const Outcome first = run("train CSL -L 3 --lr 0.01 --print-config");
  ASSERT_EQ(first.exit_code, 0);
  EXPECT_THAT(first.out, HasSubstr("ir_layers = 3"));
  EXPECT_THAT(first.out, HasSubstr("lr = 0.01"));
  EXPECT_THAT(first.out, HasSubstr("batch_size = 16"));  // CSL's protocol
  folder_.write("c.toml", first.out);
  EXPECT_EQ(run("train --config c.toml --print-config").out, first.out);
  folder_.write("bad.toml", "[train]\nepoch = 3\n");
  const Outcome bad = run("train CSL --config bad.toml");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, HasSubstr("bad.toml:2: unknown key 'train.epoch'. Did you mean 'train.epochs'?"));
}

TEST_F(CommandLine, TrainWritesARunFolderAndNeverOverwritesIt) {
  write_tiny();
  const Outcome trained = run(std::string("train TINY --out run") + quick);
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_THAT(trained.out, HasSubstr("run folder run"));
  for (const char* file : {"config.toml", "metrics.csv", "splits.json", "env.json", "best.safetensors",
                           "last.safetensors", "log.txt", "result.json"}) {
    EXPECT_TRUE(fs::exists(folder_.path() / "run" / file)) << file;
  }
  const std::string metrics = read_file(folder_.path() / "run" / "metrics.csv");
  EXPECT_EQ(std::count(metrics.begin(), metrics.end(), '\n'), 3);
  const Outcome again = run(std::string("train TINY --out run") + quick);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("never overwritten"));
  EXPECT_EQ(read_file(folder_.path() / "run" / "metrics.csv"), metrics);
}

TEST_F(CommandLine, RunsAreRepeatedFromTheirOwnConfig) {
  write_tiny();
  ASSERT_EQ(run(std::string("train TINY --out a") + quick).exit_code, 0);
  ASSERT_EQ(run("train --config a/config.toml --out b --threads 1 --no-baseline").exit_code, 0);
  EXPECT_EQ(read_file(folder_.path() / "a" / "best.safetensors"), read_file(folder_.path() / "b" / "best.safetensors"));
}

TEST_F(CommandLine, CvPrintsOneJsonObjectPerLineWithTheResultLast) {
  write_tiny();
  const Outcome outcome = run(std::string("cv TINY --folds 3 --json --out run") + with_baseline);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const std::string_view line : split_text(trimmed(outcome.out), '\n')) {
    EXPECT_TRUE(parse_json(line, "line").contains("event")) << line;
  }
  const Json result = outcome.last_json();
  EXPECT_EQ(result["event"], "result");
  EXPECT_EQ(result["dataset"], "TINY");
  EXPECT_GT(result["parameters"], 0);
  EXPECT_EQ(result["test"]["accuracy"]["folds"].size(), 3U);
  for (const char* key : {"mean", "std", "median", "min", "max"})
    EXPECT_TRUE(result["validation"]["accuracy"].contains(key));
  EXPECT_TRUE(result["baseline"]["test"].contains("accuracy"));
  EXPECT_TRUE(fs::exists(folder_.path() / "run" / "baseline" / "result.json"));
}

TEST_F(CommandLine, ABaselineIsComparedWithTheModelThatWasTrained) {
  write_tiny();
  const Outcome pooling = run(std::string("train TINY --architecture top-k-pooling") + with_baseline);
  ASSERT_EQ(pooling.exit_code, 0) << pooling.err;
  EXPECT_THAT(pooling.out, HasSubstr("plain GNN (L=0) on TINY"));
  EXPECT_THAT(pooling.out, HasSubstr("\ntop-k-pooling "));
  EXPECT_THAT(run(std::string("train TINY --baseline") + with_baseline + " -L 0").err,
              HasSubstr("the model is the baseline"));
}

TEST_F(CommandLine, TheEngineThatIsNamedIsTheOneThatRuns) {
  write_tiny();
  EXPECT_THAT(run(std::string("train TINY --conv gat") + quick).out,
              HasSubstr("engine fused but for GNN (no kernels for conv = gat, norm = none), individualize"));
}

TEST_F(CommandLine, PredictEvalAndEmbedUseATrainedModel) {
  write_tiny();
  ASSERT_EQ(run(std::string("train TINY -L 2 -k 4 --out run") + quick).exit_code, 0);
  const Outcome predicted = run("predict run TINY --out p.csv");
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  const std::string csv = read_file(folder_.path() / "p.csv");
  EXPECT_TRUE(csv.starts_with("graph,prediction,p_0,p_1,unusual\n0,")) << csv.substr(0, 60);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 25);
  EXPECT_EQ(run("predict run/best.safetensors TINY --threads 1").out, csv);

  const Outcome other_engine = run("predict run TINY --engine reference");
  EXPECT_EQ(other_engine.exit_code, 0) << other_engine.err;
  EXPECT_EQ(std::count(other_engine.out.begin(), other_engine.out.end(), '\n'), 25);
  EXPECT_THAT(run("predict run TINY --engine fusde").err, HasSubstr("'fused'"));
  EXPECT_THAT(run("eval run TINY --part tset").err, HasSubstr("'test'"));

  const Outcome evaluated = run("eval run TINY --part test --json");
  const Json result = parse_json(read_file(folder_.path() / "run" / "result.json"), "result");
  EXPECT_EQ(evaluated.last_json()["scores"]["accuracy"], result["test"]["accuracy"]["mean"]);

  ASSERT_EQ(run("embed run TINY --nodes --out n.npy").exit_code, 0);
  const std::string npy = read_file(folder_.path() / "n.npy");
  EXPECT_TRUE(npy.starts_with("\x93NUMPY"));
  EXPECT_THAT(npy.substr(0, 128), HasSubstr("(216, 24)"));  // 24 graphs of 9 nodes; (L + 1)·8 channels
  EXPECT_EQ(npy.size() % 64, (216 * 24 * 4) % 64);
  EXPECT_THAT(run("embed run TINY").out, HasSubstr("graph,e0,e1"));
  EXPECT_EQ(run("embed run TINY --out n.txt").exit_code, 2);
}

TEST_F(CommandLine, PredictNeedsNoLabels) {
  write_tiny();
  ASSERT_EQ(run(std::string("train TINY --out run") + quick).exit_code, 0);
  const std::string with_labels = run("predict run TINY").out;
  fs::remove(folder_.path() / "TINY" / "TINY_graph_labels.txt");
  EXPECT_EQ(run("predict run TINY").out, with_labels);
  std::string other_classes;
  for (int i = 0; i < 24; ++i) other_classes += "77\n";
  folder_.write("TINY/TINY_graph_labels.txt", other_classes);
  EXPECT_EQ(run("predict run TINY").out, with_labels);
  EXPECT_EQ(run("eval run TINY").exit_code, 65);
  fs::remove(folder_.path() / "TINY" / "TINY_graph_labels.txt");
  EXPECT_EQ(run("eval run TINY").exit_code, 65);
}

TEST_F(CommandLine, FailedWritesExitWith74) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  write_tiny();
  ASSERT_EQ(run(std::string("train TINY --out run") + quick).exit_code, 0);
  for (const char* command : {"data list", "train CSL --print-config", "predict run TINY", "embed run TINY"}) {
    const std::string line =
        "cd '" + folder_.path().string() + "' && '" GNNIR_PROGRAM "' " + command + " >/dev/full 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 74) << command;
  }
  EXPECT_EQ(run("predict run TINY --out missing-folder/p.csv").exit_code, 74);
  EXPECT_THAT(run("predict run TINY --out missing-folder/p.csv").err, HasSubstr("there is no folder missing-folder"));
}

TEST_F(CommandLine, WhatIsReadIsNotWrittenOver) {
  write_tiny();
  ASSERT_EQ(run(std::string("train TINY --out run") + with_baseline).exit_code, 0);
  ASSERT_EQ(run("data convert TINY tiny.jsonl").exit_code, 0);
  const std::string model = read_file(folder_.path() / "run/best.safetensors");
  const std::string data = read_file(folder_.path() / "tiny.jsonl");
  for (const char* command :
       {"predict run tiny.jsonl --out tiny.jsonl", "predict run TINY --out ./TINY/TINY_A.txt",
        "predict run TINY --out run/best.safetensors", "predict run/best.safetensors TINY --out run/best.safetensors",
        "embed run tiny.jsonl --out run/metrics.csv", "predict run TINY --out run/baseline/best.safetensors",
        "audit run TINY --details run/metrics.csv", "audit run tiny.jsonl --picture tiny.jsonl"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, 2) << command;
    EXPECT_THAT(outcome.err, AnyOf(HasSubstr("is what is read"), HasSubstr("in a folder that is read"))) << command;
  }
  EXPECT_EQ(read_file(folder_.path() / "run/best.safetensors"), model);
  EXPECT_EQ(read_file(folder_.path() / "tiny.jsonl"), data);
  EXPECT_THAT(run("predict run TINY --out TINY").err, HasSubstr("--out: TINY is a folder; name a file"));
  EXPECT_EQ(run("predict run TINY --out run/predictions.csv").exit_code, 0);
  EXPECT_EQ(run("predict run TINY --out p.csv").exit_code, 0);
  EXPECT_EQ(run("predict run TINY --out p.csv").exit_code, 0);
  EXPECT_THAT(run("predict TINY run").err, HasSubstr("the model comes first, then the data: run TINY"));
}

TEST_F(CommandLine, PredictionSaysWhichLabelsTheModelHasNotSeen) {
  std::string known;
  std::string other;
  for (int i = 0; i < 20; ++i) {
    known += fmt::format(R"({{"node_labels":[6,7,{}],"edges":[[0,1],[1,2]],"class":"{}"}})", 6 + i % 2, i % 2) + "\n";
    other += R"({"node_labels":[6,9,1],"edges":[[0,1]],"class":"0"})"
             "\n";
  }
  folder_.write("known.jsonl", known);
  folder_.write("other.jsonl", other);
  ASSERT_EQ(run(std::string("train known.jsonl --out run") + quick).exit_code, 0);
  EXPECT_THAT(run("predict run known.jsonl").err, IsEmpty());
  EXPECT_THAT(run("predict run other.jsonl").err,
              HasSubstr("warning: 40 of 60 nodes have a label that the model was not trained on (1, 9)"));
}

TEST_F(CommandLine, OptionsOfTheOtherCommandAreRefused) {
  EXPECT_THAT(run("train CSL --folds 5").err, HasSubstr("--folds: only `gnnir cv` makes folds"));
  EXPECT_THAT(run("train CSL --inner-validation fraction").err, HasSubstr("--inner-validation: only"));
  EXPECT_THAT(run("cv CSL --fold 2").err, HasSubstr("--fold: `gnnir cv` trains on all folds"));
  EXPECT_THAT(run("cv CSL --train-fraction 0.5").err, HasSubstr("--train-fraction: `gnnir cv`"));
}

TEST_F(CommandLine, MistakesAreToldInWordsWithTheHelpOfTheCommand) {
  const auto message = [&](const std::string& arguments) { return run(arguments).err; };
  EXPECT_EQ(message("data generate CSL"), "gnnir: --out is required. See `gnnir data generate --help`.\n");
  EXPECT_EQ(message("train CSL --epochs 1 --epochs 2"),
            "gnnir: --epochs: expected once, found 2 times. See `gnnir train --help`.\n");
  EXPECT_EQ(message("reproduce A1 --budget -1"), "gnnir: --budget: expected a number from 0 to 10000000, found -1\n");
  EXPECT_THAT(message("audit a b c"), HasSubstr("expected at most 2, found 3. See `gnnir audit --help`"));
  EXPECT_THAT(message("train CSL --learning-rate 1"), HasSubstr("Did you mean --lr?"));
  EXPECT_THAT(message("help"), HasSubstr("Did you mean gnnir --help?"));
}

TEST_F(CommandLine, AKnownDataSetIsSaidToBringItsSettings) {
  write_tiny();
  fs::rename(folder_.path() / "TINY", folder_.path() / "MUTAG");
  EXPECT_THAT(run(std::string("train MUTAG") + quick).out, HasSubstr("settings of the published protocol of MUTAG"));
  EXPECT_THAT(run("train MUTAG --json" + std::string(quick)).out, Not(HasSubstr("published protocol")));
}

TEST_F(CommandLine, DivergenceIsReportedWithWhatToTry) {
  write_tiny();
  const Outcome outcome = run("train TINY --out run --hidden 8 --epochs 30 --lr 1e15 --no-baseline");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, HasSubstr("Try a smaller --lr"));
}

TEST_F(CommandLine, AFoldNeedsASplitFileAndACvRunIsAskedAsOneOrByFold) {
  write_tiny();
  EXPECT_THAT(run("train TINY --fold 7 --out r").err, HasSubstr("--split-file"));
  ASSERT_EQ(run(std::string("cv TINY --folds 2 --out cv") + quick).exit_code, 0);
  EXPECT_THAT(run("predict cv TINY").out, HasSubstr(",std,"));
  EXPECT_THAT(run("predict cv/fold_1 TINY").out, Not(HasSubstr(",std,")));
  EXPECT_EQ(run("predict cv/fold_1 TINY").exit_code, 0);
}

TEST_F(CommandLine, BadModelFilesAreRefused) {
  write_tiny();
  EXPECT_EQ(run("predict missing.safetensors TINY").exit_code, 2);
  EXPECT_EQ(run("predict run missing.jsonl").exit_code, 2);
  folder_.write("junk.safetensors", "this is not a model at all");
  const Outcome junk = run("predict junk.safetensors TINY");
  EXPECT_EQ(junk.exit_code, 65);
  EXPECT_THAT(junk.err, HasSubstr("junk.safetensors"));
}

TEST_F(CommandLine, BadDataNamesFileAndLineAndExits65) {
  write_tiny();
  std::ofstream(folder_.path() / "TINY" / "TINY_A.txt", std::ios::app) << "1, 99999\n";
  for (const char* command : {"train TINY --out r", "cv TINY --out r", "data inspect TINY"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, 65) << command;
    EXPECT_THAT(outcome.err, HasSubstr("TINY_A.txt:865: "))
        << command;  // 24 graphs · 9 nodes · 4 edges, and one line more
    EXPECT_FALSE(fs::exists(folder_.path() / "r")) << command;
  }
}

TEST_F(CommandLine, GeneratedDataIsWrittenInspectedAndNotOverwritten) {
  ASSERT_EQ(run("data generate CSL --out CSL --seed 3").exit_code, 0);
  const Json seen = run("data inspect CSL/ --json").last_json();
  EXPECT_EQ(seen["graphs"], 150);
  EXPECT_TRUE(seen["total_nodes"].is_number_integer());
  EXPECT_EQ(seen["total_nodes"], 150 * 41);
  EXPECT_EQ(seen["total_undirected_edges"], 150 * 82);
  EXPECT_EQ(seen["classes"]["9"], 15);
  EXPECT_EQ(run("data generate CSL --out CSL").exit_code, 2);
  const Outcome seeded = run("data generate TRIANGLES --out triangles --seed 3");  // of which there is one kind only
  EXPECT_EQ(seeded.exit_code, 2);
  EXPECT_THAT(seeded.err, HasSubstr("--seed: nothing to draw"));
  EXPECT_FALSE(fs::exists(folder_.path() / "triangles"));
  EXPECT_EQ(run("data generate SR --family lattice --out sr.jsonl").exit_code, 0);
  EXPECT_EQ(run("data inspect sr.jsonl --json").last_json()["graphs"], 2);
  EXPECT_THAT(run("data generate SR --out sr.g6").err, HasSubstr("--leave-out classes"));
  EXPECT_THAT(run("data generate CFI --family cubik --out x").err, HasSubstr("Did you mean 'cubic'"));
  EXPECT_EQ(run("data generate CSL --size 9 --out x").exit_code, 2);
  EXPECT_THAT(run("data inspect CSL/").out, HasSubstr("nodes by degree"));
  EXPECT_THAT(run("data list").out, HasSubstr("TRIANGLES"));
}

TEST_F(CommandLine, BenchMeasuresTrainingAndPrediction) {
  write_tiny();
  const std::string small = " TINY -L 1 -k 2 --hidden 8 --batches 2 --rounds 1 --threads 2";
  for (const char* what : {"train", "predict"}) {
    const Outcome outcome = run(std::string("bench ") + what + small + " --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json result = outcome.last_json();
    for (const char* key : {"roofline_fraction", "speedup_vs_reference", "thread_speedup", "epoch_seconds",
                            "graphs_per_second", "peak_rss_mb"}) {
      ASSERT_TRUE(result[key].is_number()) << what << " " << key;
      EXPECT_GT(result[key].get<double>(), 0) << what << " " << key;
    }
    EXPECT_LE(result["agreement"]["outputs"].get<double>(), 1e-4);
    EXPECT_THAT(run(std::string("bench ") + what + small).out, HasSubstr("roofline_fraction"));
  }
  EXPECT_EQ(run("bench train TINY --rounds 0").exit_code, 2);
  EXPECT_THAT(run(std::string("bench train --architecture top-k-pooling ") + small).err, HasSubstr("does not read it"));
  const std::string pooling = "bench train TINY --architecture top-k-pooling --hidden 8 --batches 2 --rounds 1";
  EXPECT_EQ(run(pooling).exit_code, 0);
  EXPECT_EQ(run("bench train NOWHERE.zip").exit_code, 2);
  for (const char* unread : {"--engine fused", "--epochs 3", "--lr 0.1"}) {
    EXPECT_THAT(run(std::string("bench train TINY ") + unread).err, HasSubstr("unknown option")) << unread;
  }
}

TEST_F(CommandLine, BenchScalingVariesOneThingAtATime) {
  const Outcome outcome = run("bench scaling --hidden 8 --batch-size 4 --rounds 1 --threads 2 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json sweeps = outcome.last_json()["sweeps"];
  EXPECT_EQ(sweeps["threads"].size(), 2U);
  EXPECT_EQ(sweeps["ir_layers"][0]["ir_layers"], 0);
  for (const char* name : {"nodes", "ir_layers", "width"}) EXPECT_GE(sweeps[name].size(), 5U) << name;
}

TEST_F(CommandLine, ChecksKeepTheirPromises) {
  const Outcome outcome = run("checks --json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_EQ(outcome.last_json()["kept"], true);
}

TEST_F(CommandLine, ZipAndFolderGiveTheSameNumbersBitForBit) {
  GNNIR_NEEDS_REAL_DATA("MUTAG.zip");
  const std::string zip = (testing::real_data() / "MUTAG.zip").string();
  const std::string unpack =
      "cd '" + folder_.path().string() + "' && python3 -m zipfile -e '" + zip + "' unpacked 2>/dev/null";
  if (std::system(unpack.c_str()) != 0) GTEST_SKIP() << "no python3 to unpack the archive with";
  const fs::path unpacked = fs::exists(folder_.path() / "unpacked/MUTAG") ? "unpacked/MUTAG" : "unpacked";
  Json from_zip = run("cv '" + zip + "' --epochs 2 --no-baseline --json --out a").last_json();
  Json from_folder = run("cv " + unpacked.string() + " --epochs 2 --no-baseline --json --out b").last_json();
  for (Json* result : {&from_zip, &from_folder}) {
    for (const char* key : {"seconds", "job_seconds", "peak_rss_mb", "memory_estimate_mb", "run"}) result->erase(key);
  }
  EXPECT_EQ(from_zip, from_folder);
  EXPECT_EQ(from_zip["test"]["accuracy"]["folds"].size(), 10U);
}

}  // namespace
}  // namespace gnnir
