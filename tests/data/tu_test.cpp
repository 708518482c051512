#include "gnnir/data/formats/tu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/datasets.h"
#include "support/real_data.h"
#include "support/tu_folder.h"

namespace gnnir {
namespace {

using testing::complaint_about_tu;
using ::testing::ElementsAre;
using testing::Files;
using testing::graph_of;
using ::testing::HasSubstr;
using testing::read_tu_files;
using testing::small_tu;
using testing::small_tu_with;
using testing::without;

void expect_small_graphs(const Dataset& dataset) {
  ASSERT_EQ(dataset.size(), 2);
  EXPECT_EQ(dataset.examples[0].graph, graph_of(2, {{0, 1}}));
  EXPECT_EQ(dataset.examples[1].graph, graph_of(3, {{0, 1}, {1, 2}}));
}

TEST(TuReader, ReadsGraphsAndClasses) {
  const Dataset dataset = read_tu_files(small_tu);
  EXPECT_EQ(dataset.name, "X");
  expect_small_graphs(dataset);
  EXPECT_THAT(dataset.class_names, ElementsAre("-1", "1"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0));
  EXPECT_FALSE(dataset.has_targets());
  EXPECT_FALSE(dataset.has_node_labels());
  EXPECT_EQ(dataset.repairs, Dataset::Repairs());
}

TEST(TuReader, AcceptsOtherLineEndsSpacesAndBlankLinesAtTheEnd) {
  const Dataset dataset = read_tu_files({{"X_A.txt", "1,2\r\n2 , 1\r\n 3,4\r\n4,3\r\n4,\t5\r\n5,4"},
                                         {"X_graph_indicator.txt", "1\n1 \n 2\n2\n2\n\n \r\n"},
                                         {"X_graph_labels.txt", "\t1\r\n-1\r\n\r\n\r\n"}});
  expect_small_graphs(dataset);
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0));
}

TEST(TuReader, TakesEdgesInAnyOrder) {
  expect_small_graphs(read_tu_files(small_tu_with({{"X_A.txt", "5, 4\n2, 1\n3, 4\n1, 2\n4, 5\n4, 3\n"}})));
}

TEST(TuReader, CollapsesDuplicateEdges) {
  const Dataset dataset =
      read_tu_files(small_tu_with({{"X_A.txt", small_tu.at("X_A.txt") + small_tu.at("X_A.txt") + "1, 2\n"}}));
  expect_small_graphs(dataset);
  EXPECT_EQ(dataset.repairs.duplicate_edges, 7);
  EXPECT_EQ(dataset.repairs.reverse_edges_added, 0);
}

TEST(TuReader, AddsMissingReverseEdges) {
  const Dataset dataset = read_tu_files(small_tu_with({{"X_A.txt", "1, 2\n3, 4\n4, 3\n5, 4\n"}}));
  expect_small_graphs(dataset);
  EXPECT_EQ(dataset.repairs.reverse_edges_added, 2);
}

TEST(TuReader, KeepsDirectionsWhenAsked) {
  const Dataset dataset = read_tu_files(small_tu_with({{"X_A.txt", "1, 2\n"}}), {.undirected = false});
  EXPECT_EQ(dataset.examples[0].graph.edges(), (std::vector<Edge>{{0, 1}}));
  EXPECT_EQ(dataset.repairs.reverse_edges_added, 0);
}

TEST(TuReader, CountsSelfLoopsWhetherKeptOrDropped) {
  const Files files = small_tu_with({{"X_A.txt", "1, 1\n1, 1\n1, 2\n2, 1\n4, 4\n3, 4\n"}});
  const Dataset kept = read_tu_files(files);
  EXPECT_EQ(kept.examples[0].graph.num_edges(), 3);
  const Dataset dropped = read_tu_files(files, {.keep_self_loops = false});
  EXPECT_EQ(dropped.examples[0].graph.num_edges(), 2);
  for (const Dataset& dataset : {kept, dropped}) {
    EXPECT_EQ(dataset.repairs.self_loops, 2);
    EXPECT_EQ(dataset.repairs.duplicate_edges, 1);
    EXPECT_EQ(dataset.repairs.reverse_edges_added, 1);
  }
}

TEST(TuReader, ReadsNodeLabelsAndAttributesOfEachGraph) {
  const Dataset dataset = read_tu_files(small_tu_with(
      {{"X_node_labels.txt", "7\n-2\n0\n7\n7\n"}, {"X_node_attributes.txt", " 1.5, 2\n3,4\n5,6\n-7,8e0\n9,10\n"}}));
  EXPECT_THAT(dataset.examples[0].node_labels, ElementsAre(7, -2));
  EXPECT_THAT(dataset.examples[1].node_labels, ElementsAre(0, 7, 7));
  EXPECT_EQ(dataset.num_attributes, 2);
  EXPECT_THAT(dataset.examples[0].node_attributes, ElementsAre(1.5f, 2, 3, 4));
  EXPECT_THAT(dataset.examples[1].node_attributes, ElementsAre(5, 6, -7, 8, 9, 10));
}

TEST(TuReader, GivesEveryEdgeTheLabelOfItsFirstLineOrOfItsReverse) {
  // 3→4 and 4→3 have labels of their own, 4→5 comes twice, 5→4 not at all.
  const Dataset dataset =
      read_tu_files(small_tu_with({{"X_A.txt", "1, 2\n3, 4\n4, 5\n4, 3\n4, 5\n2, 1\n"},
                                   {"X_edge_labels.txt", "1\n34\n45\n43\n99\n2\n"},
                                   {"X_edge_attributes.txt", "1,0\n34,0\n45,0\n43,0\n99,0\n2,0\n"}}));
  EXPECT_THAT(dataset.examples[0].edge_labels, ElementsAre(2, 1));            // 2→1, 1→2
  EXPECT_THAT(dataset.examples[1].edge_labels, ElementsAre(43, 34, 45, 45));  // 4→3, 3→4, 5→4, 4→5
  EXPECT_EQ(dataset.num_edge_attributes, 2);
  EXPECT_THAT(dataset.examples[0].edge_attributes, ElementsAre(2, 0, 1, 0));
}

TEST(TuReader, WantsAnEdgeLabelForEveryLineOfTheEdgeList) {
  EXPECT_EQ(testing::complaint_about_tu(small_tu_with({{"X_edge_labels.txt", "1\n2\n"}})),
            "[tu] X_edge_labels.txt: expected 6 lines (one per edge), found 2");
}

TEST(TuReader, ReadsNumbersToTheNearestFloat) {
  // Just above the midpoint of 1 and the next float, by less than a double can hold: rounding twice would give 1.
  const std::string above_midpoint = "1.00000005960464477539062500001";
  const Dataset dataset =
      read_tu_files(small_tu_with({{"X_node_attributes.txt", above_midpoint + "\n1e-60\n0\n0\n0\n"}}));
  EXPECT_EQ(dataset.examples[0].node_attributes[0], std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(dataset.examples[0].node_attributes[1], 0.0f);
}

TEST(TuReader, OrdersClassesByTheirNumbers) {
  const Dataset dataset = read_tu_files(small_tu_with({{"X_graph_labels.txt", "10\n9\n"}}));
  EXPECT_THAT(dataset.class_names, ElementsAre("9", "10"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0));
}

TEST(TuReader, KeepsTheTextOfClassesAndJoinsEqualNumbers) {
  const Dataset dataset = read_tu_files(small_tu_with(
      {{"X_graph_indicator.txt", "1\n1\n2\n2\n2\n"}, {"X_A.txt", ""}, {"X_graph_labels.txt", "+1\n01\n1.0\n-1\n"}}));
  EXPECT_THAT(dataset.class_names, ElementsAre("-1", "+1"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 1, 1, 0));
}

TEST(TuReader, TakesLabelsThatAreNoIntegersForATarget) {
  const Dataset dataset = read_tu_files(small_tu_with({{"X_graph_labels.txt", "3\n0.5\n"}}));
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_TRUE(dataset.class_names.empty());
  EXPECT_THAT(dataset.targets, ElementsAre(3, 0.5f));
  EXPECT_THAT(dataset.target_names, ElementsAre("target_0"));
}

TEST(TuReader, ReadsTargetsBesideClasses) {
  const Dataset dataset = read_tu_files(small_tu_with({{"X_graph_attributes.txt", "1, 2.5\n-3,4\n"}}));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0));
  EXPECT_EQ(dataset.num_targets, 2);
  EXPECT_THAT(dataset.targets, ElementsAre(1, 2.5f, -3, 4));
  EXPECT_THAT(dataset.target_names, ElementsAre("target_0", "target_1"));
}

TEST(TuReader, TakesNanAndEmptyFieldsForMissing) {
  const Dataset dataset =
      read_tu_files(small_tu_with({{"X_graph_labels.txt", "nan\n4\n"}, {"X_graph_attributes.txt", ",2\n3,NaN\n"}}));
  EXPECT_THAT(dataset.classes, ElementsAre(-1, 0));
  ASSERT_EQ(dataset.targets.size(), 4u);
  EXPECT_TRUE(std::isnan(dataset.targets[0]));
  EXPECT_EQ(dataset.targets[1], 2);
  EXPECT_EQ(dataset.targets[2], 3);
  EXPECT_TRUE(std::isnan(dataset.targets[3]));
}

TEST(TuReader, TakesAnEmptyLineForMissingWhereTheLinesMatchTheGraphs) {
  EXPECT_THAT(read_tu_files(small_tu_with({{"X_graph_labels.txt", "\n4\n"}})).classes, ElementsAre(-1, 0));
  EXPECT_THAT(read_tu_files(small_tu_with({{"X_graph_labels.txt", "4\n\n"}})).classes, ElementsAre(0, -1));
  EXPECT_THAT(complaint_about_tu(small_tu_with({{"X_graph_labels.txt", "4\n\n5\n"}})),
              HasSubstr("[tu] X_graph_labels.txt:2: expected a label, found an empty line"));
  const Dataset targets = read_tu_files(small_tu_with({{"X_graph_attributes.txt", "\n0.5\n"}}));
  EXPECT_TRUE(std::isnan(targets.targets[0]));
  EXPECT_EQ(targets.targets[1], 0.5f);
}

TEST(TuReader, HasNoClassesIfAllLabelsAreMissing) {
  const Dataset dataset = read_tu_files(small_tu_with({{"X_graph_labels.txt", "nan\nnan\n"}}));
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_FALSE(dataset.has_targets());
  EXPECT_EQ(dataset.size(), 2);
}

TEST(TuReader, NeedsNoLabels) {
  const Dataset dataset = read_tu_files(without(small_tu, "X_graph_labels.txt"));
  expect_small_graphs(dataset);
  EXPECT_FALSE(dataset.has_classes());
}

TEST(TuReader, TakesSkippedGraphsWithALabelForEmpty) {
  const Dataset dataset = read_tu_files(
      {{"X_A.txt", "1,2\n"}, {"X_graph_indicator.txt", "2\n2\n4\n"}, {"X_graph_labels.txt", "0\n0\n1\n1\n0\n"}});
  std::vector<NodeId> sizes;
  for (const Example& example : dataset.examples) sizes.push_back(example.graph.num_nodes());
  EXPECT_THAT(sizes, ElementsAre(0, 2, 0, 1, 0));
  EXPECT_THAT(dataset.classes, ElementsAre(0, 0, 1, 1, 0));
}

TEST(TuReader, ReadsMutag) {
  GNNIR_NEEDS_REAL_DATA("MUTAG.zip");
  const Dataset dataset = read_tu(FileSource::open(testing::real_data() / "MUTAG.zip"));
  EXPECT_EQ(dataset.name, "MUTAG");
  EXPECT_EQ(dataset.size(), 188);
  EXPECT_THAT(dataset.class_names, ElementsAre("-1", "1"));
  EXPECT_TRUE(dataset.has_node_labels());
  std::int64_t nodes = 0;
  for (const Example& example : dataset.examples) nodes += example.graph.num_nodes();
  EXPECT_EQ(nodes, 3371);
}

TEST(TuReader, CollapsesTheDoubledLinesOfImdbBinary) {
  GNNIR_NEEDS_REAL_DATA("IMDB-BINARY.zip");
  const Dataset dataset = read_tu(FileSource::open(testing::real_data() / "IMDB-BINARY.zip"));
  std::int64_t edges = 0;
  for (const Example& example : dataset.examples) edges += example.graph.num_undirected_edges();
  EXPECT_EQ(dataset.size(), 1000);
  EXPECT_EQ(edges, 96531);
  EXPECT_EQ(dataset.repairs.duplicate_edges, 2 * 96531);
  EXPECT_EQ(dataset.repairs.self_loops, 0);
}

TEST(TuReader, ReadsAttributesOfProteins) {
  GNNIR_NEEDS_REAL_DATA("PROTEINS.zip");
  const Dataset dataset = read_tu(FileSource::open(testing::real_data() / "PROTEINS.zip"));
  EXPECT_EQ(dataset.size(), 1113);
  EXPECT_EQ(dataset.num_attributes, 1);
  EXPECT_EQ(dataset.examples[0].node_attributes[0], 23.0f);
}

TEST(TuReader, ReadsTargetsOfZinc) {
  GNNIR_NEEDS_REAL_DATA("ZINC_val.zip");
  const Dataset dataset = read_tu(FileSource::open(testing::real_data() / "ZINC_val.zip"));
  EXPECT_EQ(dataset.size(), 1000);
  EXPECT_EQ(dataset.num_targets, 1);
  EXPECT_EQ(dataset.targets[0], 0.629915774f);
}

}  // namespace
}  // namespace gnnir
