#include "gnnir/data/picked.h"

#include <gmock/gmock.h>

#include "gnnir/data/check_dataset.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;

/// Three paths of 2, 3 and 4 nodes with all that a data set may know of them.
Dataset three_paths() {
  Dataset dataset;
  dataset.name = "D";
  for (NodeId nodes = 2; nodes < 5; ++nodes) {
    std::vector<Edge> edges;
    for (NodeId v = 1; v < nodes; ++v) edges.push_back({v - 1, v});
    dataset.examples.push_back({.graph = Graph::from_edges(nodes, edges)});
  }
  dataset.lines = {1, 2, 4};
  dataset.classes = {0, 1, -1};
  dataset.class_names = {"a", "b"};
  dataset.targets = {0.5F, 1, 1.5F, 2, 2.5F, 3};
  dataset.num_targets = 2;
  dataset.target_names = {"y", "z"};
  dataset.kept = {{"name", {"two", "three", "four"}}};
  return dataset;
}

TEST(Picked, TakesGraphsInTheGivenOrderWithWhatIsKnownOfThem) {
  const std::vector<std::int64_t> numbers = {2, 0};
  const Dataset found = picked(three_paths(), numbers);
  EXPECT_NO_THROW(check_dataset(found));
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found.examples[0].graph.num_nodes(), 4);
  EXPECT_EQ(found.examples[1].graph.num_nodes(), 2);
  EXPECT_THAT(found.lines, ElementsAre(4, 1));
  EXPECT_THAT(found.classes, ElementsAre(-1, 0));
  EXPECT_THAT(found.targets, ElementsAre(2.5F, 3, 0.5F, 1));
  EXPECT_THAT(found.kept.at(0).values, ElementsAre("four", "two"));
  EXPECT_EQ(found.name, "D");
}

TEST(Picked, RefusesNumbersOfNoGraph) {
  const std::vector<std::int64_t> numbers = {0, 3};
  const Error error = testing::error_of([&] { picked(three_paths(), numbers); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_STREQ(error.what(), "[data] D: graph 3 is outside 0..2");
}

}  // namespace
}  // namespace gnnir
