#include "gnnir/data/formats/powerful_gnns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gnnir/base/clock.h"
#include "gnnir/data/open.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/real_data.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::graph_of;

Dataset read(const std::string& content, const ReadOptions& options = {}) {
  Rejects rejects(options.on_error);
  return read_powerful_gnns("X.txt", content, options, rejects);
}

std::string complaint(const std::string& content) {
  const Error error = error_of([&] { read(content); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

/// A path of three nodes and an edge.
const std::string two_graphs =
    "2\n"
    "3 1\n"
    "5 1 1\n"
    "0 2 0 2\n"
    "-7 1 1\n"
    "2 -1\n"
    "0 1 1\n"
    "0 1 0\n";

TEST(PowerfulGnns, ReadsGraphsClassesAndTags) {
  const Dataset dataset = read(two_graphs);
  EXPECT_EQ(dataset.name, "X");
  ASSERT_EQ(dataset.size(), 2);
  EXPECT_EQ(dataset.examples[0].graph, graph_of(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(dataset.examples[1].graph, graph_of(2, {{0, 1}}));
  EXPECT_THAT(dataset.examples[0].node_labels, ElementsAre(5, 0, -7));
  EXPECT_THAT(dataset.examples[1].node_labels, ElementsAre(0, 0));
  EXPECT_THAT(dataset.class_names, ElementsAre("-1", "1"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0));
  EXPECT_THAT(dataset.lines, ElementsAre(2, 6));
  EXPECT_EQ(dataset.repairs, Dataset::Repairs());
}

TEST(PowerfulGnns, TakesTagsThatAreAllZeroForNone) { EXPECT_FALSE(read("1\n2 0\n0 1 1\n0 1 0\n").has_node_labels()); }

TEST(PowerfulGnns, KeepsTagsThatAreAllZeroForAModelThatWasTrainedOnTags) {
  EXPECT_THAT(read("1\n2 0\n0 1 1\n0 1 0\n", {.zero_labels = true}).examples[0].node_labels, ElementsAre(0, 0));
}

TEST(PowerfulGnns, ReadsAttributesBehindTheNeighbours) {
  const Dataset dataset = read("2\n1 0\n0 0 0.5 -1e-3\n2 0\n0 1 1 2 3\n0 1 0 4 5\n");
  EXPECT_EQ(dataset.num_attributes, 2);
  EXPECT_THAT(dataset.examples[0].node_attributes, ElementsAre(0.5f, -1e-3f));
  EXPECT_THAT(dataset.examples[1].node_attributes, ElementsAre(2, 3, 4, 5));
}

TEST(PowerfulGnns, AcceptsOtherLineEndsTabsAndEmptyGraphs) {
  const Dataset dataset = read("3\r\n0 1\r\n1\t2\r\n 0 0 \r\n0 1");
  EXPECT_EQ(dataset.size(), 3);
  EXPECT_EQ(dataset.examples[1].graph.num_nodes(), 1);
  EXPECT_THAT(dataset.classes, ElementsAre(0, 1, 0));
}

TEST(PowerfulGnns, KeepsDirectionsWhenAsked) {
  const Dataset dataset = read("1\n2 0\n0 2 1 1\n0 0\n", {.edges = {.undirected = false}});
  EXPECT_EQ(dataset.examples[0].graph.edges(), (std::vector<Edge>{{0, 1}}));
  EXPECT_EQ(dataset.repairs.duplicate_edges, 1);
}

TEST(PowerfulGnns, TakesClassesForATargetIfRegressionIsAskedFor) {
  const Dataset dataset = read(two_graphs, {.task = TaskChoice::regression});
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_THAT(dataset.targets, ElementsAre(1, -1));
  EXPECT_THAT(dataset.target_names, ElementsAre("target_0"));
}

TEST(PowerfulGnns, NamesMistakesWithTheirLine) {
  const std::string where = "[powerful-gnns] X.txt";
  EXPECT_EQ(complaint(""), where + ":0: the file ends too early: expected the number of graphs");
  EXPECT_EQ(complaint("x\n"), where + ":1: expected an integer, found 'x'");
  EXPECT_EQ(complaint("-1\n"), where + ":1: expected the number of graphs, found -1");
  EXPECT_EQ(complaint("2\n0 1\n"), where + ":2: the file ends too early: expected 2 graphs, found 1");
  EXPECT_EQ(complaint("1\n1\n"), where + ":2: expected the class of the graph, found the end of the line");
  EXPECT_EQ(complaint("1\n1 a\n"), where + ":2: expected the class of the graph, found 'a'");
  EXPECT_EQ(complaint("1\n1 0 0\n"), where + ":2: expected a number of nodes and a class, found also '0'");
  EXPECT_EQ(complaint("1\n-1 0\n"), where + ":2: expected a number of nodes, found -1");
  EXPECT_EQ(complaint("1\n4294967296 0\n"), where + ":2: expected a number of nodes, found 4294967296");
  EXPECT_EQ(complaint("1\n2 0\n0 1 1\n"),
            where + ":3: the file ends too early: expected 2 nodes of the graph in line 2, found 1");
  EXPECT_EQ(complaint("1\n2 0\n0 1 2\n0 0\n"), where + ":3: node 2 is outside 0..1");
  EXPECT_EQ(complaint("1\n2 0\n0 1 -1\n0 0\n"), where + ":3: node -1 is outside 0..1");
  EXPECT_EQ(complaint("1\n2 0\n0 2 1\n0 0\n"), where + ":3: expected a neighbour, found the end of the line");
  EXPECT_EQ(complaint("1\n1 0\n0.5 0\n"), where + ":3: expected the tag of a node, found '0.5'");
  EXPECT_EQ(complaint("1\n1 0\n0 -1\n"), where + ":3: expected a number of neighbours, found -1");
  EXPECT_EQ(complaint("1\n2 0\n0 0 1.5\n0 0\n"), where + ":4: expected 1 attributes as in line 3, found 0");
  EXPECT_EQ(complaint("1\n1 0\n0 0 nan\n"), where + ":3: expected a finite number, found 'nan'");
  EXPECT_EQ(complaint("1\n0 0\n0 0\n"), where + ":3: expected the end of the file after 1 graphs");
}

TEST(PowerfulGnns, SkipsBadGraphsWhenAsked) {
  Rejects rejects(OnError::skip);
  const Dataset dataset = read_powerful_gnns("X.txt", "4\n2 0\n0 1 9\n0 1 0\n1 1\n3 0\n2 2\n0 1 1\n0 x\n1 3\n",
                                             {.on_error = OnError::skip}, rejects);
  EXPECT_EQ(dataset.size(), 1);
  EXPECT_THAT(dataset.class_names, ElementsAre("1"));
  EXPECT_THAT(dataset.lines, ElementsAre(5));
  EXPECT_EQ(rejects.csv(),
            "line,reason,row\n"
            "2,[powerful-gnns] X.txt:3: node 9 is outside 0..1,2 0\n"
            "7,\"[powerful-gnns] X.txt:9: expected the number of neighbours, found 'x'\",2 2\n"
            "10,\"[powerful-gnns] X.txt:10: the file ends too early: expected 1 nodes of the graph in line 10, found "
            "0\",1 3\n");
}

TEST(PowerfulGnns, IsKnownByItsFirstTwoLines) {
  EXPECT_TRUE(looks_like_powerful_gnns(two_graphs));
  EXPECT_TRUE(looks_like_powerful_gnns("1\r\n\t0\t1 \r\n"));
  for (const char* other : {"", "1", "1\n1\n", "1 2\n1 2\n", "text\n1 2\n", "1\n1,2\n", "1\n1 2 3\n"}) {
    EXPECT_FALSE(looks_like_powerful_gnns(other)) << other;
  }
}

TEST(PowerfulGnns, ReadsCollabInSeconds) {
  GNNIR_NEEDS_REAL_DATA("COLLAB.zip");
  const Stopwatch clock;
  const Dataset dataset = open_dataset("COLLAB", testing::real_data());
  RecordProperty("seconds", std::to_string(clock.seconds()));
  EXPECT_EQ(dataset.name, "COLLAB");
  EXPECT_EQ(dataset.size(), 5000);
  std::vector<std::int64_t> counts(3);
  std::int64_t edges = 0;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    edges += dataset.examples[g].graph.num_undirected_edges();
    ++counts[static_cast<std::size_t>(dataset.classes[g])];
  }
  EXPECT_EQ(dataset.repairs.self_loops, 2837);
  EXPECT_EQ(edges - dataset.repairs.self_loops, 12'286'079);
  EXPECT_THAT(counts, ElementsAre(2600, 775, 1625));
  EXPECT_FALSE(dataset.has_node_labels());
}

}  // namespace
}  // namespace gnnir
