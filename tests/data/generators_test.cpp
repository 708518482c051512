#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/data/generate/generators.h"
#include "gnnir/data/generate/triangles.h"
#include "gnnir/data/named/known_datasets.h"
#include "gnnir/data/open.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/real_data.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;

bool joined(const Graph& graph, NodeId u, NodeId v) {
  for (const NodeId w : graph.neighbours(v)) {
    if (w == u) return true;
  }
  return false;
}

std::int64_t naive_triangles(const Graph& graph) {
  std::int64_t triangles = 0;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (NodeId v = u + 1; v < graph.num_nodes(); ++v) {
      for (NodeId w = v + 1; w < graph.num_nodes(); ++w) {
        triangles += joined(graph, u, v) && joined(graph, v, w) && joined(graph, u, w) ? 1 : 0;
      }
    }
  }
  return triangles;
}

/// How many shortest paths of each length leave a node: the same for all nodes and all names of a circulant graph.
std::map<int, std::int64_t> path_profile(const Graph& graph, NodeId start) {
  std::vector<int> distance(static_cast<std::size_t>(graph.num_nodes()), -1);
  std::vector<std::int64_t> paths(distance.size(), 0);
  std::queue<NodeId> queue({start});
  distance[static_cast<std::size_t>(start)] = 0;
  paths[static_cast<std::size_t>(start)] = 1;
  std::map<int, std::int64_t> profile;
  for (; !queue.empty(); queue.pop()) {
    const auto v = static_cast<std::size_t>(queue.front());
    profile[distance[v]] += paths[v] * paths[v];  // squares tell more than sums
    for (const NodeId neighbour : graph.neighbours(queue.front())) {
      const auto w = static_cast<std::size_t>(neighbour);
      if (distance[w] < 0) {
        distance[w] = distance[v] + 1;
        queue.push(neighbour);
      }
      if (distance[w] == distance[v] + 1) paths[w] += paths[v];
    }
  }
  return profile;
}

Graph circulant(NodeId nodes, NodeId skip) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = 0; v < nodes; ++v) {
      const NodeId gap = (v - u + nodes) % nodes;
      if (gap == 1 || gap == skip) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(nodes, edges);
}

const std::array<NodeId, 10> published_skips = {2, 3, 4, 5, 6, 9, 11, 12, 13, 16};

/// 15 graphs of each class in order, each looking the same as the circulant graph of its class from every node.
void expect_csl(const Dataset& dataset) {
  EXPECT_EQ(dataset.name, "CSL");
  ASSERT_EQ(dataset.size(), 150);
  ASSERT_EQ(dataset.class_names.size(), 10u);
  for (std::size_t g = 0; g < 150; ++g) {
    const std::size_t expected_class = g / 15;
    EXPECT_EQ(dataset.classes[g], static_cast<std::int64_t>(expected_class));
    EXPECT_EQ(dataset.class_names[expected_class], std::to_string(expected_class));
    const Graph& graph = dataset.examples[g].graph;
    ASSERT_EQ(graph.num_nodes(), 41);
    const auto expected = path_profile(circulant(41, published_skips[expected_class]), 0);
    for (NodeId v = 0; v < 41; ++v) {
      EXPECT_EQ(graph.degree(v), 4);
      EXPECT_EQ(path_profile(graph, v), expected) << "graph " << g << ", node " << v;
    }
  }
}

TEST(Csl, HasFifteenCopiesOfEachSkipLinkGraph) { expect_csl(generate_csl()); }

TEST(Csl, ResemblesThePublishedGraphs) {
  GNNIR_NEEDS_REAL_DATA("CSL.zip");
  expect_csl(open_dataset((testing::real_data() / "CSL.zip").string()));
}

TEST(Csl, NamesNodesAtRandom) {
  const Dataset dataset = generate_csl();
  for (std::size_t g = 1; g < 150; ++g) EXPECT_NE(dataset.examples[g], dataset.examples[g - 1]);
}

TEST(Csl, DependsOnTheSeedOnly) {
  testing::expect_same(generate_csl({.seed = 5}), generate_csl({.seed = 5}));
  EXPECT_NE(generate_csl({.seed = 5}).examples, generate_csl({.seed = 6}).examples);
}

TEST(Csl, TakesOtherSizes) {
  const Dataset dataset = generate_csl({.nodes = 7, .skips = {2}, .copies = 3});
  EXPECT_EQ(dataset.size(), 3);
  EXPECT_THAT(dataset.class_names, ElementsAre("0"));
  EXPECT_EQ(dataset.examples[2].graph.num_edges(), 28);
}

TEST(Csl, RefusesSkipsThatLinkNothingNew) {
  for (const NodeId skip : {-1, 0, 1, 40, 41}) {
    EXPECT_EQ(error_of([&] { generate_csl({.skips = {skip}}); }).kind(), ErrorKind::usage) << skip;
  }
  EXPECT_EQ(error_of([&] { generate_csl({.copies = 0}); }).kind(), ErrorKind::usage);
}

class Triangles : public ::testing::Test {
 protected:
  static const Dataset& generated() {
    static const Dataset dataset = generate_triangles();
    return dataset;
  }
};

TEST_F(Triangles, HaveThePublishedNumbersOfEdges) {
  const std::array<std::int64_t, 4> published = {1473464, 1718656, 1965532, 2947024};
  std::size_t graph = 0;
  std::int64_t edges = 0;
  ASSERT_EQ(generated().parts.size(), published.size());
  for (std::size_t part = 0; part < published.size(); ++part) {
    for (std::int64_t i = 0; i < generated().parts[part].size; ++i)
      edges += generated().examples.at(graph++).graph.num_edges();
    EXPECT_EQ(edges, published[part]) << generated().parts[part].name;
  }
  EXPECT_EQ(graph, 45000u);
  EXPECT_EQ(generated().size(), 45000);
}

TEST_F(Triangles, AreLabelledByTheNumberOfTheirTriangles) {
  for (std::size_t g = 0; g < 45000; g += 97) {
    const std::string& label = generated().class_names[static_cast<std::size_t>(generated().classes[g])];
    EXPECT_EQ(std::to_string(naive_triangles(generated().examples[g].graph)), label) << "graph " << g;
  }
}

TEST_F(Triangles, ComeInPartsWithAllClassesEquallyOften) {
  EXPECT_EQ(generated().parts,
            (std::vector<Dataset::Part>{{"train", 30000}, {"validation", 5000}, {"test", 5000}, {"test-large", 5000}}));
  std::size_t graph = 0;
  for (const Dataset::Part& part : generated().parts) {
    std::array<std::int64_t, 10> counts{};
    for (std::int64_t i = 0; i < part.size; ++i) ++counts.at(static_cast<std::size_t>(generated().classes[graph++]));
    for (const std::int64_t count : counts) EXPECT_EQ(count, part.size / 10) << part.name;
  }
}

TEST_F(Triangles, AreLargeInTheLastPartOnly) {
  for (std::size_t g = 0; g < 45000; ++g) {
    const NodeId nodes = generated().examples[g].graph.num_nodes();
    ASSERT_TRUE(g < 40000 ? nodes >= 4 && nodes <= 25 : nodes >= 26 && nodes <= 100) << "graph " << g << ": " << nodes;
  }
}

TEST_F(Triangles, AreThePublishedGraphs) {
  GNNIR_NEEDS_REAL_DATA("TRIANGLES.zip");
  const Dataset published = open_dataset((testing::real_data() / "TRIANGLES.zip").string());
  testing::expect_same(generated(), published);
  EXPECT_EQ(generated().parts, published.parts);
  EXPECT_EQ(published.repairs, Dataset::Repairs());
}

TEST(Generators, AreKnownDataSetsUnderTheNameOfWhatTheyGenerate) {
  std::set<std::string> known;
  for (const KnownDataset& dataset : known_datasets()) {
    if (dataset.generated) known.insert(dataset.name);
  }
  for (const Generator& generator : generators()) {
    EXPECT_EQ(known.count(generator.name), 1u) << generator.name;
    const Dataset dataset = generator.generate({});
    EXPECT_EQ(dataset.name, generator.name);
    EXPECT_EQ(dataset.parts, generator.published_parts) << generator.name;
    testing::expect_same(open_dataset(generator.name), dataset);
    if (!generator.fixed.empty()) continue;
    EXPECT_NE(generator.generate({.seed = 1}).examples, dataset.examples) << generator.name;
  }
  EXPECT_EQ(known.size(), generators().size());
}

TEST(Generators, AreFoundInAnyCase) {
  ASSERT_NE(find_generator("csl"), nullptr);
  EXPECT_EQ(find_generator("Triangles"), find_generator("TRIANGLES"));
  EXPECT_EQ(find_generator("MUTAG"), nullptr);
}

}  // namespace
}  // namespace gnnir
