#include "gnnir/audit/certified_graphs.h"

#include <gmock/gmock.h>

#include <atomic>
#include <numeric>

#include "explain/fake_network.h"
#include "support/datasets.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::graph_of;
using ::testing::Pair;

/// Marks the first node of every graph, whatever it looks like; `cell`: of all nodes, as if they looked equal.
class MarksTheFirst : public testing::FakeNetwork {
 public:
  explicit MarksTheFirst(bool cell)
      : FakeNetwork([](const Example&) {
          return std::vector<double>{0, 1};
        }),
        cell_(cell) {}
  [[nodiscard]] NetworkOutput run(const NetworkInput& input) const override {
    asked += std::ssize(input.graphs);
    NetworkOutput output = FakeNetwork::run(input);
    const NodeId nodes = input.dataset.examples[static_cast<std::size_t>(input.graphs[0])].graph.num_nodes();
    Choice choice{.rows = {0}, .ptr = {0, 1}, .cut_ptr = {0}, .close_call = {false}};
    choice.cut_rows.resize(cell_ ? static_cast<std::size_t>(nodes) : 0);
    std::iota(choice.cut_rows.begin(), choice.cut_rows.end(), 0);
    choice.cut_ptr.push_back(static_cast<std::int32_t>(choice.cut_rows.size()));
    output.trace.layers.push_back({.choice = choice});
    return output;
  }
  mutable std::atomic<std::int64_t> asked = 0;

 private:
  bool cell_;
};

Predictor predictor_of_network(std::shared_ptr<const Network> network) {
  ModelHeader header;
  header.targets = {.task = Task::classification, .names = {"a", "b"}, .mean = {}, .scale = {}};
  header.features = {.kind = FeatureKind::constant, .num_reals = 1};
  header.config.model.ir = {.layers = 1, .width = 1};
  return {header, std::move(network)};
}

CertifiedGraphs certify(const Predictor& predictor, const Dataset& dataset, double operations = 1e9) {
  std::vector<std::int64_t> graphs(dataset.examples.size());
  std::iota(graphs.begin(), graphs.end(), 0);
  ThreadPool pool(2);
  return certify_graphs(predictor, EncodedDataset::features_of(dataset, predictor.model()), graphs, operations, pool);
}

TEST(CertifiedGraphs, CountCellsOrbitsAndProofs) {
  const Dataset dataset = testing::dataset_of({
      testing::rings(1, 6),                                                   // one cell, one orbit
      graph_of(7, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 6}, {6, 3}}),  // one cell, two orbits
      graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {1, 5}, {5, 2}}),          // all nodes differ
  });
  const CertifiedGraphs found = certify(predictor_of_network(std::make_shared<MarksTheFirst>(true)), dataset);
  EXPECT_EQ(found.graphs, 3);
  EXPECT_EQ(found.looked_at, 3);
  EXPECT_EQ(found.nontrivial_cells, 2);
  EXPECT_EQ(found.nontrivial_orbits, 2);
  EXPECT_EQ(found.cells_are_orbits, 2);
  EXPECT_EQ(found.cut, 3);
  EXPECT_EQ(found.certified, 1) << "any node of a ring will do";
  EXPECT_THAT(found.not_proved, ElementsAre(Pair("layer 1: a cell was cut that is not an orbit", 2)));
  EXPECT_EQ(CertifiedGraphs::from_json(found.to_json()).to_json(), found.to_json());
}

TEST(CertifiedGraphs, AskANetworkThatDecidesNothingAboutOneGraphOnly) {
  int asked = 0;
  const Predictor plain = testing::predictor_of_classes({"a", "b"}, [&](const Example&) {
    ++asked;
    return std::vector<double>{0, 1};
  });
  const Dataset dataset = testing::dataset_of({testing::rings(1, 5), testing::rings(1, 6), testing::rings(2, 3)});
  const CertifiedGraphs found = certify(plain, dataset, /*operations=*/0);
  EXPECT_EQ(found.certified, 3);
  EXPECT_EQ(found.looked_at, 3);
  EXPECT_EQ(asked, 1);
}

TEST(CertifiedGraphs, AreAsManyAsTheOperationsAreEnoughForEvenlyAlongTheList) {
  const Dataset dataset = testing::dataset_of(std::vector<Graph>(8, testing::rings(1, 10)));  // 10 operations each
  const auto network = std::make_shared<MarksTheFirst>(true);
  const CertifiedGraphs found = certify(predictor_of_network(network), dataset, 40);
  EXPECT_EQ(found.graphs, 8);
  EXPECT_EQ(found.looked_at, 4);
  EXPECT_EQ(found.certified, 4);
  EXPECT_EQ(network->asked, 1 + 4);
}

TEST(CertifiedGraphs, LeaveOutLargeGraphs) {
  const Dataset dataset =
      testing::dataset_of({testing::rings(1, most_nodes_certified + 1), testing::rings(1, most_nodes_certified)});
  const CertifiedGraphs found = certify(predictor_of_network(std::make_shared<MarksTheFirst>(true)), dataset);
  EXPECT_EQ(found.too_large, 1);
  EXPECT_EQ(found.looked_at, 1);
}

TEST(CertifiedGraphs, OfSeveralModelsAddUp) {
  const Dataset dataset = testing::dataset_of({testing::rings(1, 6)});
  CertifiedGraphs sum;
  sum.add(certify(testing::predictor_of_classes({"a", "b"},
                                                [](const Example&) {
                                                  return std::vector<double>{0, 1};
                                                }),
                  dataset));
  sum.add(certify(predictor_of_network(std::make_shared<MarksTheFirst>(false)), dataset));
  EXPECT_EQ(sum.graphs, 2);
  EXPECT_EQ(sum.certified, 1);
  EXPECT_THAT(sum.not_proved, ElementsAre(Pair("layer 1: rounding told equivalent nodes apart", 1)));
}

}  // namespace
}  // namespace gnnir
