#include "gnnir/report/table_results.h"

#include <gmock/gmock.h>

#include "gnnir/report/stored_results.h"
#include "gnnir/report/table_text.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;

PaperTable small_table() {
  return parse_paper_table(R"(
title = "CSL in %"
note = "Two lines."
[[columns]]
key = "csl"
title = "CSL"
dataset = "CSL"
verb = "cv"
scores = [
  { key = "mean", score = "accuracy" },
  { key = "max", score = "accuracy", statistic = "max" },
  { key = "ratio", score = "seconds_per_epoch", ratio_to = "GIN", decimals = 1 },
]
[[rows]]
name = "GIN"
csl = { config = "gin.toml", paper = { mean = 10, max = 10, ratio = 1 } }
[[rows]]
name = "RP-GIN"
csl = { paper = { mean = [37.6, 12.9] } }
[[rows]]
name = "GNN-IR"
csl = { config = "ir.toml", paper = { mean = [0.137, 0.01], max = "OOM" } }
)",
                           "T2", "t.toml");
}

/// What summarize_run says of a run with these test accuracies.
Json run_of(int seed, const std::vector<double>& accuracies, double seconds_per_epoch = 1) {
  return {{"seed", seed},
          {"status", "done"},
          {"settings", "abc"},
          {"epochs", std::vector<int>(accuracies.size(), 9)},
          {"best_epochs", std::vector<int>(accuracies.size(), 7)},
          {"seconds", 12.0},
          {"seconds_per_epoch", seconds_per_epoch},
          {"parameters", 1234},
          {"scores", {{"test", {{"accuracy", accuracies}}}, {"validation", {{"accuracy", accuracies}}}}},
          {"gnnir", "0.1"},
          {"commit", "c0ffee"},
          {"machine", {{"processor", "Abacus"}, {"cores", 2}, {"threads", 1}, {"libtorch", "1"}}}};
}

const Json& cell_of(const Json& results, const std::string& row) {
  for (const Json& candidate : results.at("rows")) {
    if (candidate.at("name") == row) return candidate.at("cells").at(0);
  }
  throw std::runtime_error("no row " + row);
}

TEST(TableResults, PoolFoldsAndSeedsInThePapersUnits) {
  const Json results = table_results(small_table(), {{"T2/ir", {{run_of(0, {0.5, 1.0}), run_of(1, {0.75})}, ""}}}, {});
  const Json& cell = cell_of(results, "GNN-IR");
  EXPECT_EQ(cell["status"], "done");
  EXPECT_DOUBLE_EQ(cell["ours"]["mean"]["value"], 75);
  EXPECT_DOUBLE_EQ(cell["ours"]["mean"]["std"], 25);  // of 50, 100 and 75
  EXPECT_DOUBLE_EQ(cell["ours"]["max"]["value"], 100);
  EXPECT_EQ(cell["seconds"], 24.0);
  EXPECT_EQ(cell["command"], "gnnir reproduce T2 --rows ir");
  EXPECT_EQ(cell_of(results, "GIN")["status"], "not run");
  EXPECT_FALSE(cell_of(results, "RP-GIN").contains("run"));
}

TEST(TableResults, RatiosNeedTheRowTheyReferTo) {
  const Json alone = table_results(small_table(), {{"T2/ir", {{run_of(0, {1}, 6)}, ""}}}, {});
  EXPECT_FALSE(cell_of(alone, "GNN-IR")["ours"].contains("ratio"));
  const Json both =
      table_results(small_table(), {{"T2/ir", {{run_of(0, {1}, 6)}, ""}}, {"T2/gin", {{run_of(0, {1}, 4)}, ""}}}, {});
  EXPECT_DOUBLE_EQ(cell_of(both, "GNN-IR")["ours"]["ratio"]["value"], 1.5);
  EXPECT_DOUBLE_EQ(cell_of(both, "GIN")["ours"]["ratio"]["value"], 1);
}

TEST(TableResults, RatiosAreOfTheSameMachineAndNumberOfThreads) {
  for (const auto& [key, value] : {std::pair<const char*, Json>{"threads", 2}, {"processor", "Other"}, {"cores", 4}}) {
    Json other = run_of(0, {1}, 6);
    other["machine"][key] = value;
    const Json results =
        table_results(small_table(), {{"T2/ir", {{other}, ""}}, {"T2/gin", {{run_of(0, {1}, 4)}, ""}}}, {});
    EXPECT_FALSE(cell_of(results, "GNN-IR")["ours"].contains("ratio")) << key;
    EXPECT_DOUBLE_EQ(cell_of(results, "GIN")["ours"]["ratio"]["value"], 1);
  }
}

TEST(TableResults, ASeedThatIsNotDoneDoesNotCountBesideOneThatIs) {
  Json begun = run_of(1, {0});
  begun["status"] = "partial";
  begun["progress"] = "epoch 3 of 9";
  const Json alone = table_results(small_table(), {{"T2/ir", {{begun}, ""}}}, {});
  EXPECT_EQ(status_text(cell_of(alone, "GNN-IR")), "partial: epoch 3 of 9");
  EXPECT_EQ(cell_of(alone, "GNN-IR")["ours"]["mean"]["value"], 0.0);
  const Json both = table_results(small_table(), {{"T2/ir", {{run_of(0, {1}), begun}, ""}}}, {});
  EXPECT_EQ(status_text(cell_of(both, "GNN-IR")), "partial: seed 1: epoch 3 of 9 (2 seeds)");
  EXPECT_EQ(cell_of(both, "GNN-IR")["ours"]["mean"]["value"], 100.0);
}

TEST(TableResults, KeepWhatOtherMachinesHaveRun) {
  const PaperTable table = small_table();
  const Json elsewhere = table_results(table, {{"T2/ir", {{run_of(0, {0.5}), run_of(1, {0.5})}, ""}}}, {});
  EXPECT_EQ(table_results(table, {}, elsewhere), elsewhere);
  EXPECT_EQ(cell_of(table_results(table, {{"T2/ir", {{}, "no data"}}}, elsewhere), "GNN-IR"),
            cell_of(elsewhere, "GNN-IR"));
  const Json more = table_results(table, {{"T2/ir", {{run_of(1, {1}), run_of(2, {1})}, ""}}}, elsewhere);
  ASSERT_EQ(cell_of(more, "GNN-IR")["runs"].size(), 3U);
  EXPECT_EQ(cell_of(more, "GNN-IR")["runs"][1]["scores"]["test"]["accuracy"][0], 1.0);
  Json begun = run_of(0, {0});
  begun["status"] = "partial";
  EXPECT_EQ(cell_of(table_results(table, {{"T2/ir", {{begun}, ""}}}, elsewhere), "GNN-IR")["status"], "done");
}

TEST(TableResults, SeedsOfOtherSettingsMakeWayForNewOnes) {
  const PaperTable table = small_table();
  const Json before = table_results(table, {{"T2/ir", {{run_of(0, {0.5}), run_of(1, {0.5})}, ""}}}, {});
  Json changed = run_of(0, {1});
  changed["settings"] = "def";
  const Json after = table_results(table, {{"T2/ir", {{changed}, ""}}}, before);
  EXPECT_EQ(cell_of(after, "GNN-IR")["runs"].size(), 1U);
}

TEST(TableResults, OfOtherSettingsAreMarkedAndNotCountedAsDone) {
  const PaperTable table = small_table();
  const Json stored = table_results(
      table, {{"T2/ir", {{run_of(0, {0.5}, 6)}, "", "abc"}}, {"T2/gin", {{run_of(0, {0.1}, 4)}, "", "abc"}}}, {});
  const Json now = table_results(table, {{"T2/ir", {{}, "", "def"}}, {"T2/gin", {{}, "", "abc"}}}, stored);
  EXPECT_EQ(cell_of(now, "GNN-IR")["status"], "other settings");
  EXPECT_EQ(cell_of(now, "GIN")["status"], "done");
  EXPECT_EQ(count_results(now).other_settings, 1);
  EXPECT_EQ(count_results(now).done, 1);
  const std::string page = to_markdown(now);
  EXPECT_THAT(page, HasSubstr("| 50.00 † | OOM | 50.00 † | – | 1.5 † | other settings |\n"));
  EXPECT_THAT(page, HasSubstr("| GIN | 10 | 10.00 | 10 | 10.00 | 1 | 1.0 | done |\n"));
  EXPECT_THAT(page, HasSubstr("\n†: of a run with other settings"));
  EXPECT_THAT(page, HasSubstr("| T2/ir † | 0 |"));
  EXPECT_THAT(to_markdown(stored), Not(HasSubstr("†")));
}

TEST(TableResults, ARatioIsNotTakenToARowOfOtherSettings) {
  const PaperTable table = small_table();
  const Json now = table_results(table, {{"T2/ir", {{run_of(0, {0.5}, 6)}, "", "abc"}}, {"T2/gin", {{}, "", "def"}}},
                                 table_results(table, {{"T2/gin", {{run_of(0, {0.1}, 4)}, "", "abc"}}}, {}));
  EXPECT_EQ(cell_of(now, "GIN")["status"], "other settings");
  EXPECT_FALSE(cell_of(now, "GNN-IR")["ours"].contains("ratio"));
}

TEST(TableResults, OneStoredSeedOfTodaysSettingsReplacesAllOfOthers) {
  const PaperTable table = small_table();
  Json changed = run_of(1, {1});
  changed["settings"] = "def";
  Json stored = table_results(table, {{"T2/ir", {{run_of(0, {0.5})}, ""}}}, {});
  stored["rows"][2]["cells"][0]["runs"].push_back(changed);
  const Json now = table_results(table, {{"T2/ir", {{}, "", "def"}}}, stored);
  EXPECT_EQ(status_text(cell_of(now, "GNN-IR")), "done");
  EXPECT_EQ(cell_of(now, "GNN-IR")["ours"]["mean"]["value"], 100.0);
}

TEST(TableResults, SayOnWhichMachinesTheyWereMade) {
  Json elsewhere = run_of(1, {1});
  elsewhere["machine"] = {{"processor", "Antikythera"}, {"cores", 37}};
  const Json results = table_results(small_table(), {{"T2/ir", {{run_of(0, {1}), elsewhere}, ""}}}, {});
  EXPECT_EQ(machines_text(cell_of(results, "GNN-IR")), "Abacus, cores: 2; Antikythera, cores: 37");
  EXPECT_EQ(machines_text(cell_of(results, "GIN")), "");
}

TEST(TableResults, AReasonForSkippingStaysUntilThereIsARunOrAnotherReason) {
  const PaperTable table = small_table();
  const Json skipped = table_results(table, {{"T2/ir", {{}, "no CSL.zip in data"}}}, {});
  EXPECT_EQ(status_text(cell_of(table_results(table, {}, skipped), "GNN-IR")), "skipped: no CSL.zip in data");
  const ResultCounts counts = count_results(skipped);
  EXPECT_EQ(counts.skipped, 1);
  EXPECT_EQ(counts.not_run, 2);
  const Json run = table_results(table, {{"T2/ir", {{run_of(0, {1})}, ""}}}, skipped);
  EXPECT_EQ(status_text(cell_of(run, "GNN-IR")), "done");
  EXPECT_EQ(count_results(run).done, 1);
  EXPECT_EQ(count_results(run).seconds, 12);
}

TEST(TableResults, AFileThatIsNoTableIsRefusedWithItsName) {
  const testing::TempFolder folder;
  EXPECT_TRUE(read_results(folder.path(), small_table()).is_null());
  for (const char* content : {"{}", "[]", "3", R"({"rows": 3})",
                              R"({"rows": [{"cells": [{"column": "csl", "run": "T2/ir", "runs": [1]}]}]})", "{"}) {
    folder.write("T2.json", content);
    const Error error = error_of([&] { read_results(folder.path(), small_table()); });
    EXPECT_EQ(error.kind(), ErrorKind::data) << content;
    EXPECT_THAT(error.what(), HasSubstr("T2.json")) << content;
  }
}

TEST(Markdown, PutsThePapersNumberBesideOurs) {
  const std::string page = to_markdown(
      table_results(small_table(), {{"T2/ir", {{run_of(0, {0.5, 1.0}, 6)}, ""}}, {"T2/gin", {{}, "no | data"}}}, {}));
  EXPECT_THAT(page, HasSubstr("# T2. CSL in %\n\nTwo lines.\n"));
  EXPECT_THAT(page,
              HasSubstr("| model | mean, paper | mean, gnnir | max, paper | max, gnnir | ratio, paper | ratio, gnnir "
                        "| status |\n|---|---|---|---|---|---|---|---|\n"));
  EXPECT_THAT(page, HasSubstr("| GIN | 10 | – | 10 | – | 1 | – | skipped: no \\| data |\n"));
  EXPECT_THAT(page, HasSubstr("| RP-GIN | 37.6 ± 12.9 | – | – | – | – | – | not run |\n"));
  EXPECT_THAT(page, HasSubstr("| GNN-IR | 0.137 ± 0.010 | 75.00 ± 35.36 | OOM | 100.00 | – | – | done |\n"));
  EXPECT_THAT(page, HasSubstr("| T2/ir | 0 | 9 | 7 | 75.00 | 6 | 12 s | 1234 | `gnnir reproduce T2 --rows ir` |\n"));
  EXPECT_THAT(page, HasSubstr("- Abacus, cores: 2, threads: 1, libtorch 1, gnnir 0.1 (commit c0ffee): T2/ir\n"));
}

TEST(Markdown, OfManyNumbersIsATablePerColumn) {
  PaperTable table = small_table();
  table.columns.push_back(table.columns[0]);
  table.columns[1].key = "other";
  table.columns[1].title = "Other";
  EXPECT_THAT(to_markdown(table_results(table, {}, {})), HasSubstr("| model | CSL mean, paper |"));  // six numbers
  table.columns[1].scores.push_back(table.columns[1].scores[0]);
  const std::string page = to_markdown(table_results(table, {}, {}));
  EXPECT_THAT(page, HasSubstr("## CSL\n"));
  EXPECT_THAT(page, HasSubstr("## Other\n"));
  EXPECT_THAT(page, Not(HasSubstr("## Runs")));
}

}  // namespace
}  // namespace gnnir
