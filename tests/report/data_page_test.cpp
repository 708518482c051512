#include "gnnir/report/data_page.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "gnnir/base/error.h"
#include "gnnir/draw/cell_colours.h"
#include "gnnir/report/data_examples.h"
#include "gnnir/report/example_figure.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Edges = std::vector<Edge>;

Example path(NodeId n) {
  Edges edges;
  for (NodeId v = 1; v < n; ++v) edges.push_back({static_cast<NodeId>(v - 1), v});
  return {.graph = Graph::from_edges(n, edges)};
}

/// Paths of 5, 2, 9, 3 and 4 nodes.
Dataset paths() {
  Dataset dataset{.name = "paths"};
  for (const NodeId n : {5, 2, 9, 3, 4}) dataset.examples.push_back(path(n));
  return dataset;
}

std::vector<std::int64_t> indices(const std::vector<ChosenGraph>& graphs) {
  std::vector<std::int64_t> all;
  for (const ChosenGraph& graph : graphs) all.push_back(graph.index);
  return all;
}

TEST(DataExamples, AreASpreadOfSizesAndClasses) {
  Dataset dataset = paths();
  dataset.class_names = {"a", "b", "nobody"};
  dataset.classes = {0, 0, 0, 1, -1};
  // Smallest 1, middle 4 (of 2 3 4 5 9), largest 2; of class a, graphs 0 1 2, the places 3 / 4 and 9 / 4: 0 and 2; of
  // b: 3.
  EXPECT_THAT(indices(choose_examples(dataset)), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(choose_examples(dataset)[1].reason, "smallest");
  EXPECT_EQ(choose_examples(dataset)[2].reason, "largest");
}

TEST(DataExamples, OfATargetAreItsLeastMiddleAndLargest) {
  Dataset dataset = paths();
  for (int i = 0; i < 40; ++i) dataset.examples.push_back(path(4));
  dataset.num_targets = 1;
  dataset.target_names = {"mu"};
  dataset.targets.assign(45, NAN);
  dataset.targets[30] = -1;
  dataset.targets[31] = 5;
  dataset.targets[32] = 2;
  std::map<std::int64_t, std::string> reasons;
  for (const ChosenGraph& graph : choose_examples(dataset)) reasons[graph.index] = graph.reason;
  EXPECT_EQ(reasons[30], "least mu");
  EXPECT_EQ(reasons[32], "middle mu");
  EXPECT_EQ(reasons[31], "largest mu");
}

TEST(DataExamples, OfNothingAreNone) { EXPECT_THAT(choose_examples(Dataset{}), ::testing::IsEmpty()); }

TEST(SharedCells, AreNumberedFromTheLargestAndSingleNodesHaveNone) {
  EXPECT_THAT(shared_cells({0, 1, 1, 2, 3, 3, 3}), ElementsAre(-1, 1, 1, -1, 0, 0, 0));
}

TEST(ExampleFigure, CountsCellsAndOrbits) {
  const Dataset dataset = paths();
  EXPECT_THAT(example_figure(dataset, {0, "why"}),
              HasSubstr("graph 0</strong> · why<br>5 nodes, 4 edges; 3 cells, 3 orbits"));
}

TEST(ExampleFigure, ShowsOrbitsTooWhereTheyAreMoreThanCells) {
  // A ring of six beside two triangles: one cell, two orbits.
  Dataset dataset{.name = "rings"};
  dataset.examples = {
      {.graph = Graph::from_edges(
           12,
           Edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {6, 7}, {7, 8}, {8, 6}, {9, 10}, {10, 11}, {11, 9}})}};
  const std::string figure = example_figure(dataset, {0, ""});
  EXPECT_THAT(figure, HasSubstr("1 cell, 2 orbits"));
  EXPECT_THAT(figure, HasSubstr("by orbit"));
}

TEST(ExampleFigure, LabelsOfNodesTellThemApart) {
  Dataset dataset = paths();
  dataset.examples[1].node_labels = {6, 8};
  EXPECT_THAT(example_figure(dataset, {1, ""}), HasSubstr("2 cells, 2 orbits"));
}

TEST(DataPage, SaysWhatIsThereAndWhatWasMended) {
  Dataset dataset = paths();
  dataset.class_names = {"a<b>", "c"};
  dataset.classes = {0, 0, 0, 1, -1};
  dataset.kept = {{"id", {"p", "q", "r", "<i>s</i>", "t"}}};
  dataset.repairs.duplicate_edges = 7;
  const std::string page = data_page(dataset, {.graphs = {3}, .remarks = {"a remark"}});
  EXPECT_THAT(page, HasSubstr("<td>a&lt;b&gt;</td><td class=\"number\">3</td><td class=\"number\">60.00</td>"));
  EXPECT_THAT(page, HasSubstr("1 graph has no class"));
  EXPECT_THAT(page, HasSubstr("id: &lt;i&gt;s&lt;/i&gt;"));
  EXPECT_THAT(page, HasSubstr("<td>duplicate edges collapsed</td><td class=\"number\">7</td>"));
  EXPECT_THAT(page, HasSubstr("a remark"));
  EXPECT_THAT(page, Not(HasSubstr("graph 0</strong>")));
  EXPECT_EQ(page, data_page(dataset, {.graphs = {3}, .remarks = {"a remark"}}));
}

TEST(DataPage, RefusesGraphsThatAreNotThere) {
  for (const std::int64_t index : {-1, 5}) {
    try {
      (void)data_page(paths(), {.graphs = {index}});
      FAIL() << index;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_THAT(error.what(), HasSubstr("graphs 0 to 4"));
    }
  }
}

TEST(DataPage, OfNothingIsAPage) { EXPECT_THAT(data_page(Dataset{.name = "none"}), HasSubstr("0 graphs")); }

}  // namespace
}  // namespace gnnir
