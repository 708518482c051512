#include "gnnir/data/source/kept.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gnnir/base/json.h"
#include "gnnir/data/check_dataset.h"
#include "gnnir/data/formats/jsonl.h"
#include "gnnir/data/formats/read.h"
#include "gnnir/data/formats/tables.h"
#include "gnnir/data/formats/write.h"
#include "gnnir/data/named/parts.h"
#include "gnnir/data/names.h"
#include "gnnir/data/open.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;

Dataset read(const std::string& file, const std::string& text, const ReadOptions& options = {}) {
  Rejects rejects(options.on_error);
  Dataset dataset = read_files(FileSource::of(file, {{file, text}}), options, rejects);
  dataset.skipped = rejects.skipped(dataset.kept);
  return dataset;
}

Dataset read_tables_of(const std::map<std::string, std::string>& files, const ReadOptions& options = {}) {
  Rejects rejects(OnError::stop);
  return read_files(FileSource::of("t", files), options, rejects);
}

KeptColumn column(const std::string& name, const std::vector<std::string>& values) { return {name, values}; }

TEST(KeptText, HasNothingThatATerminalOrJsonStumblesOver) {
  EXPECT_EQ(kept_text("aspirin"), "aspirin");
  EXPECT_EQ(kept_text("β-Carotin, \"rot\""), "β-Carotin, \"rot\"");
  EXPECT_EQ(kept_text("two\nlines"), "two\nlines");
  EXPECT_EQ(kept_text("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
  EXPECT_EQ(kept_text("Caf\xe9 \xff"), "Caf\\xe9 \\xff");
  EXPECT_EQ(kept_text(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(kept_text("cut \xe2\x82"), "cut \\xe2\\x82");
  EXPECT_EQ(kept_text(std::string(10'000, 'x')).size(), 10'000u);
}

TEST(FindIdColumn, TakesIdBeforeNameInAnyCaseAndNothingThatIsTaken) {
  const std::vector<std::string> columns = {"Name", "smiles", "ID"};
  EXPECT_EQ(find_id_column(columns, {}), 2u);
  const std::vector<std::size_t> taken = {2};
  EXPECT_EQ(find_id_column(columns, taken), 0u);
  const std::vector<std::string> without = {"compound", "smiles"};
  EXPECT_EQ(find_id_column(without, {}), 2u);
}

TEST(KeptTable, KeepsANameOnlyIfItIsOne) {
  using Kind = KeptTable::Kind;
  const auto kept = [](Kind kind, const std::vector<std::string>& values) {
    KeptTable table;
    table.add_column("c", kind);
    for (const std::string_view value : values) table.add({{value}});
    Dataset dataset;
    table.store(dataset);
    return !dataset.kept.empty();
  };
  EXPECT_TRUE(kept(Kind::asked, {"", ""}));
  EXPECT_FALSE(kept(Kind::name, {"", ""}));
  EXPECT_TRUE(kept(Kind::name, {"", "x"}));
  EXPECT_TRUE(kept(Kind::perhaps_name, {"x", "1"}));
  EXPECT_FALSE(kept(Kind::perhaps_name, {"x", "x"})) << "not each another";
  EXPECT_FALSE(kept(Kind::perhaps_name, {"x", ""})) << "not every graph";
  EXPECT_FALSE(kept(Kind::perhaps_name, {"1", "2.5"})) << "numbers may be anything";
}

TEST(KeptJsonLines, HaveAnIdThatIsATextOrAnInteger) {
  const Dataset dataset = read("f.jsonl", R"({"id": "a,b", "num_nodes": 1, "edges": []})"
                                          "\n"
                                          R"({"num_nodes": 1, "edges": [], "id": 17})"
                                          "\n"
                                          R"({"num_nodes": 1, "edges": []})");
  EXPECT_THAT(dataset.kept, ElementsAre(column("id", {"a,b", "17", ""})));
  EXPECT_EQ(dataset.smiles_kept, -1);
  EXPECT_THAT(read("f.jsonl", R"({"num_nodes": 1, "edges": []})").kept, IsEmpty());
  for (const char* wrong : {"1.5", "true", "[1]", "{}"}) {
    const std::string line = fmt::format(R"({{"num_nodes": 1, "edges": [], "id": {}}})", wrong);
    EXPECT_THAT(error_of([&] { read("f.jsonl", line); }).what(),
                HasSubstr("f.jsonl:1: id: expected a text or an integer, found"));
  }
}

TEST(KeptJsonLines, TakeOtherKeysOnlyWhereTheyAreAskedFor) {
  const std::string text =
      "{\"num_nodes\": 1, \"edges\": [], \"year\": 1999}\n{\"num_nodes\": 1, \"edges\": [], \"year\": null}\n";
  EXPECT_THAT(error_of([&] { read("f.jsonl", text); }).what(), HasSubstr("unknown key 'year'"));
  EXPECT_THAT(read("f.jsonl", text, {.keep = {"year"}}).kept, ElementsAre(column("year", {"1999", ""})));
  const Error missing = error_of([&] { read("f.jsonl", text, {.keep = {"year", "yaer"}}); });
  EXPECT_EQ(missing.kind(), ErrorKind::usage);
  EXPECT_EQ(missing.setting(), "data.keep");
  EXPECT_THAT(missing.what(), HasSubstr("has no 'yaer'. Did you mean 'year'?"));
}

TEST(KeptJsonLines, WriteIdsThatReadBackTheSame) {
  const std::vector<std::string> ids = {"say \"hi\"", "two\nlines", "", "Grün", "7"};
  Dataset dataset = testing::dataset_with_classes({0, 0, 0, 0, 0});
  dataset.kept = {column("name", ids)};
  const std::string text = jsonl_text(dataset);
  EXPECT_THAT(read("f.jsonl", text).kept, ElementsAre(column("id", ids)));
  EXPECT_EQ(jsonl_text(read("f.jsonl", text)), text);
}

TEST(KeptTables, CallGraphsAsTheTablesDo) {
  const std::map<std::string, std::string> files = {{"edges.csv", "graph,source,target\nb,0,1\na,0,1\n"},
                                                    {"graphs.csv", "graph,y,vendor\na,1,Acme\nb,2,\n"}};
  const ReadOptions options{.targets = {"y"}, .keep = {"vendor"}};
  const Dataset dataset = read_tables_of(files, options);
  EXPECT_THAT(dataset.kept, ElementsAre(column("graph", {"a", "b"}), column("vendor", {"Acme", ""})));
  EXPECT_THAT(dataset.target_names, ElementsAre("y"));
  EXPECT_THAT(read_tables_of({{"edges.csv", "graph,source,target\nx,0,1\n"}}).kept,
              ElementsAre(column("graph", {"x"})));
  EXPECT_THAT(read_tables_of({{"edges.csv", "graph,source,target\n0,0,1\n1,0,1\n"}}).kept, IsEmpty())
      << "their numbers say no more";
}

TEST(KeptTables, DoNotLearnWhatIsOnlyToBeKept) {
  const std::map<std::string, std::string> files = {{"edges.csv", "graph,source,target\na,0,1\n"},
                                                    {"graphs.csv", "graph,y,vendor\na,1,Acme\n"}};
  EXPECT_THAT(read_tables_of(files).class_names, ElementsAre("Acme"));
  EXPECT_FALSE(read_tables_of(files, {.keep = {"vendor"}}).has_classes());
  EXPECT_TRUE(read_tables_of(files, {.keep = {"vendor"}}).has_targets());
}

TEST(KeptTables, WriteNamesThatReadBackTheSameIfEachGraphHasItsOwn) {
  Dataset dataset = testing::dataset_with_classes({0, 1});
  dataset.kept = {column("id", {"a,b", "\"c\""})};
  EXPECT_THAT(read_tables_of(table_files(dataset)).kept, ElementsAre(column("graph", {"a,b", "\"c\""})));
  dataset.kept = {column("id", {"same", "same"})};
  EXPECT_THAT(table_files(dataset).at("graphs.csv"), "graph,class\n0,0\n1,1\n");
}

TEST(KeptFormats, WithoutNamesRefuseToKeepAndSayWhatTheyLose) {
  const Error error = error_of([] { read("f.g6", "A_\n", {.keep = {"id"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("has no 'id'. There are no columns"));
  const TempFolder folder;
  Dataset dataset;
  dataset.name = "two";
  dataset.examples = {{.graph = testing::graph_of(2, {{0, 1}})}};
  dataset.kept = {column("id", {"a"}), column("SMILES", {"CC"})};
  dataset.smiles_kept = 1;
  EXPECT_THAT(write_dataset(dataset, folder.path() / "x.g6"),
              ElementsAre("columns about graphs are not kept: id, SMILES"));
  EXPECT_THAT(write_dataset(dataset, folder.path() / "x.jsonl"),
              ElementsAre("columns about graphs are not kept: SMILES"));
}

TEST(SkippedGraphs, KnowTheirPlaceTheirLineAndTheirNames) {
  const std::string good = "{\"id\": \"good\", \"num_nodes\": 1, \"edges\": []}\n";
  const std::string bad = "{\"id\": \"bad\", \"num_nodes\": 1}\n";
  const Dataset dataset = read("f.jsonl", bad + good + "no JSON\n" + bad + good, {.on_error = OnError::skip});
  ASSERT_EQ(dataset.skipped.size(), 3u);
  EXPECT_EQ(dataset.skipped[0].before, 0);
  EXPECT_EQ(dataset.skipped[0].line, 1);
  EXPECT_THAT(dataset.skipped[0].kept, ElementsAre("bad"));
  EXPECT_THAT(dataset.skipped[0].reason, HasSubstr("f.jsonl:1: expected edges"));
  EXPECT_EQ(dataset.skipped[1].before, 1);
  EXPECT_EQ(dataset.skipped[1].line, 3);
  EXPECT_THAT(dataset.skipped[1].kept, ElementsAre(""));
  EXPECT_EQ(dataset.skipped[2].before, 1);
  check_dataset(dataset);
}

TEST(SkippedGraphs, StandBetweenTheOthersInTheOrderOfTheFile) {
  const std::vector<SkippedGraph> skipped = {{0, 1, "a", {}}, {2, 4, "b", {}}, {2, 5, "c", {}}, {3, 7, "d", {}}};
  std::string order;
  in_order_of_file(
      {0, 1, 2}, skipped, [&](std::size_t i) { order += std::to_string(i); },
      [&](const SkippedGraph& graph) { order += graph.reason; });
  EXPECT_EQ(order, "a01bc2d");
}

TEST(JoinedParts, HaveTheNamesThatAllOfThemHave) {
  const auto part = [](const std::string& name, const std::vector<KeptColumn>& kept, std::int64_t smiles) {
    Dataset dataset = testing::dataset_with_classes({0, 1});
    dataset.name = name;
    dataset.kept = kept;
    dataset.smiles_kept = smiles;
    return dataset;
  };
  Dataset first = part("first", {column("year", {"1", "2"}), column("smiles", {"C", "CC"})}, 1);
  Dataset second = part("second", {column("smiles", {"N", "O"})}, 0);
  second.skipped = {{1, 2, "broken", {"?"}}};
  const Dataset whole = join_parts("whole", {{"train", first}, {"test", second}});
  EXPECT_THAT(whole.kept, ElementsAre(column("smiles", {"C", "CC", "N", "O"})));
  EXPECT_EQ(whole.smiles_kept, 0);
  EXPECT_THAT(whole.skipped, ElementsAre(SkippedGraph{3, 2, "broken", {"?"}}));
  check_dataset(whole);
}

TEST(CheckDataset, RefusesNamesOfAnotherSize) {
  Dataset dataset = testing::dataset_with_classes({0, 1});
  dataset.kept = {column("id", {"only one"})};
  EXPECT_THAT(error_of([&] { check_dataset(dataset); }).what(), HasSubstr("kept id: expected 2, found 1"));
  dataset.kept = {column("id", {"a", "b"})};
  dataset.smiles_kept = 1;
  EXPECT_THAT(error_of([&] { check_dataset(dataset); }).what(), HasSubstr("smiles_kept: expected -1 to 0, found 1"));
}

TEST(NameColumns, GiveWayToOtherColumnsOfTheSameName) {
  Dataset dataset = testing::dataset_with_classes({0});
  dataset.kept = {column("graph", {"g"}), column("id", {"i"})};
  const NameColumns names(dataset, {"graph", "prediction"});
  EXPECT_THAT(names.header(), ElementsAre("data_graph", "id"));
  EXPECT_THAT(names.of_graph(0), ElementsAre("g", "i"));
  EXPECT_THAT(NameColumns().of_graph(0), IsEmpty());
}

TEST(ReadDataset, TakesTheFormatFromTheNameOfWhatIsNotOnDisk) {
  EXPECT_EQ(read_dataset("stdin.g6", "A_\n").size(), 1);
  EXPECT_EQ(read_dataset("stdin.jsonl", "{\"num_nodes\": 1, \"edges\": []}\n").name, "stdin");
}

}  // namespace
}  // namespace gnnir
