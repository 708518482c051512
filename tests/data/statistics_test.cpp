#include "gnnir/data/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/datasets.h"

namespace gnnir {
namespace {

using testing::graph_of;

/// A path of three nodes with a loop, two nodes without edges, and no node at all.
Dataset three_graphs() {
  Dataset dataset{
      .name = "THREE",
      .examples = {
          {.graph = graph_of(3, {{0, 1}, {1, 2}, {2, 2}}), .node_labels = {6, 8, 6}, .edge_labels = {1, 1, 1, 2, 2}},
          {.graph = graph_of(2, {}), .node_labels = {6, 1}},
          {.graph = Graph()}}};
  dataset.class_names = {"no", "yes"};
  dataset.classes = {1, -1, 1};
  dataset.num_targets = 1;
  dataset.target_names = {"mu"};
  dataset.targets = {2, NAN, 4};
  return dataset;
}

TEST(Statistics, CountNodesEdgesAndDegrees) {
  const DatasetStatistics seen = statistics_of(three_graphs());
  EXPECT_EQ(seen.nodes.least, 0);
  EXPECT_EQ(seen.nodes.most, 3);
  EXPECT_DOUBLE_EQ(seen.nodes.mean(), 5.0 / 3);
  EXPECT_EQ(seen.undirected_edges, 3);
  EXPECT_EQ(seen.directed_edges, 5);
  EXPECT_EQ(seen.empty_graphs, 1);
  EXPECT_EQ(seen.edgeless_graphs, 1);
  EXPECT_EQ(seen.isolated_nodes, 2);
  EXPECT_EQ(seen.degree_counts, (std::map<std::int64_t, std::int64_t>{{0, 2}, {1, 1}, {2, 2}}));
  EXPECT_EQ(seen.size_counts, (std::map<std::int64_t, std::int64_t>{{0, 1}, {2, 1}, {3, 1}}));
}

TEST(Statistics, CountLabelsAndWhatIsMissing) {
  const DatasetStatistics seen = statistics_of(three_graphs());
  EXPECT_EQ(seen.different_node_labels, 3);
  EXPECT_EQ(seen.different_edge_labels, 2);
  EXPECT_EQ(seen.class_counts, (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(seen.missing_labels, 2);
  ASSERT_EQ(seen.targets.size(), 1u);
  EXPECT_EQ(seen.targets[0].name, "mu");
  EXPECT_EQ(seen.targets[0].missing, 1);
  EXPECT_EQ(seen.targets[0].values.mean(), 3);
  EXPECT_EQ(seen.targets[0].histogram.bins().front().count, 1);
}

TEST(Statistics, TellOfNoGraphsWhatThereIsToTell) {
  const Dataset none{.name = "NONE", .examples = {}};
  const Json json = statistics_json(none, statistics_of(none));
  EXPECT_EQ(json["graphs"], 0);
  EXPECT_TRUE(json["nodes"].is_null());
}

TEST(Statistics, BecomeJsonWithWhatTheDataSetTellsOfItself) {
  Dataset dataset = three_graphs();
  dataset.parts = {{"train", 2}, {"test", 1}};
  dataset.repairs.duplicate_edges = 7;
  const Json json = statistics_json(dataset, statistics_of(dataset));
  EXPECT_EQ(json["name"], "THREE");
  EXPECT_EQ(json["nodes"]["max"], 3);
  EXPECT_EQ(json["total_nodes"], 5);
  EXPECT_EQ(json["duplicate_edges_collapsed"], 7);
  EXPECT_EQ(json["classes"], (Json{{"no", 0}, {"yes", 2}}));
  EXPECT_EQ(json["target_values"]["mu"]["missing"], 1);
  EXPECT_EQ(json["parts"], (Json{{"train", 2}, {"test", 1}}));
  EXPECT_EQ(json["degree_histogram"], Json::parse("[[0, 0, 2], [1, 1, 1], [2, 2, 2]]"));
}

}  // namespace
}  // namespace gnnir
