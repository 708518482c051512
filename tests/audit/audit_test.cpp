#include "gnnir/audit/audit.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "gnnir/audit/distinguish.h"
#include "gnnir/audit/measure.h"
#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/models/torch_network.h"
#include "gnnir/train/trainer.h"
#include "support/training.h"

namespace gnnir {
namespace {

/// Audits rings of 5 to 12 nodes, without features, with random weights.
std::vector<GraphAudit> audit_rings(const IrOptions& ir, AuditOptions options = {.relabellings = 6},
                                    std::size_t threads = 2) {
  Dataset dataset;
  for (NodeId length = 5; length <= 12; ++length) {
    dataset.examples.push_back({.graph = testing::rings(1, length)});
    dataset.classes.push_back(length % 2);
  }
  dataset.class_names = {"even", "odd"};
  RunConfig config = testing::small_config();
  config.data.features = FeatureKind::constant;
  config.model.ir = ir;
  Split split;
  for (std::int64_t g = 0; g < dataset.size(); ++g) split.train.push_back(g);
  const Predictor predictor = predictor_of(TrainedModel::create(header_for(dataset, split, config)));
  const EncodedDataset data = EncodedDataset::features_of(dataset, predictor.model());
  ThreadPool pool(threads);
  return audit(predictor, data, split.train, options, pool);
}

std::int64_t count(const std::vector<GraphAudit>& audits, Verdict verdict) {
  return std::count_if(audits.begin(), audits.end(), [&](const GraphAudit& a) { return a.verdict == verdict; });
}

TEST(Audit, CertifiesThePlainGnn) {
  const auto audits = audit_rings({.layers = 0});
  EXPECT_EQ(count(audits, Verdict::certified), 8);
  EXPECT_EQ(audits[3].graph, 3);
  EXPECT_EQ(audits[3].certificate.num_cells, 1);
}

/// Rings of equal nodes, of which a model takes some; targets instead of classes if `numbers`.
struct CutCells {
  explicit CutCells(bool numbers) : dataset(testing::ring_dataset(12)) {
    if (numbers) {
      dataset.classes.clear();
    } else {
      dataset.targets.clear();
      dataset.target_names.clear();
      dataset.num_targets = 0;
    }
    config = testing::small_config();
    config.data.features = FeatureKind::constant;
    config.model.ir = {.layers = 2, .width = 2, .ties = TiePolicy::index};
  }
  [[nodiscard]] Predictor model(std::uint64_t seed) const {
    RunConfig own = config;
    own.train.seed = seed;
    return predictor_of(TrainedModel::create(header_for(dataset, testing::thirds(12), own)));
  }
  Dataset dataset;
  RunConfig config;
};

/// Largest minus smallest over the graph and its copies, as `predict` has them.
std::vector<double> naive_moves(const Predictor& predictor, const Dataset& dataset, std::int64_t graph,
                                const AuditOptions& options) {
  const Dataset copies = relabelled_copies(dataset, graph, options.relabellings, options.seed);
  const Predictions found = predictor.predict(copies);
  std::vector<double> moves;
  const auto numbers = [](const Prediction& p) { return p.targets.empty() ? p.probabilities : p.targets; };
  for (std::size_t t = 0; t < found.names.size(); ++t) {
    std::vector<double> values;
    for (const Prediction& one : found.graphs) values.push_back(numbers(one)[t]);
    moves.push_back(*std::max_element(values.begin(), values.end()) - *std::min_element(values.begin(), values.end()));
  }
  if (found.graphs[0].targets.empty()) {
    moves = {moves[static_cast<std::size_t>(found.graphs[0].predicted_class)]};
  }
  return moves;
}

TEST(Audit, SaysHowFarPredictionsMove) {
  for (const bool numbers : {false, true}) {
    const CutCells cut(numbers);
    const Predictor one = cut.model(1);
    const Predictor several = Predictor::together({cut.model(1), cut.model(2)});
    const AuditOptions options{.relabellings = 5, .seed = 3, .tolerance = 1e-9};
    ThreadPool pool(2);
    double largest = 0;
    for (const Predictor* predictor : {&one, &several}) {
      const EncodedDataset data = EncodedDataset::features_of(cut.dataset, predictor->model());
      for (const GraphAudit& found : audit(*predictor, data, testing::thirds(12).train, options, pool)) {
        if (found.verdict == Verdict::certified) {
          for (const double move : found.moves) EXPECT_EQ(move, 0);
          continue;
        }
        const std::vector<double> naive = naive_moves(*predictor, cut.dataset, found.graph, options);
        ASSERT_EQ(found.moves.size(), naive.size());
        ASSERT_EQ(naive.size(), numbers ? 2U : 1U);
        for (std::size_t t = 0; t < naive.size(); ++t) {
          EXPECT_NEAR(found.moves[t], naive[t], 2e-6) << found.graph;
          largest = std::max(largest, naive[t]);
        }
      }
    }
    EXPECT_GT(largest, 1e-4) << "else there is nothing to compare";
  }
}

TEST(Audit, OfWhatIsCertifiedNothingMoves) {
  for (const GraphAudit& one : audit_rings({.layers = 0})) {
    ASSERT_EQ(one.moves.size(), 1U);
    EXPECT_EQ(one.moves[0], 0);
  }
}

TEST(Audit, CertifiesWholeCells) {
  for (const MergeKind merge : {MergeKind::max, MergeKind::sum, MergeKind::tree}) {
    const auto audits =
        audit_rings({.layers = 2, .width = 1, .merge = merge, .ties = TiePolicy::cell, .max_branches = 144});
    EXPECT_EQ(count(audits, Verdict::depends), 0) << name_of(merge);
    for (const GraphAudit& one : audits) {
      EXPECT_TRUE(one.verdict == Verdict::certified || one.certificate.layers[1].close_call) << one.certificate.because;
    }
    const auto all = audit_rings({.layers = 2, .width = all_nodes, .merge = merge, .max_branches = 144});
    EXPECT_EQ(count(all, Verdict::certified), 8) << name_of(merge);
  }
}

TEST(Audit, CertifiesOneNodeOfAnOrbit) {
  const auto audits = audit_rings({.layers = 1, .width = 1});
  EXPECT_EQ(count(audits, Verdict::certified), 8);
  EXPECT_TRUE(audits[0].certificate.layers[0].cut);
  EXPECT_TRUE(audits[0].certificate.layers[0].cut_cell_is_orbit);
  EXPECT_EQ(audits[0].chosen[0], std::vector<NodeId>{0});
}

TEST(Audit, SeesThatTwoNodesOfARingMakeTheOrderMatter) {
  const auto audits = audit_rings({.layers = 1, .width = 2}, {.relabellings = 30, .tolerance = 1e-7});
  EXPECT_EQ(count(audits, Verdict::certified), 0);
  EXPECT_GE(count(audits, Verdict::depends), 6);
  EXPECT_EQ(audits[0].certificate.because, "layer 1: 2 of 5 equivalent nodes were taken");
}

TEST(Audit, WithoutRelabellingsNothingIsSeen) {
  const auto audits = audit_rings({.layers = 1, .width = 2}, {.relabellings = 0});
  EXPECT_EQ(count(audits, Verdict::stable), 8);
}

TEST(Audit, ProvesNothingWithoutATolerance) {
  const auto audits = audit_rings({.layers = 1, .width = 1, .ties = TiePolicy::cell, .tie_tolerance = 0});
  EXPECT_EQ(count(audits, Verdict::certified), 0);
  EXPECT_EQ(audits[0].certificate.because, "no tolerance for rounding");
}

TEST(Audit, MarksACellCutAtTheCap) {
  const auto audits = audit_rings({.layers = 1, .width = 1, .ties = TiePolicy::cell, .max_branches = 7},
                                  {.relabellings = 30, .tolerance = 1e-7});
  for (const GraphAudit& one : audits) {
    const bool fits = one.certificate.num_orbits > 0 && one.graph + 5 <= 7;
    EXPECT_EQ(one.certificate.layers[0].cut, !fits) << one.graph;
    EXPECT_EQ(one.verdict == Verdict::certified, fits || one.graph + 5 == 8) << one.graph;  // 7 of 8: all but one
  }
}

TEST(Audit, GivesTheSameForAnyNumberOfThreads) {
  const auto one_thread = audit_rings({.layers = 3, .width = 3}, {.relabellings = 10}, 1);
  const auto three = audit_rings({.layers = 3, .width = 3}, {.relabellings = 10}, 3);
  for (std::size_t g = 0; g < three.size(); ++g) {
    EXPECT_EQ(one_thread[g].spread, three[g].spread);
    EXPECT_EQ(one_thread[g].verdict, three[g].verdict);
    EXPECT_EQ(one_thread[g].certificate.because, three[g].certificate.because);
  }
}

TEST(Audit, NumbersThatAreNotFiniteAreNeverCertified) {
  // Sums over ten branches, fourteen layers deep, leave what a float can hold.
  const auto audits = audit_rings({.layers = 14, .width = all_nodes, .merge = MergeKind::sum});
  for (const GraphAudit& one : audits) {
    if (std::isfinite(one.spread)) continue;
    EXPECT_EQ(one.verdict, Verdict::depends);
    EXPECT_EQ(one.certificate.because, "the output is not a finite number");
  }
  EXPECT_FALSE(std::isfinite(audits.back().spread));
}

std::shared_ptr<const Network> in_double(const ModelOptions& options, const ModelShape& shape, std::uint64_t seed) {
  return random_network(options, shape, seed, {.precision = at::kDouble});
}

Separation separated_by(const Dataset& dataset, const ModelOptions& model) {
  RandomNetworks networks;
  networks.model = model;
  networks.model.gnn.hidden = 8;
  ThreadPool pool(2);
  const Measurement measured = measure(dataset, networks, in_double, pool);
  EXPECT_TRUE(measured.cuts.empty());
  return separate(measured.graphs, isomorphism_classes(dataset, DatasetColours::of(dataset)), ComparedPairs::all);
}

/// A ring of six, two of three, and the first under other names.
Dataset rings_of_six() {
  Dataset dataset;
  const Graph six = testing::rings(1, 6);
  dataset.examples = {{.graph = six},
                      {.graph = testing::rings(2, 3)},
                      {.graph = relabelled(six, std::vector<NodeId>{3, 1, 5, 0, 2, 4})}};
  return dataset;
}

TEST(Distinguish, NetworksSeparateWhatTheyShouldAndNothingElse) {
  const Separation plain = separated_by(rings_of_six(), {.ir = {.layers = 0}});
  EXPECT_EQ(plain.separated, 0);
  EXPECT_EQ(plain.total, 3);
  EXPECT_EQ(plain.isomorphic, 1);
  for (const MergeKind merge : {MergeKind::max, MergeKind::tree}) {
    const Separation found = separated_by(rings_of_six(), {.ir = {.layers = 1, .width = all_nodes, .merge = merge}});
    EXPECT_EQ(found.separated, 2) << name_of(merge);
    EXPECT_EQ(found.false_positives, 0) << name_of(merge);
  }
}

TEST(Distinguish, OutputsThatDependOnTheOrderOfNodesSeparateNothing) {
  // Two of six equal nodes, the lowest numbers: relabelled copies differ as much as different graphs do.
  EXPECT_EQ(separated_by(rings_of_six(), {.ir = {.layers = 1, .width = 2}}).separated, 0);
}

TEST(Distinguish, AChoiceAmongNodesThatOnlyLookAlikeSeparatesNothing) {
  // A ring of four beside one of six: which of them the first node belongs to depends on the names. Among many copies
  // some choose alike by luck.
  std::vector<Edge> edges;
  for (NodeId i = 0; i < 4; ++i) edges.push_back({i, (i + 1) % 4});
  for (NodeId i = 0; i < 6; ++i) edges.push_back({4 + i, 4 + (i + 1) % 6});
  Dataset dataset;
  dataset.examples.push_back({.graph = Graph::from_edges(10, edges)});
  const Dataset copies = relabelled_copies(dataset, 0, 19, 3);
  const Separation found = separated_by(copies, {.ir = {.layers = 1, .width = 1}});
  EXPECT_EQ(found.isomorphic, 190);
  EXPECT_EQ(found.false_positives, 0);
}

TEST(Distinguish, LargeNumericWidthsAreCutToWhatFits) {
  Dataset dataset;
  for (int g = 0; g < 2; ++g) dataset.examples.push_back({.graph = testing::rings(1, 50)});
  RandomNetworks networks;
  networks.networks = 1;
  networks.model.gnn.hidden = 4;
  networks.model.ir = {.layers = 1, .width = 40, .merge = MergeKind::tree};
  networks.max_rows = 50 * 20;
  ThreadPool pool(1);
  EXPECT_EQ(measure(dataset, networks, in_double, pool).cuts, std::vector<std::string>{"k = 20"});
}

TEST(Distinguish, SeparatesTheClassesOfSmallSkipLinkGraphs) {
  Dataset dataset = generate_csl({.nodes = 11, .skips = {2, 3}, .copies = 2});
  const Separation tree = separated_by(dataset, {.ir = {.layers = 2, .width = all_nodes, .merge = MergeKind::tree}});
  EXPECT_EQ(tree.total, 6);
  EXPECT_EQ(tree.isomorphic, 2);
  EXPECT_EQ(tree.separated, 4);
  EXPECT_EQ(tree.false_positives, 0);
}

/// A network that takes its time, on a computer that is as slow as one likes.
class SlowNetwork : public Network {
 public:
  SlowNetwork(std::shared_ptr<const Network> network, std::chrono::milliseconds pause)
      : network_(std::move(network)), pause_(pause) {}
  [[nodiscard]] NetworkOutput run(const NetworkInput& input) const override {
    std::this_thread::sleep_for(pause_);
    return network_->run(input);
  }
  void require_fit(const Dataset& dataset) const override { network_->require_fit(dataset); }
  [[nodiscard]] double largest_level(const Graph& graph) const override { return network_->largest_level(graph); }
  [[nodiscard]] double flops(const Graph& graph) const override { return network_->flops(graph); }

 private:
  std::shared_ptr<const Network> network_;
  std::chrono::milliseconds pause_;
};

TEST(Distinguish, FindsTheSameOnASlowComputer) {
  Dataset dataset;
  for (int g = 0; g < 2; ++g) dataset.examples.push_back({.graph = testing::rings(1, 8)});
  RandomNetworks networks;
  networks.model.gnn.hidden = 4;
  networks.model.ir = {.layers = 2, .width = all_nodes};
  networks.budget = 0.1;  // a nominal computer needs less
  const NetworkFactory slow = [](const ModelOptions& options, const ModelShape& shape, std::uint64_t seed) {
    return std::make_shared<const SlowNetwork>(in_double(options, shape, seed), std::chrono::milliseconds(200));
  };
  ThreadPool one(1);
  ThreadPool two(2);
  const Measurement slowly = measure(dataset, networks, slow, one);
  const Measurement quickly = measure(dataset, networks, in_double, two);
  EXPECT_TRUE(slowly.cuts.empty());
  EXPECT_EQ(slowly.cuts, quickly.cuts);
  EXPECT_EQ(slowly.networks, quickly.networks);
  networks.budget = 1e-9;
  EXPECT_EQ(measure(dataset, networks, slow, one).cuts, measure(dataset, networks, in_double, two).cuts);
  EXPECT_FALSE(measure(dataset, networks, in_double, two).cuts.empty());
}

TEST(Distinguish, StaysWithinItsBudgetAndSaysHow) {
  Dataset dataset;
  for (int g = 0; g < 4; ++g) dataset.examples.push_back({.graph = testing::rings(1, 30)});
  RandomNetworks networks;
  networks.model.gnn.hidden = 4;
  networks.model.ir = {.layers = 3, .width = all_nodes, .merge = MergeKind::tree};
  networks.max_rows = 30 * 900;
  ThreadPool pool(2);
  const Measurement measured = measure(dataset, networks, in_double, pool);
  EXPECT_EQ(measured.networks, 1);
  EXPECT_EQ(measured.model.ir.width, 1);
  EXPECT_EQ(measured.model.ir.ties, TiePolicy::cell);
  EXPECT_EQ(measured.cuts,
            (std::vector<std::string>{"one network instead of 3", "whole target cells instead of all nodes"}));
}

}  // namespace
}  // namespace gnnir
