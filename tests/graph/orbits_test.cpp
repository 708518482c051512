#include "gnnir/graph/orbits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/symmetry.h"
#include "support/coloured_graphs.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using testing::ColouredGraph;
using ::testing::ElementsAre;
using Names = std::vector<NodeId>;

bool same(const ColouredGraph& a, const ColouredGraph& b) {
  return a.graph == b.graph && a.node_colours == b.node_colours && a.edge_colours == b.edge_colours;
}

/// All symmetries, by trying every renaming.
std::vector<Names> all_symmetries(const ColouredGraph& g) {
  Names names(static_cast<std::size_t>(g.graph.num_nodes()));
  std::iota(names.begin(), names.end(), 0);
  std::vector<Names> symmetries;
  do {
    if (same(testing::relabelled(g, names), g)) symmetries.push_back(names);
  } while (std::next_permutation(names.begin(), names.end()));
  return symmetries;
}

/// The smallest image of every sequence, and how many sequences share it.
std::map<Names, std::int64_t> orbits_by_trying(const ColouredGraph& g, std::size_t length) {
  const std::vector<Names> symmetries = all_symmetries(g);
  const NodeId n = g.graph.num_nodes();
  std::map<Names, std::int64_t> orbits;
  std::int64_t sequences = 1;
  for (std::size_t i = 0; i < length; ++i) sequences *= n;
  for (std::int64_t code = 0; code < sequences; ++code) {
    Names sequence;
    for (std::int64_t rest = code; sequence.size() < length; rest /= n) {
      sequence.push_back(static_cast<NodeId>(rest % n));
    }
    Names smallest = sequence;
    for (const Names& symmetry : symmetries) {
      Names image;
      for (const NodeId v : sequence) image.push_back(symmetry[static_cast<std::size_t>(v)]);
      smallest = std::min(smallest, image);
    }
    ++orbits[smallest];
  }
  return orbits;
}

TEST(Orbits, OfAStabiliserLeaveFixedNodesAlone) {
  const Graph ring = testing::rings(1, 6);
  EXPECT_THAT(orbits_of_stabiliser(ring, {}, {}), ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(orbits_of_stabiliser(ring, {}, Names{0}), ElementsAre(0, 1, 2, 3, 2, 1));  // the reflection through 0
  EXPECT_THAT(orbits_of_stabiliser(ring, {}, Names{0, 3}), ElementsAre(0, 1, 2, 3, 2, 1));
  EXPECT_THAT(orbits_of_stabiliser(ring, {}, Names{0, 1}), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(orbits_of_stabiliser(ring, {}, Names{0, 0}), ElementsAre(0, 1, 2, 3, 2, 1));
}

TEST(Orbits, OfSequencesAreThoseThatTryingAllRenamingsFinds) {
  for (std::uint64_t i = 0; i < 120; ++i) {
    Rng rng(11, Purpose::test, 0, i);
    const ColouredGraph g = testing::random_coloured_graph(rng, 6);
    for (std::size_t length = 0; length <= 3; ++length) {
      std::map<Names, std::int64_t> found;
      for (const SequenceOrbit& orbit : orbits_of_sequences(g.graph, g.colours(), static_cast<std::int64_t>(length))) {
        found[orbit.nodes] = orbit.multiplicity;
      }
      ASSERT_EQ(found, orbits_by_trying(g, length)) << "graph " << i << ", length " << length;
    }
  }
}

TEST(Orbits, OfSequencesHaveMultiplicitiesThatSumUpToAllSequences) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    Rng rng(12, Purpose::test, 0, i);
    const ColouredGraph g = i % 2 == 0 ? testing::random_rings(rng) : testing::random_coloured_graph(rng, 14);
    const std::int64_t n = g.graph.num_nodes();
    for (std::int64_t length = 0, all = 1; length <= 3; ++length, all *= n) {
      std::int64_t sum = 0;
      for (const SequenceOrbit& orbit : orbits_of_sequences(g.graph, g.colours(), length)) sum += orbit.multiplicity;
      ASSERT_EQ(sum, all) << "graph " << i << ", length " << length;
    }
  }
}

TEST(Orbits, OfPairsInACompleteGraphAreTwo) {
  Rng rng(0, Purpose::test);
  const Graph complete = testing::random_graph(7, 1.0, rng);
  EXPECT_EQ(orbits_of_sequences(complete, {}, 2), (std::vector<SequenceOrbit>{{{0, 0}, 7}, {{0, 1}, 42}}));
  EXPECT_EQ(orbits_of_sequences(complete, {}, 4).size(), 15U);  // partitions of four places: Bell's number
}

void expect_symmetries(const ColouredGraph& g, const OrbitMaps& maps) {
  const auto n = static_cast<std::size_t>(g.graph.num_nodes());
  ASSERT_EQ(maps.carried.size(), n * n);
  for (std::size_t v = 0; v < n; ++v) {
    const Names image(maps.carried.begin() + static_cast<std::ptrdiff_t>(v * n),
                      maps.carried.begin() + static_cast<std::ptrdiff_t>((v + 1) * n));
    ASSERT_EQ(image[v], maps.orbit[v]);
    ASSERT_TRUE(same(testing::relabelled(g, image), g)) << "node " << v;
  }
}

TEST(Orbits, HaveSymmetriesThatCarryEachNodeToTheSmallest) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(14, Purpose::test, 0, i);
    const ColouredGraph g = testing::random_coloured_graph(rng, 12);
    SCOPED_TRACE(i);
    ColourRefinement refinement(g.graph, g.colours());
    Partition partition = refinement.coarsest();
    for (std::uint64_t fixed = 0; fixed < rng.below(3) && g.graph.num_nodes() > 0; ++fixed) {
      const auto v = static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(g.graph.num_nodes())));
      if (partition.size_of(partition.cell_of(v)) > 1) refinement.individualize(partition, v);
    }
    const OrbitMaps maps = orbit_maps_of_partition(g.graph, g.colours(), partition);
    EXPECT_EQ(maps.orbit, orbits_of_partition(g.graph, g.colours(), partition));
    expect_symmetries(g, maps);
  }
  // Beyond bit matrices, where Traces works.
  const ColouredGraph rings = testing::uncoloured(testing::rings(3, 100));
  const OrbitMaps maps = orbit_maps_of_partition(rings.graph, {}, ColourRefinement(rings.graph, {}).coarsest());
  EXPECT_EQ(maps.orbit, Names(300, 0));
  expect_symmetries(rings, maps);
}

TEST(Orbits, ThatAreTooManyAreRefused) {
  const Graph path = testing::path(100);
  EXPECT_EQ(orbits_of_sequences(path, {}, 1, 50).size(), 50U);
  EXPECT_THROW(static_cast<void>(orbits_of_sequences(path, {}, 1, 49)), Error);
  EXPECT_THROW(static_cast<void>(orbits_of_sequences(path, {}, 10)), Error);  // 100^10 is more than 2^63
}

TEST(Orbits, AreTheSameWithAndWithoutCanonicalNames) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(13, Purpose::test, 0, i);
    const ColouredGraph g = testing::random_coloured_graph(rng, 16);
    ASSERT_EQ(find_orbits(g.graph, g.colours()), find_symmetry(g.graph, g.colours()).orbit) << "graph " << i;
  }
  EXPECT_EQ(find_orbits(testing::path(301)), find_symmetry(testing::path(301)).orbit);
}

}  // namespace
}  // namespace gnnir
