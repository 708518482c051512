#include "gnnir/report/paper_table.h"

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/report/reproduction.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

const std::string columns = R"(title = "CSL in %"
[[columns]]
key = "csl"
dataset = "CSL"
graphs = 150
verb = "cv"
scores = [
  { key = "mean", score = "accuracy" },
  { key = "worst", title = "min", score = "accuracy", statistic = "min", decimals = 1 },
  { key = "ratio", score = "seconds_per_epoch", ratio_to = "GIN" },
]
)";
const std::string rows = R"([[rows]]
name = "GIN"
csl = { config = "gin.toml", paper = { mean = [10, 0.5], worst = 9 } }
[[rows]]
name = "RP-GIN"
csl = { paper = { mean = "OOM" } }
[[rows]]
name = "GNN-IR"
csl = { run = "T2/l4_k16" }
)";

PaperTable parse(const std::string& toml) { return parse_paper_table(toml, "T6", "t.toml"); }
std::string mistake(const std::string& toml) {
  const Error error = error_of([&] { parse(toml); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  return error.what();
}

TEST(PaperTable, HasColumnsRowsAndThePapersNumbers) {
  const PaperTable table = parse(columns + rows);
  ASSERT_EQ(table.columns.size(), 1U);
  const TableColumn& csl = table.columns[0];
  EXPECT_EQ(csl.title, "csl");
  EXPECT_EQ(csl.verb, "cv");
  EXPECT_EQ(csl.graphs, 150);
  EXPECT_EQ(csl.scores[0].statistic, Statistic::mean_std);
  EXPECT_EQ(csl.scores[1].title, "min");
  EXPECT_EQ(csl.scores[1].decimals, 1);
  ASSERT_EQ(table.rows.size(), 3U);
  const TableCell& gin = table.rows[0].cells[0];
  EXPECT_EQ(gin.run, "T6/gin");
  EXPECT_EQ(gin.key(), "gin");
  EXPECT_EQ(gin.paper.at("mean").value, 10);
  EXPECT_EQ(gin.paper.at("mean").std, 0.5);
  EXPECT_EQ(gin.paper.at("worst").std, std::nullopt);
  EXPECT_EQ(table.rows[1].cells[0].run, "");
  EXPECT_EQ(table.rows[1].cells[0].paper.at("mean").word, "OOM");
  EXPECT_EQ(table.rows[2].cells[0].run, "T2/l4_k16");
}

TEST(PaperTable, UnknownKeysAreErrorsWithLineAndNearestName) {
  EXPECT_THAT(mistake("titel = \"x\"\n" + columns + rows),
              HasSubstr("t.toml:1: unknown key 'titel'. Did you mean 'title'?"));
  EXPECT_THAT(mistake(columns + rows + "csk = { config = \"a.toml\" }\n"),
              HasSubstr("'csk' in rows. Did you mean 'csl'?"));
  EXPECT_THAT(mistake(columns + "[[rows]]\nname = \"a\"\ncsl = { confg = \"a.toml\" }\n"),
              HasSubstr("t.toml:14: unknown key 'confg' in rows.csl. Did you mean 'config'?"));
  EXPECT_THAT(mistake(columns + "[[rows]]\nname = \"a\"\ncsl = { paper = { maen = 1 } }\n"), HasSubstr("'mean'"));
}

TEST(PaperTable, WrongTypesSayWhatWasExpectedAndFound) {
  EXPECT_THAT(mistake("title = 3\n"), HasSubstr("t.toml:1: title: expected text, found a value of type integer"));
  EXPECT_THAT(mistake("title = \"a\"\ncolumns = 1\nrows = []\n"), HasSubstr("t.toml:2: columns: expected a list"));
  EXPECT_THAT(mistake("title = \"a\"\ncolumns = [1]\nrows = []\n"), HasSubstr("expected a table"));
  EXPECT_THAT(
      mistake(columns + "[[rows]]\nname = \"a\"\ncsl = { paper = { mean = true } }\n"),
      HasSubstr("rows.csl.paper.mean: expected a number, [mean, deviation] or a word, found a value of type boolean"));
  EXPECT_THAT(mistake(columns + "[[rows]]\nname = \"a\"\ncsl = { paper = { mean = [1] } }\n"),
              HasSubstr("expected a number"));
  EXPECT_THAT(mistake(columns + "[[rows]]\nname = \"a\"\ncsl = { paper = { mean = inf } }\n"),
              HasSubstr("expected a number"));
  EXPECT_THAT(mistake("title = \"a\"\nrows = []\n[[columns]]\nkey = \"a\"\ndataset = \"CSL\"\nverb = \"cv\"\n"
                      "scores = [{ key = \"mean\", score = \"accurcy\" }]\n"),
              AllOf(HasSubstr("t.toml:7: columns.scores.score: expected one of loss, accuracy, balanced_accuracy, "),
                    HasSubstr(", seconds_per_epoch; found 'accurcy'. Did you mean 'accuracy'?")));
  EXPECT_THAT(mistake("title = = 1\n"), HasSubstr("t.toml:1: not valid TOML"));
  for (const char* graphs : {"0", "1.5", "\"150\""}) {
    EXPECT_THAT(mistake("title = \"a\"\nrows = []\n[[columns]]\nkey = \"a\"\ndataset = \"CSL\"\ngraphs = " +
                        std::string(graphs) + "\n"),
                HasSubstr("t.toml:6: columns.graphs: expected a whole number in 1..1000000000"));
  }
}

TEST(PaperTable, WhatIsMissingOrLeadsNowhereIsNamed) {
  EXPECT_THAT(mistake("title = \"a\"\nrows = []\n"), HasSubstr("'columns' is missing"));
  EXPECT_THAT(mistake(columns + "[[rows]]\ncsl = {}\n"), HasSubstr("rows: 'name' is missing"));
  EXPECT_THAT(mistake(columns + "[[rows]]\nname = \"GNI\"\n"), HasSubstr("Did you mean 'GNI'?"));  // ratio_to = "GIN"
  EXPECT_THAT(mistake(columns + rows + "[[rows]]\nname = \"GIN\"\n"), HasSubstr("stands twice"));
  EXPECT_THAT(mistake(columns + rows + "[[rows]]\nname = \"a,b\"\n"), HasSubstr("without commas"));
  EXPECT_THAT(mistake(columns + "[[rows]]\nname = \"a\"\ncsl = { config = \"../x.toml\" }\n"),
              HasSubstr("expected a file"));
  EXPECT_THAT(mistake(columns + "[[rows]]\nname = \"a\"\ncsl = { run = \"l4_k16\" }\n"), HasSubstr("expected a run"));
  EXPECT_THAT(mistake(columns + "[[rows]]\nname = \"a\"\ncsl = { run = \"a/b\", config = \"c.toml\" }\n"),
              HasSubstr("both"));
}

TEST(PaperTable, AnUnknownTableGetsTheNearestName) {
  const testing::TempFolder folder;
  folder.write("T2/table.toml", columns + rows);
  folder.write("results/T2.json", "{}");
  EXPECT_THAT(tables_in(folder.path()), ElementsAre("T2"));
  EXPECT_EQ(read_paper_table(folder.path(), "T2").name, "T2");
  EXPECT_THAT(error_of([&] { read_paper_table(folder.path(), "t2"); }).what(), HasSubstr("Did you mean 'T2'?"));
}

TEST(GraphsOfAColumn, AreAsManyAsItSays) {
  TableColumn zinc = {.dataset = "ZINC", .graphs = 12'000};
  EXPECT_EQ(objection_to_graphs(zinc, 12'000), "");
  EXPECT_EQ(objection_to_graphs(zinc, 249'456), "ZINC has 249456 graphs, the table is about 12000");
  zinc.graphs = 0;
  EXPECT_EQ(objection_to_graphs(zinc, 249'456), "");
}

TEST(RunsOfATable, AreChosenByNameOrKeyInAnyCase) {
  const PaperTable table = parse(columns + rows);
  const auto names = [&](const std::vector<std::string>& wanted) {
    std::vector<std::string> found;
    for (const NamedRun& run : runs_of(table, wanted)) found.push_back(run.name);
    return found;
  };
  EXPECT_THAT(names({}), ElementsAre("T6/gin", "T2/l4_k16"));
  EXPECT_THAT(names({"L4_K16"}), ElementsAre("T2/l4_k16"));
  EXPECT_THAT(names({"gnn-ir", "l4_k16", "GIN"}), ElementsAre("T2/l4_k16", "T6/gin"));
  EXPECT_THAT(error_of([&] { names({"l4_k61"}); }).what(), HasSubstr("Did you mean 'l4_k16'?"));
  EXPECT_THAT(error_of([&] { names({"rp-gin"}); }).what(), HasSubstr("does not have this model"));
}

}  // namespace
}  // namespace gnnir
