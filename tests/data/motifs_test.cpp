#include "gnnir/data/generate/motifs.h"

#include <gmock/gmock.h>

#include <set>
#include <sstream>

#include "gnnir/data/formats/formats.h"
#include "gnnir/data/formats/write.h"
#include "gnnir/data/open.h"
#include "gnnir/data/source/kept.h"
#include "gnnir/graph/symmetry.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::set<NodeId> nodes_in(const std::string& text) {
  std::istringstream words(text);
  std::set<NodeId> nodes;
  for (NodeId v = 0; words >> v;) nodes.insert(v);
  return nodes;
}

/// The edges between some nodes, renamed 0, 1, …
Graph among(const Graph& graph, const std::set<NodeId>& nodes) {
  std::vector<Edge> edges;
  for (const Edge& edge : graph.edges()) {
    if (!nodes.contains(edge.source) || !nodes.contains(edge.target)) continue;
    edges.push_back({static_cast<NodeId>(std::distance(nodes.begin(), nodes.find(edge.source))),
                     static_cast<NodeId>(std::distance(nodes.begin(), nodes.find(edge.target)))});
  }
  return Graph::from_edges(static_cast<NodeId>(nodes.size()), edges);
}

TEST(Motifs, AreAHouseOrARingWhereTheColumnSaysSo) {
  const Dataset dataset = generate_motifs({.graphs = 40});
  const Graph ring = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});
  const Graph house = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 4}});
  ASSERT_THAT(dataset.kept, SizeIs(1));
  std::int64_t houses = 0;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const Graph& graph = dataset.examples[g].graph;
    EXPECT_EQ(graph.num_nodes(), 25);
    EXPECT_EQ(graph.num_undirected_edges(), 19 + 1 + (dataset.classes[g] == 1 ? 6 : 5));
    const std::set<NodeId> motif = nodes_in(dataset.kept[0].values[g]);
    ASSERT_THAT(motif, SizeIs(5));
    EXPECT_TRUE(are_isomorphic(among(graph, motif), dataset.classes[g] == 1 ? house : ring)) << g;
    houses += dataset.classes[g];
  }
  EXPECT_EQ(houses, 20);
  EXPECT_EQ(dataset.class_names, (std::vector<std::string>{"cycle", "house"}));
}

TEST(Motifs, AreDrawnByTheSeed) {
  const auto graphs = [](std::uint64_t seed) { return generate_motifs({.graphs = 3, .seed = seed}).examples; };
  EXPECT_EQ(graphs(1), graphs(1));
  EXPECT_NE(graphs(1), graphs(2));
  EXPECT_THAT(testing::error_of([] { generate_motifs({.tree_nodes = 0}); }).what(), HasSubstr("at least 1 node"));
}

TEST(Motifs, GoThroughJsonLinesAndAreReadWhereTheyAreAskedFor) {
  const testing::TempFolder folder;
  const Dataset dataset = generate_motifs({.graphs = 4, .tree_nodes = 3});
  const auto path = folder.path() / "few.jsonl";
  EXPECT_THAT(write_dataset(dataset, path, format_of_path(path)), SizeIs(0));
  EXPECT_THAT(open_dataset(path.string(), {}, {}).kept, SizeIs(0));
  const Dataset read = open_dataset(path.string(), {}, {.keep = {motif_column}});
  EXPECT_EQ(read.kept, dataset.kept);
  EXPECT_EQ(read.examples, dataset.examples);
  EXPECT_THAT(open_dataset("motifs", {}, {}).kept, SizeIs(0));
  EXPECT_EQ(open_dataset("motifs", {}, {.keep = {motif_column}}).kept, generate_motifs().kept);
  EXPECT_THAT(testing::error_of([] { open_dataset("motifs", {}, {.keep = {"motive"}}); }).what(), HasSubstr("motif"));
}

}  // namespace
}  // namespace gnnir
