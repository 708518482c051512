#include "gnnir/data/split/butina.h"

#include <gmock/gmock.h>

#include <bit>
#include <numeric>

#include "gnnir/base/rng.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using Clusters = std::vector<std::vector<std::int64_t>>;

Fingerprint with_bits(const std::vector<std::size_t>& bits) {
  Fingerprint fingerprint{};
  for (const std::size_t bit : bits) fingerprint.at(bit / 64) |= std::uint64_t{1} << (bit % 64);
  return fingerprint;
}

double tanimoto(const Fingerprint& a, const Fingerprint& b) {
  double both = 0;
  double either = 0;
  for (std::size_t word = 0; word < a.size(); ++word) {
    both += std::popcount(a[word] & b[word]);
    either += std::popcount(a[word] | b[word]);
  }
  return either == 0 ? 1 : both / either;
}

/// By the definition, with lists of all neighbours.
Clusters naive_clusters(const std::vector<Fingerprint>& fingerprints) {
  std::vector<std::vector<std::int64_t>> neighbours(fingerprints.size());
  for (std::size_t a = 0; a < fingerprints.size(); ++a) {
    for (std::size_t b = 0; b < fingerprints.size(); ++b) {
      if (tanimoto(fingerprints[a], fingerprints[b]) >= 0.6 - 1e-12)
        neighbours[a].push_back(static_cast<std::int64_t>(b));
    }
  }
  const std::vector<std::vector<std::int64_t>> before = neighbours;
  std::vector<bool> taken(fingerprints.size());
  Clusters clusters;
  while (std::count(taken.begin(), taken.end(), false) > 0) {
    std::size_t centre = fingerprints.size();
    for (std::size_t m = 0; m < fingerprints.size(); ++m) {
      if (!taken[m] && (centre == fingerprints.size() || before[m].size() > before[centre].size())) centre = m;
    }
    clusters.emplace_back();
    for (const std::int64_t m : neighbours[centre]) {
      if (taken[static_cast<std::size_t>(m)]) continue;
      taken[static_cast<std::size_t>(m)] = true;
      clusters.back().push_back(m);
    }
  }
  return clusters;
}

TEST(Butina, BeginsWithTheMoleculeThatHasMostNeighbours) {
  // 1 has all bits of 0, 2 and 3, and few more; these share at most 3 of 8 with each other.
  // 1 has all bits of 0, 2 and 3, which share no more than 3 of 8 with each other.
  const std::vector<Fingerprint> fingerprints = {with_bits({0, 1, 2, 10, 11}), with_bits({0, 1, 2, 10, 11, 20, 21, 30}),
                                                 with_bits({0, 1, 2, 20, 21, 30}), with_bits({10, 11, 20, 21, 30}),
                                                 with_bits({2000})};
  EXPECT_THAT(butina_clusters(fingerprints), ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4)));
}

TEST(Butina, CountsASimilarityOfThreeFifthsAndNotLess) {
  EXPECT_THAT(butina_clusters(std::vector{with_bits({1, 2, 3, 4}), with_bits({2, 3, 4, 5})}),  // 3 of 5
              ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(butina_clusters(std::vector{with_bits({1, 2, 3, 4, 5, 6, 7}), with_bits({1, 2, 3, 4, 8, 9, 10})}),
              ElementsAre(ElementsAre(0), ElementsAre(1)));
  EXPECT_THAT(butina_clusters(std::vector{with_bits({}), with_bits({1}), with_bits({})}),
              ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
}

TEST(Butina, AgreesWithTheDefinitionOnRandomFingerprints) {
  Rng rng(3, Purpose::test);
  for (int round = 0; round < 20; ++round) {
    std::vector<Fingerprint> fingerprints;
    for (int family = 0; family < 8; ++family) {
      std::vector<std::size_t> base;
      for (int bit = 0; bit < 20; ++bit) base.push_back(rng.below(2048));
      for (int member = 0; member < 10; ++member) {
        std::vector<std::size_t> bits = base;
        for (int change = 0; change < 4; ++change) bits[rng.below(bits.size())] = rng.below(2048);
        fingerprints.push_back(with_bits(bits));
      }
    }
    const Clusters clusters = butina_clusters(fingerprints);
    EXPECT_EQ(clusters, naive_clusters(fingerprints));
    EXPECT_GE(clusters.size(), 8U) << "families share nothing";
    EXPECT_LT(clusters.size(), 80U);
  }
}

}  // namespace
}  // namespace gnnir
