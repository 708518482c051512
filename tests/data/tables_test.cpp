#include "gnnir/data/formats/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "gnnir/data/open.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::graph_of;

using Files = std::map<std::string, std::string>;

Dataset read(const Files& files, const ReadOptions& options = {}) {
  return read_tables(FileSource::of("data/mine.zip", files), options);
}

std::string complaint(const Files& files) {
  const Error error = error_of([&] { read(files); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

const Files small = {{"edges.csv", "graph,source,target\nfirst,a,b\nfirst,b,c\nsecond,a,d\n"}};

/// The same with other tables.
Files small_with(Files tables) {
  tables.insert(small.begin(), small.end());
  return tables;
}

TEST(Tables, ReadsGraphsFromEdgesAlone) {
  const Dataset dataset = read(small);
  EXPECT_EQ(dataset.name, "mine");
  ASSERT_EQ(dataset.size(), 2);
  EXPECT_EQ(dataset.examples[0].graph, graph_of(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(dataset.examples[1].graph, graph_of(2, {{0, 1}}));
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_FALSE(dataset.has_targets());
}

TEST(Tables, ReadsNodesInTheOrderOfTheirTable) {
  const Dataset dataset =
      read(small_with({{"nodes.csv",
                        "graph,node,label,weight,charge\nfirst,c,1,0.5,0\nfirst,a,2,1,0\nfirst,b,3,2,1\n"
                        "second,d,4,3,0\nsecond,a,5,4,0\nthird,only,6,5,0\n"}}));
  ASSERT_EQ(dataset.size(), 3);
  EXPECT_EQ(dataset.examples[0].graph, graph_of(3, {{1, 2}, {2, 0}}));
  EXPECT_THAT(dataset.examples[0].node_labels, ElementsAre(1, 2, 3));
  EXPECT_THAT(dataset.examples[0].node_attributes, ElementsAre(0.5f, 0, 1, 0, 2, 1));
  EXPECT_EQ(dataset.num_attributes, 2);
  EXPECT_EQ(dataset.examples[2].graph, graph_of(1, {}));
}

TEST(Tables, ReadsLabelsAndAttributesOfEdgesFromAnyColumns) {
  const Dataset dataset = read({{"edges.csv", "length,target,label,graph,source\n1.5,b,7,g,a\n2.5,c,8,g,b\n"}});
  EXPECT_THAT(dataset.examples[0].edge_labels, ElementsAre(7, 7, 8, 8));  // b→a, a→b, c→b, b→c
  EXPECT_THAT(dataset.examples[0].edge_attributes, ElementsAre(1.5f, 1.5f, 2.5f, 2.5f));
  EXPECT_EQ(dataset.num_edge_attributes, 1);
}

TEST(Tables, KeepNamesOfAttributesUnlessTheyAreOnlyNumbered) {
  const Dataset named = read({{"edges.csv", "length,target,graph,source\n1.5,b,g,a\n"},
                              {"nodes.csv", "graph,weight,node,label,charge\ng,1,a,0,2\ng,1,b,0,2\n"}});
  EXPECT_THAT(named.attribute_names, ElementsAre("weight", "charge"));
  EXPECT_THAT(named.edge_attribute_names, ElementsAre("length"));
  const Dataset numbered = read({{"edges.csv", "graph,source,target\ng,a,b\n"},
                                 {"nodes.csv", "graph,node,attribute_0,attribute_1\ng,a,1,2\ng,b,1,2\n"}});
  EXPECT_EQ(numbered.num_attributes, 2);
  EXPECT_TRUE(numbered.attribute_names.empty());
  EXPECT_TRUE(numbered.edge_attribute_names.empty());
  EXPECT_EQ(complaint(small_with({{"nodes.csv", "graph,node,m\xff\n"}})).substr(0, 64),
            "[tables] nodes.csv:1: column 3: expected a name in UTF-8, found ");
}

TEST(Tables, ReadsGraphsInTheOrderOfTheirTableWithClassesAndTargets) {
  const Dataset dataset = read(small_with({{"graphs.csv", "graph,class,mu\nempty,yes,\nsecond,no,0.5\nfirst,,-1\n"}}));
  ASSERT_EQ(dataset.size(), 3);
  EXPECT_EQ(dataset.examples[0].graph.num_nodes(), 0);
  EXPECT_EQ(dataset.examples[1].graph.num_nodes(), 2);
  EXPECT_THAT(dataset.class_names, ElementsAre("no", "yes"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0, -1));
  EXPECT_THAT(dataset.target_names, ElementsAre("mu"));
  EXPECT_TRUE(std::isnan(dataset.targets[0]));
  EXPECT_EQ(dataset.targets[1], 0.5f);
}

TEST(Tables, TakesNamesOfAnyText) {
  const Dataset dataset = read({{"edges.csv", "graph,source,target\n\"a, \"\"b\"\"\",\"one\ntwo\",ü\n"}});
  EXPECT_EQ(dataset.examples[0].graph, graph_of(2, {{0, 1}}));
}

TEST(Tables, ChoosesTargetsByName) {
  const Files files = small_with({{"graphs.csv", "graph,class,mu,gap\nfirst,1,2,3\nsecond,1,4,5\n"}});
  EXPECT_THAT(read(files, {.targets = {"gap"}}).targets, ElementsAre(3, 5));
  EXPECT_THAT(read(files, {.task = TaskChoice::classification, .targets = {"gap"}}).class_names, ElementsAre("3", "5"));
  EXPECT_STREQ(error_of([&] { read(files, {.targets = {"graph"}}); }).what(),
               "data.targets: [tables] graphs.csv has no 'graph'. There are: class, mu, gap");
}

TEST(Tables, AreFoundInFoldersAndArchives) {
  const testing::TempFolder folder;
  folder.write("mine/edges.csv", small.at("edges.csv"));
  EXPECT_EQ(open_dataset((folder.path() / "mine").string()).name, "mine");
  const auto zip = testing::write_zip(folder.path() / "packed.zip", {{"x/edges.csv", small.at("edges.csv")}});
  EXPECT_EQ(open_dataset(zip.string()).name, "packed");
}

TEST(Tables, NameMistakesWithTheirLine) {
  EXPECT_EQ(complaint({{"nodes.csv", "graph,node\n"}}),
            "[tables] data/mine.zip: expected a file edges.csv, found none");
  EXPECT_EQ(complaint({{"edges.csv", "graph,source,target\n"}}), "[tables] data/mine.zip: expected graphs, found none");
  EXPECT_EQ(complaint({{"edges.csv", "graph,from,to\n"}}),
            "[tables] edges.csv:1: expected a column 'source', found 'graph', 'from', 'to'.");
  EXPECT_EQ(complaint({{"edges.csv", "graph,source,target,\n"}}), "[tables] edges.csv:1: column 4 has no name");
  EXPECT_EQ(complaint({{"edges.csv", "graph,source,target\ng,,b\n"}}),
            "[tables] edges.csv:2: expected the name of a node, found an empty field");
  EXPECT_EQ(complaint({{"edges.csv", "graph,source,target\n,a,b\n"}}),
            "[tables] edges.csv:2: expected the name of a graph, found an empty field");
  EXPECT_EQ(complaint({{"edges.csv", "graph,source,target,label\ng,a,b,single\n"}}),
            "[tables] edges.csv:2: 'label': expected an integer, found 'single'");
  EXPECT_EQ(complaint({{"edges.csv", "graph,source,target,length\ng,a,b,\n"}}),
            "[tables] edges.csv:2: 'length': expected a number, found ''");
  EXPECT_EQ(complaint(small_with({{"nodes.csv", "graph,node\nfirst,a\nfirst,b\nfirst,a\n"}})),
            "[tables] nodes.csv:4: node 'a' of graph 'first' stands twice");
  EXPECT_EQ(complaint(small_with({{"nodes.csv", "graph,node\nfirst,a\nfirst,b\n"}})),
            "[tables] edges.csv:3: node 'c' of graph 'first' is not in nodes.csv");
  EXPECT_EQ(complaint(small_with({{"graphs.csv", "graph\nfirst\n"}})),
            "[tables] edges.csv:4: graph 'second' is not in graphs.csv");
  EXPECT_EQ(complaint(small_with({{"graphs.csv", "graph\nfirst\nfirst\n"}})),
            "[tables] graphs.csv:3: graph 'first' stands twice");
}

}  // namespace
}  // namespace gnnir
