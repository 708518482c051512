#include "gnnir/data/formats/graph6.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

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
  return read_graph6("X.g6", content, options, rejects);
}

std::string complaint(const std::string& content) {
  const Error error = error_of([&] { read(content); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

/// The examples of formats.txt.
const Graph five_nodes = graph_of(5, {{0, 2}, {0, 4}, {1, 3}, {3, 4}});   // DQc
const Graph seven_nodes = graph_of(7, {{0, 1}, {0, 2}, {1, 2}, {5, 6}});  // :Fa@x^

TEST(Graph6, ReadsAGraphToALineInAnyOfTheThreeFormats) {
  const Dataset dataset = read("DQc\n:Fa@x^\n&DI?AO?\n?\n");
  EXPECT_EQ(dataset.name, "X");
  ASSERT_EQ(dataset.size(), 4);
  EXPECT_EQ(dataset.examples[0].graph, five_nodes);
  EXPECT_EQ(dataset.examples[1].graph, seven_nodes);
  EXPECT_EQ(dataset.examples[2].graph, graph_of(5, {{0, 2}, {0, 4}, {3, 1}, {3, 4}}));
  EXPECT_EQ(dataset.examples[3].graph, Graph());
  EXPECT_THAT(dataset.lines, ElementsAre(1, 2, 3, 4));
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_FALSE(dataset.has_node_labels());
}

TEST(Graph6, CountsReversesThatDigraph6Lacks) {
  EXPECT_EQ(read("DQc\n:Fa@x^\n").repairs, Dataset::Repairs());  // edges of these are undirected
  EXPECT_EQ(read("&DI?AO?\n").repairs.reverse_edges_added, 4);
}

TEST(Graph6, KeepsDirectionsOfDigraph6WhenAsked) {
  const Dataset dataset = read("&DI?AO?\nDQc\n", {.edges = {.undirected = false}});
  EXPECT_EQ(dataset.examples[0].graph,
            Graph::from_edges(5, std::vector<Edge>{{0, 2}, {0, 4}, {3, 1}, {3, 4}}, {.undirected = false}));
  EXPECT_EQ(dataset.examples[1].graph, five_nodes);
  EXPECT_EQ(dataset.repairs, Dataset::Repairs());
}

TEST(Graph6, CollapsesAndCountsRepeatedEdgesOfSparse6) {
  // One bit to a node: 1 0 joins 1 to 0, 0 0 does so again, 11 fill: 100011 = 35.
  const Dataset dataset = read(":Ab\n");
  EXPECT_EQ(dataset.examples[0].graph, graph_of(2, {{0, 1}}));
  EXPECT_EQ(dataset.repairs, (Dataset::Repairs{.duplicate_edges = 2}));  // in each direction
}

TEST(Graph6, KeepsOrDropsLoops) {
  // sparse6: 0, then ones; digraph6: 1(00000) = 32.
  for (const char* loop : {":@^\n", "&@_\n"}) {
    const Dataset kept = read(loop);
    EXPECT_EQ(kept.examples[0].graph, graph_of(1, {{0, 0}}));
    EXPECT_EQ(kept.repairs, (Dataset::Repairs{.self_loops = 1}));
    const Dataset dropped = read(loop, {.edges = {.keep_self_loops = false}});
    EXPECT_EQ(dropped.examples[0].graph, graph_of(1, {}));
    EXPECT_EQ(dropped.repairs, (Dataset::Repairs{.self_loops = 1}));
  }
}

TEST(Graph6, AcceptsHeadersOtherLineEndsAndBlankLines) {
  EXPECT_EQ(read(">>graph6<<DQc").examples[0].graph, five_nodes);
  EXPECT_EQ(read(">>sparse6<<:Fa@x^\r\n\r\nDQc\r\n\r\n").size(), 2);
  EXPECT_EQ(read(">>digraph6<<&DI?AO?\n").size(), 1);
  EXPECT_THAT(read(">>graph6<<\nDQc\n\nDQc\n").lines, ElementsAre(2, 4));
  EXPECT_THAT(read(">>graph6<<DQc\n>>graph6<<DQc\n").lines, ElementsAre(1, 2));  // two files, one behind the other
}

TEST(Graph6, NamesMistakesWithTheirLine) {
  const std::string where = "[graph6] X.g6";
  EXPECT_EQ(complaint(""), where + ": expected a graph to a line, found none");
  EXPECT_EQ(complaint(">>graph6<<\n"), where + ": expected a graph to a line, found none");
  EXPECT_EQ(complaint(">>planar_code<<"),
            where + ":1: expected >>graph6<< or >>sparse6<< or >>digraph6<<, found '>>planar_code<<'");
  EXPECT_EQ(complaint("DQc\n>>planar<<DQc\n"),
            where + ":2: expected >>graph6<< or >>sparse6<< or >>digraph6<<, found '>>planar<<DQc'");
  EXPECT_EQ(complaint("DQc\nD!c\n"), where + ":2: byte 2: expected 63 to 126, found 33");
  EXPECT_EQ(complaint(":Fa\xFFx\n"), where + ":1: byte 4: expected 63 to 126, found 255");
  EXPECT_EQ(complaint("DQ\n"), where + ":1: expected 2 bytes for the edges of 5 nodes, found 1");
  EXPECT_EQ(complaint("DQcc\n"), where + ":1: expected 2 bytes for the edges of 5 nodes, found 3");
  EXPECT_EQ(complaint("??\n"), where + ":1: expected 0 bytes for the edges of 0 nodes, found 1");
  EXPECT_EQ(complaint("&DI?AO\n"), where + ":1: expected 5 bytes for the edges of 5 nodes, found 4");
  for (const char* cut : {":\n", "&\n", "~??\n", ":~\n", ":~~\n", "~~?????\n"}) {
    EXPECT_EQ(complaint(cut), where + ":1: expected the number of nodes, found the end of the line") << cut;
  }
  EXPECT_EQ(complaint("~??CQc\n"), where + ":1: expected 1 bytes for the number of nodes 4, found 4");
  EXPECT_EQ(complaint(":~~????CQ\n"), where + ":1: expected 4 bytes for the number of nodes 274, found 8");
  EXPECT_EQ(complaint(";Fa@x^\n"), where + ":1: expected sparse6 with ':', found its incremental form with ';'");
  // 1 111 after 6 was joined to 5 leaves the graph; as it does not lie in the last byte, it is none of the bits that
  // fill.
  EXPECT_EQ(complaint(":Fa@x^~\n"), where + ":1: byte 6: node 7 is outside 0..6");
  EXPECT_EQ(complaint(":?~\n"), where + ":1: expected 0 bytes for the edges of 0 nodes, found 1");
}

TEST(Graph6, RefusesMoreNodesThanTheBytesAllow) {
  const std::string where = "[graph6] X.g6";
  for (const char* huge : {"~~~~~~~~", ":~~~~~~~", "&~~~~~~~"}) {
    EXPECT_THAT(complaint(huge + std::string("~")), ::testing::HasSubstr("nodes in a line of 9 bytes, found 687"))
        << huge;
  }
  EXPECT_EQ(complaint(":~~~~~~~~\n"),
            where + ":1: expected at most 109000 nodes in a line of 9 bytes, found 68719476735");
  EXPECT_EQ(complaint(":~}~~\n"), where + ":1: expected at most 105000 nodes in a line of 5 bytes, found 258047");
  // 70000 = 010001 000101 110000: each line alone would pass.
  EXPECT_EQ(read(":~PDo\n").examples[0].graph.num_nodes(), 70000);
  EXPECT_EQ(complaint(":~PDo\n:~PDo\n"),
            where + ":2: expected at most 110000 nodes in the 10 bytes of all graphs so far, found 140000");
}

TEST(Graph6, SkipsBadLinesWhenAsked) {
  Rejects rejects(OnError::skip);
  const Dataset dataset = read_graph6("X.g6", ">>graph6<<DQ\nDQc\n;x\n:Fa@x^\n", {.on_error = OnError::skip}, rejects);
  EXPECT_THAT(dataset.lines, ElementsAre(2, 4));
  EXPECT_EQ(rejects.csv(),
            "line,reason,row\n"
            "1,\"[graph6] X.g6:1: expected 2 bytes for the edges of 5 nodes, found 1\",>>graph6<<DQ\n"
            "3,\"[graph6] X.g6:3: expected sparse6 with ':', found its incremental form with ';'\",;x\n");
}

TEST(Graph6, HasNoTargetsToChoose) {
  const Error error = error_of([] { read("DQc\n", {.targets = {"mu"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("[graph6] X.g6 has no 'mu'"));
}

TEST(Graph6, IsReadFromFilesByTheirEndingCompressedOrNotAndByNameFromTheDataFolder) {
  const testing::TempFolder folder;
  const std::string content = "DQc\n:Fa@x^\n";
  for (const char* name : {"a.g6", "b.s6", "c.d6"}) folder.write(name, content);
  folder.write("d.g6.gz", testing::gzipped(content));
  folder.write("e.s6.xz", testing::xzipped(content));
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    const Dataset dataset = open_dataset(name, folder.path());
    EXPECT_EQ(dataset.name, name);
    ASSERT_EQ(dataset.size(), 2);
    EXPECT_EQ(dataset.examples[1].graph, seven_nodes);
  }
}

}  // namespace
}  // namespace gnnir
