#include "gnnir/data/formats/dimacs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "gnnir/data/formats/read.h"
#include "gnnir/data/open.h"
#include "support/compress.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::graph_of;

Dataset read(const std::string& content, const ReadOptions& options = {}) {
  Rejects rejects(options.on_error);
  return read_files(FileSource::of("X.col", {{"X.col", content}}), options, rejects);
}

std::string complaint(const std::string& content) {
  const Error error = error_of([&] { read(content); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

const std::string path_of_three =
    "c a path\n"
    "p edge 3 2\n"
    "e 1 2\n"
    "e 3 2\n";

TEST(Dimacs, ReadsAGraph) {
  const Dataset dataset = read(path_of_three);
  EXPECT_EQ(dataset.name, "X");
  ASSERT_EQ(dataset.size(), 1);
  EXPECT_EQ(dataset.examples[0].graph, graph_of(3, {{0, 1}, {1, 2}}));
  EXPECT_FALSE(dataset.has_node_labels());
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_EQ(dataset.repairs, Dataset::Repairs());
  EXPECT_TRUE(dataset.lines.empty());
}

TEST(Dimacs, HasUndirectedEdgesHoweverItIsAsked) {
  EXPECT_EQ(read(path_of_three, {.edges = {.undirected = false}}).examples, read(path_of_three).examples);
}

TEST(Dimacs, TakesColoursForLabelsAndZeroWhereThereIsNone) {
  const Dataset dataset = read("p col 3 0\nn 3 -7\nn 1 5\n");
  EXPECT_THAT(dataset.examples[0].node_labels, ElementsAre(5, 0, -7));
}

TEST(Dimacs, HasZeroEverywhereForAModelThatWasTrainedOnColours) {
  EXPECT_THAT(read(path_of_three, {.zero_labels = true}).examples[0].node_labels, ElementsAre(0, 0, 0));
}

TEST(Dimacs, AcceptsOtherLineEndsTabsBlankLinesAndNoGraphToSpeakOf) {
  const Dataset dataset = read("comment\r\n\r\np\tedge  2 1\r\n e 1\t2 \r\nc\r\n\r\n");
  EXPECT_EQ(dataset.examples[0].graph, graph_of(2, {{0, 1}}));
  EXPECT_EQ(read("p edge 0 0").examples[0].graph, Graph());
}

TEST(Dimacs, LetsTheNumberOfEdgesCountLinesOrDifferentEdges) {
  for (const char* edges : {"2", "1"}) {
    const Dataset dataset = read("p edge 2 " + std::string(edges) + "\ne 1 2\ne 2 1\n");
    EXPECT_EQ(dataset.examples[0].graph, graph_of(2, {{0, 1}}));
    EXPECT_EQ(dataset.repairs, (Dataset::Repairs{.duplicate_edges = 2}));  // in each direction
  }
}

TEST(Dimacs, KeepsOrDropsLoops) {
  const std::string loop = "p edge 2 1\ne 2 2\n";
  EXPECT_EQ(read(loop).examples[0].graph, graph_of(2, {{1, 1}}));
  EXPECT_EQ(read(loop, {.edges = {.keep_self_loops = false}}).examples[0].graph, graph_of(2, {}));
  EXPECT_EQ(read(loop).repairs, (Dataset::Repairs{.self_loops = 1}));
}

TEST(Dimacs, NamesMistakesWithTheirLine) {
  const std::string where = "[dimacs] X.col";
  const std::string heading = "p edge 3 1\n";
  EXPECT_EQ(complaint(""), where + ": expected a line 'p edge NODES EDGES', found none");
  EXPECT_EQ(complaint("c only\n"), where + ": expected a line 'p edge NODES EDGES', found none");
  EXPECT_EQ(complaint("e 1 2\n"), where + ":1: expected a line 'p edge NODES EDGES' before all others, found 'e 1 2'");
  EXPECT_EQ(complaint("p cnf 3 1\n"), where + ":1: expected p edge or p col, found p 'cnf'");
  EXPECT_EQ(complaint("p edge\n"), where + ":1: expected the number of nodes, found the end of the line");
  EXPECT_EQ(complaint("p edge 3\n"), where + ":1: expected the number of edges, found the end of the line");
  EXPECT_EQ(complaint("p edge 3 x\n"), where + ":1: expected the number of edges, found 'x'");
  EXPECT_EQ(complaint("p edge 3 1 1\n"), where + ":1: expected the end of the line, found '1'");
  EXPECT_EQ(complaint("p edge 3 -1\n"), where + ":1: expected a number of edges, found -1");
  EXPECT_EQ(complaint("p edge -3 1\n"), where + ":1: expected 0 to 112000 nodes in a file of 12 bytes, found -3");
  EXPECT_EQ(complaint("p edge 68719476735 0\n"),
            where + ":1: expected 0 to 121000 nodes in a file of 21 bytes, found 68719476735");
  EXPECT_EQ(complaint(heading + heading), where + ":2: expected one line with p, found another in line 1");
  EXPECT_EQ(complaint(heading + "a 1 2\n"), where + ":2: expected c, p, n or e to begin a line, found 'a'");
  EXPECT_EQ(complaint(heading + "e 1\n"), where + ":2: expected a node, found the end of the line");
  EXPECT_EQ(complaint(heading + "e 1 4\n"), where + ":2: node 4 is outside 1..3");
  EXPECT_EQ(complaint(heading + "e 0 1\n"), where + ":2: node 0 is outside 1..3");
  EXPECT_EQ(complaint(heading + "e 1 2 9\n"), where + ":2: expected the end of the line, found '9'");
  EXPECT_EQ(complaint(heading + "n 4 1\n"), where + ":2: node 4 is outside 1..3");
  EXPECT_EQ(complaint(heading + "n 1\n"), where + ":2: expected a colour, found the end of the line");
  EXPECT_EQ(complaint(heading + "n 1 1\nn 1 1\n"), where + ":3: expected one colour for node 1, found another");
  EXPECT_EQ(complaint(heading), where + ":1: expected 1 edges, found 0 lines with 0 different ones");
  EXPECT_EQ(complaint("c\np edge 3 2\ne 1 2\ne 1 2\ne 2 1\n"),
            where + ":2: expected 2 edges, found 3 lines with 1 different ones");
}

TEST(Dimacs, TakesSeveralFilesForOneDataSetInTheOrderOfTheirNames) {
  const testing::TempFolder folder;
  folder.write("many/b.clq", "p edge 2 0\nn 2 3\n");
  folder.write("many/a.dimacs", path_of_three);
  folder.write("many/notes.txt", "not a graph");
  const Dataset dataset = open_dataset((folder.path() / "many").string());
  EXPECT_EQ(dataset.name, "many");
  ASSERT_EQ(dataset.size(), 2);
  EXPECT_EQ(dataset.examples[0].graph.num_nodes(), 3);
  EXPECT_THAT(dataset.examples[0].node_labels, ElementsAre(0, 0, 0));  // what one has, all have
  EXPECT_THAT(dataset.examples[1].node_labels, ElementsAre(0, 3));
}

TEST(Dimacs, DoesNotMixWithOtherDataSets) {
  Rejects rejects(OnError::stop);
  const Error error = error_of([&] {
    read_files(FileSource::of("many", {{"a.col", path_of_three}, {"b.g6", "DQc\n"}}), {}, rejects);
  });
  EXPECT_STREQ(error.what(), "[data] many: expected one data set, found several: a.col, b.g6");
}

TEST(Dimacs, SkipsBadFilesWhenAsked) {
  Rejects rejects(OnError::skip);
  const Dataset dataset = read_files(FileSource::of("many", {{"a.col", path_of_three}, {"b.col", "p edge 1 1\n"}}),
                                     {.on_error = OnError::skip}, rejects);
  EXPECT_EQ(dataset.size(), 1);
  EXPECT_EQ(rejects.csv(),
            "line,reason,row\n"
            "1,\"[dimacs] b.col:1: expected 1 edges, found 0 lines with 0 different ones\",b.col\n");
}

TEST(Dimacs, LimitsWhatManyShortFilesClaimTogether) {
  Rejects rejects(OnError::stop);
  const std::string claim = "p edge 90000 0\n";
  const Error error = error_of([&] {
    read_files(FileSource::of("many", {{"a.col", claim}, {"b.col", claim}}), {}, rejects);
  });
  EXPECT_STREQ(error.what(),
               "[dimacs] b.col:1: expected at most 130000 nodes in the 30 bytes of all graphs so far, found 180000");
}

TEST(Dimacs, IsReadFromFilesByTheirEndingCompressedOrNotAndByNameFromTheDataFolder) {
  const testing::TempFolder folder;
  for (const char* name : {"a.dimacs", "b.col", "c.clq"}) folder.write(name, path_of_three);
  folder.write("d.col.gz", testing::gzipped(path_of_three));
  folder.write("e.clq.xz", testing::xzipped(path_of_three));
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    const Dataset dataset = open_dataset(name, folder.path());
    EXPECT_EQ(dataset.name, name);
    ASSERT_EQ(dataset.size(), 1);
    EXPECT_EQ(dataset.examples[0].graph, graph_of(3, {{0, 1}, {1, 2}}));
  }
}

TEST(Dimacs, IsWrittenWithColoursAndEveryEdgeOnce) {
  Dataset dataset{.name = "X",
                  .examples = {{.graph = graph_of(3, {{2, 1}, {0, 1}, {2, 2}}), .node_labels = {4, 0, -1}}}};
  EXPECT_EQ(dimacs_text(dataset), "p edge 3 3\nn 1 4\nn 2 0\nn 3 -1\ne 1 2\ne 2 3\ne 3 3\n");
  dataset.examples.resize(10, {.graph = Graph()});
  const std::map<std::string, std::string> files = dimacs_files(dataset);
  EXPECT_EQ(files.size(), 10);
  EXPECT_EQ(files.begin()->first, "X_01.dimacs");
  EXPECT_EQ(files.at("X_10.dimacs"), "p edge 0 0\n");
  EXPECT_STREQ(error_of([&] { dimacs_text(dataset); }).what(),
               "[dimacs] X: a file holds one graph, found 10: name a folder, with write.format=dimacs");
}

}  // namespace
}  // namespace gnnir
