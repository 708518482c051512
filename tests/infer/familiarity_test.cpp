#include "gnnir/infer/familiarity.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gnnir/base/rng.h"
#include "gnnir/infer/training_graphs.h"
#include "support/datasets.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Graphs are numbered from `first`.
Embeddings embeddings(std::int64_t columns, std::vector<float> rows, std::int64_t first = 0) {
  Embeddings all{.columns = columns, .rows = std::move(rows), .graph_of_row = {}};
  all.graph_of_row.resize(all.rows.size() / static_cast<std::size_t>(columns));
  std::iota(all.graph_of_row.begin(), all.graph_of_row.end(), first);
  return all;
}

Embeddings random_embeddings(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  Rng rng(seed, Purpose::test);
  std::vector<float> values;
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    values.push_back(static_cast<float>(rng.normal() * static_cast<double>(1 + i % columns) + 5));
  }
  return embeddings(columns, std::move(values));
}

std::vector<std::int64_t> graphs_near(const Familiarity& one) {
  std::vector<std::int64_t> graphs;
  for (const Neighbour& neighbour : one.nearest) graphs.push_back(neighbour.graph);
  return graphs;
}

/// All distances to all rows, column by column as the definition has it.
std::vector<Neighbour> naive_neighbours(const Embeddings& training, const float* asked) {
  const auto columns = static_cast<std::size_t>(training.columns);
  const auto rows = training.graph_of_row.size();
  std::vector<double> squares(rows);
  for (std::size_t c = 0; c < columns; ++c) {
    double mean = 0;
    double variance = 0;
    for (std::size_t r = 0; r < rows; ++r) mean += training.rows[r * columns + c] / static_cast<double>(rows);
    for (std::size_t r = 0; r < rows; ++r) {
      variance += std::pow(training.rows[r * columns + c] - mean, 2) / static_cast<double>(rows);
    }
    for (std::size_t r = 0; r < rows; ++r) {
      squares[r] += std::pow(static_cast<double>(asked[c]) - training.rows[r * columns + c], 2) / variance;
    }
  }
  std::vector<Neighbour> all;
  for (std::size_t r = 0; r < rows; ++r) all.push_back({training.graph_of_row[r], std::sqrt(squares[r])});
  std::sort(all.begin(), all.end(), [](const Neighbour& a, const Neighbour& b) { return a.distance < b.distance; });
  return all;
}

TEST(Familiarity, CountsColumnsInUnitsOfTheirDeviation) {
  ThreadPool pool(1);
  // Deviations 1 and 100: both columns count the same.
  const TrainingEmbeddings known(embeddings(2, {-1, -100, 1, -100, -1, 100, 1, 100}), pool);
  const auto found = known.familiarity_of(embeddings(2, {1, 50, 3, 100}), 2, pool);
  EXPECT_THAT(graphs_near(found[0]), ElementsAre(3, 1));
  EXPECT_NEAR(found[0].nearest[0].distance, 0.5, 1e-6);
  EXPECT_NEAR(found[0].nearest[1].distance, 1.5, 1e-6);
  EXPECT_NEAR(found[1].nearest[0].distance, 2, 1e-6);
}

TEST(Familiarity, TakesNoNoticeOfConstantColumns) {
  ThreadPool pool(1);
  const TrainingEmbeddings known(embeddings(2, {0, 7, 2, 7, 4, 7}), pool);
  const auto found = known.familiarity_of(embeddings(2, {2, 1000}), 1, pool);
  EXPECT_THAT(graphs_near(found[0]), ElementsAre(1));
  EXPECT_EQ(found[0].nearest[0].distance, 0);
}

TEST(Familiarity, TakesARoundedNumberForTheSame) {
  ThreadPool pool(1);
  const float nearly = std::nextafter(100.0F, 200.0F);
  const TrainingEmbeddings known(embeddings(1, {100, 101, 102, 103}), pool);
  const auto found = known.familiarity_of(embeddings(1, {nearly}), 1, pool);
  EXPECT_EQ(found[0].nearest[0].distance, 0);
  EXPECT_FALSE(found[0].unfamiliar);
}

TEST(Familiarity, NamesEqualNeighboursInTheirOrder) {
  ThreadPool pool(1);
  const TrainingEmbeddings known(embeddings(1, {1, -1, 1, -1}, 10), pool);
  const auto found = known.familiarity_of(embeddings(1, {-1, 0}), 3, pool);
  EXPECT_THAT(graphs_near(found[0]), ElementsAre(11, 13, 10));
  EXPECT_THAT(graphs_near(found[1]), ElementsAre(10, 11, 12)) << "all of them lie a unit away";
}

TEST(Familiarity, FindsWhatComparingAllFindsWhateverTheThreads) {
  const Embeddings training = random_embeddings(1500, 7, 1);
  const Embeddings asked = random_embeddings(150, 7, 2);
  ThreadPool one(1);
  ThreadPool three(3);
  const auto found = TrainingEmbeddings(training, one).familiarity_of(asked, 5, one);
  const auto threaded = TrainingEmbeddings(training, three).familiarity_of(asked, 5, three);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<Neighbour> naive = naive_neighbours(training, asked.rows.data() + i * 7);
    ASSERT_EQ(found[i].nearest.size(), 5U);
    for (std::size_t n = 0; n < 5; ++n) {
      EXPECT_EQ(found[i].nearest[n].graph, naive[n].graph) << i << ", " << n;
      EXPECT_NEAR(found[i].nearest[n].distance, naive[n].distance, 1e-5);
      EXPECT_EQ(found[i].nearest[n].distance, threaded[i].nearest[n].distance);
    }
    EXPECT_EQ(found[i].closer, threaded[i].closer);
  }
}

TEST(Familiarity, FindsTheNearestOfFarAwayGraphsWhereSquaresLoseTheirDigits) {
  ThreadPool pool(1);
  const Embeddings training = random_embeddings(300, 3, 3);
  const Embeddings asked = embeddings(3, {4e6F, 1, 1, -1, 3e7F, 0});
  const auto found = TrainingEmbeddings(training, pool).familiarity_of(asked, 1, pool);
  for (std::size_t i = 0; i < 2; ++i) {
    const double nearest = naive_neighbours(training, asked.rows.data() + i * 3).front().distance;
    EXPECT_NEAR(found[i].nearest[0].distance / nearest, 1, 1e-6);
    EXPECT_TRUE(found[i].unfamiliar);
    EXPECT_EQ(found[i].closer, 1);
  }
}

TEST(Familiarity, IsTheShareOfTrainingGraphsThatLieCloserToAnother) {
  ThreadPool pool(1);
  // To their next: 1, 1, 2, 4 and 8 units.
  const Embeddings training = embeddings(1, {0, 1, 3, 7, 15});
  const TrainingEmbeddings known(training, pool);
  double variance = 0;
  for (const float x : training.rows) variance += std::pow(x - 5.2, 2) / 5;
  EXPECT_NEAR(known.usual_distance(), 8 / std::sqrt(variance), 1e-6);
  const auto found = known.familiarity_of(embeddings(1, {-0.5F, -1.5F, -3, -8.5F, 15}), 1, pool);
  std::vector<double> closer;
  for (const Familiarity& one : found) closer.push_back(one.closer);
  EXPECT_THAT(closer, ElementsAre(0, DoubleNear(0.4, 1e-9), DoubleNear(0.6, 1e-9), 1, 0));
  EXPECT_FALSE(found[2].unfamiliar);
  EXPECT_TRUE(found[3].unfamiliar);
}

TEST(Familiarity, IsFartherThanNinetyNineInAHundred) {
  ThreadPool pool(1);
  // 396 graphs a unit from their next, four of 2, 4, 8 and 16 units: one in a hundred is farther than what is usual.
  std::vector<float> line;
  for (int i = 0; i < 396; ++i) line.push_back(static_cast<float>(i));
  for (const int gap : {2, 4, 8, 16}) line.push_back(line.back() + static_cast<float>(gap));
  const TrainingEmbeddings known(embeddings(1, line), pool);
  const auto found = known.familiarity_of(embeddings(1, {-1, -1.5F, -2.5F}), 1, pool);
  EXPECT_FALSE(found[0].unfamiliar);
  EXPECT_TRUE(found[1].unfamiliar);
  EXPECT_NEAR(found[1].closer, 0.99, 1e-9);
  EXPECT_NEAR(found[2].closer, 397.0 / 400, 1e-9);
}

TEST(Familiarity, OfWhatIsNoNumberIsNone) {
  ThreadPool pool(1);
  const TrainingEmbeddings known(embeddings(2, {0, 0, NAN, 1, 1, 1, 2, 3}), pool);
  EXPECT_EQ(known.size(), 3);
  const auto found =
      known.familiarity_of(embeddings(2, {std::numeric_limits<float>::infinity(), 0, 0, NAN, 0, 0}), 3, pool);
  EXPECT_THAT(found[0].nearest, IsEmpty());
  EXPECT_TRUE(found[0].unfamiliar);
  EXPECT_THAT(found[1].nearest, IsEmpty());
  EXPECT_THAT(graphs_near(found[2]), ElementsAre(0, 2, 3)) << "all but the one that has no numbers";
}

TEST(Familiarity, AsksForNeighboursThatThereAre) {
  ThreadPool pool(1);
  const TrainingEmbeddings known(embeddings(1, {0, 1, 2}), pool);
  for (const std::int64_t count : {-1, 0, 4}) {
    EXPECT_THAT(error_of([&] { static_cast<void>(known.familiarity_of(embeddings(1, {0}), count, pool)); }).what(),
                HasSubstr("ask.neighbours: expected 1 to 3"));
  }
  EXPECT_THAT(error_of([&] {
                TrainingEmbeddings(embeddings(1, {2, 2, 2}), pool);
              }).what(),
              HasSubstr("3 training graphs that all have the same embedding"));
}

TEST(Familiarity, NamesAGraphByItsNamesOrElseByItsNumber) {
  Dataset dataset = testing::dataset_with_classes({0, 1, 0});
  EXPECT_EQ(called(dataset, 2), "2");
  dataset.kept = {{"id", {"x", "", ""}}, {"smiles", {"C", "CC", ""}}};
  EXPECT_EQ(called(dataset, 0), "x");
  EXPECT_EQ(called(dataset, 1), "CC");
  EXPECT_EQ(called(dataset, 2), "2");
}

}  // namespace
}  // namespace gnnir
