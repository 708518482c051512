#include "gnnir/explain/explain.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "explain/fake_network.h"
#include "gnnir/explain/explanation_page.h"
#include "gnnir/explain/explanation_rows.h"
#include "gnnir/explain/method.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using testing::dataset_of;
using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;
using testing::error_of;
using testing::graph_of;
using ::testing::HasSubstr;
using testing::predictor_of_classes;
using testing::predictor_of_number;
using testing::sum_of_labels;
using testing::triangles;

Explanation explain_one(const Predictor& predictor, const Dataset& dataset, const ExplainOptions& options,
                        std::size_t threads = 1) {
  ThreadPool pool(threads);
  return explain(predictor, dataset, std::vector<std::int64_t>{0}, options, pool).front();
}

/// Two triangles with a common node, 2, and a tail.
Graph bow_tie() { return graph_of(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}, {4, 5}}); }

TEST(Occlusion, OfTrianglesCountsThoseThatANodeOrAnEdgeIsIn) {
  const Explanation found =
      explain_one(predictor_of_number(triangles), dataset_of({bow_tie()}), {.method = "occlusion"});
  EXPECT_EQ(found.value, 2);
  EXPECT_THAT(found.nodes, ElementsAre(1, 1, 2, 1, 1, 0));
  EXPECT_THAT(found.edges, ElementsAre(EdgeValue{0, 1, 1}, EdgeValue{0, 2, 1}, EdgeValue{1, 2, 1}, EdgeValue{2, 3, 1},
                                       EdgeValue{2, 4, 1}, EdgeValue{3, 4, 1}, EdgeValue{4, 5, 0}));
  EXPECT_EQ(found.spread, 0);
  EXPECT_FALSE(found.base);
}

TEST(MyersonMethod, OfTrianglesGivesEachOfItsNodesAThird) {
  for (const std::int64_t exact_nodes : {16, 2}) {
    const Explanation found = explain_one(predictor_of_number(triangles), dataset_of({bow_tie()}),
                                          {.method = "myerson", .samples = 2000, .exact_nodes = exact_nodes});
    const double near = exact_nodes == 16 ? 1e-12 : 0.05;
    const std::vector<double> expected = {1.0 / 3, 1.0 / 3, 2.0 / 3, 1.0 / 3, 1.0 / 3, 0};
    for (std::size_t v = 0; v < expected.size(); ++v) EXPECT_NEAR(found.nodes[v], expected[v], near);
    EXPECT_EQ(found.base, 0);
    EXPECT_NEAR(*found.gap, 0, 1e-12);
    EXPECT_EQ(found.errors.empty(), exact_nodes == 16);
  }
}

TEST(MyersonMethod, OfASumOverNodesGivesEachItsOwnShare) {
  Dataset dataset = dataset_of({graph_of(5, {{0, 1}, {1, 2}, {3, 4}})});
  dataset.examples[0].node_labels = {3, 1, 4, 1, 5};
  const auto plus_one = [](const Example& e) { return 1 + sum_of_labels(e); };
  const Explanation found = explain_one(predictor_of_number(plus_one, true), dataset, {.method = "myerson"});
  const auto about = [](double x) { return DoubleNear(x, 1e-12); };
  EXPECT_THAT(found.nodes, ElementsAre(about(3), about(1), about(4), about(1), about(5)));
  EXPECT_EQ(found.base, 1) << "of a graph without nodes";
  EXPECT_NEAR(*found.gap, 0, 1e-12) << "parts that do not hang together, too";
}

/// Counts more where nodes have small numbers, which no model should.
double prejudiced(const Example& example) {
  double sum = 0;
  for (NodeId v = 0; v < example.graph.num_nodes(); ++v) sum += example.graph.degree(v) / (1.0 + v);
  return sum;
}

TEST(Explanations, AreTheSameForNodesAndEdgesThatSymmetriesExchange) {
  for (const char* method : {"occlusion", "myerson"}) {
    for (const std::int64_t exact_nodes : {16, 2}) {
      const Explanation ring = explain_one(predictor_of_number(prejudiced), dataset_of({testing::rings(1, 7)}),
                                           {.method = method, .samples = 10, .exact_nodes = exact_nodes});
      EXPECT_THAT(ring.nodes, Each(ring.nodes[0])) << method;
      for (const EdgeValue& edge : ring.edges) EXPECT_EQ(edge.value, ring.edges[0].value);
      EXPECT_GT(ring.spread, 0.1) << "and how far they were apart is said";
      EXPECT_EQ(ring.orbits, 1);
    }
  }
}

TEST(Explanations, KeepNodesApartThatFeaturesTellApart) {
  Dataset dataset = dataset_of({testing::rings(1, 4)});
  dataset.examples[0].node_labels = {1, 0, 0, 0};
  const Explanation found = explain_one(predictor_of_number(sum_of_labels, true), dataset, {.method = "occlusion"});
  EXPECT_THAT(found.nodes, ElementsAre(1, 0, 0, 0));
  EXPECT_EQ(found.orbits, 3);
}

TEST(Explanations, AreRelabelledWithTheirGraph) {
  const Graph graph = bow_tie();
  const std::vector<NodeId> names = {4, 0, 5, 2, 1, 3};
  const Dataset dataset = dataset_of({graph, relabelled(graph, names)});
  ThreadPool pool(2);
  for (const char* method : {"occlusion", "myerson"}) {
    for (const std::int64_t exact_nodes : {16, 2}) {
      const std::vector<Explanation> found = explain(
          predictor_of_number(
              [](const Example& e) { return std::sqrt(triangles(e)) + static_cast<double>(e.graph.num_edges()); }),
          dataset, std::vector<std::int64_t>{0, 1}, {.method = method, .samples = 6, .exact_nodes = exact_nodes}, pool);
      for (std::size_t v = 0; v < names.size(); ++v) {
        EXPECT_NEAR(found[1].nodes[static_cast<std::size_t>(names[v])], found[0].nodes[v], 1e-12) << method;
      }
    }
  }
}

/// Takes as many operations as a graph has nodes, or a tenth of it if equal rows are computed once.
class SharesRows : public testing::FakeNetwork {
 public:
  SharesRows() : FakeNetwork([](const Example& e) { return std::vector<double>{triangles(e)}; }) {}
  [[nodiscard]] double computed_share(const Graph& /*graph*/, Colours /*colours*/) const override { return 0.1; }
};

TEST(Explanations, CostWhatIsComputedWhereEqualRowsAreComputedOnce) {
  const Predictor predictor(predictor_of_number(triangles).model(), std::make_shared<SharesRows>());
  const Dataset dataset = dataset_of({testing::rings(1, 10)});
  const double all = 10.0 * 20 / 2e9;  // 20 nodes and edges, each a look at 10 nodes
  EXPECT_EQ(explain_one(predictor, dataset, {.budget = 0.11 * all}).nodes.size(), 10U);
  EXPECT_THAT(error_of([&] { explain_one(predictor, dataset, {.budget = 0.09 * all}); }).what(), HasSubstr("budget"));
  EXPECT_THAT(error_of([&] { explain_one(predictor_of_number(triangles), dataset, {.budget = 0.9 * all}); }).what(),
              HasSubstr("budget"));
}

TEST(Explanations, DoNotDependOnThreads) {
  const Predictor predictor = predictor_of_number(triangles);
  const Dataset dataset = dataset_of({bow_tie()});
  for (const char* method : {"occlusion", "myerson"}) {
    const ExplainOptions options{.method = method, .samples = 50, .exact_nodes = 2};
    EXPECT_EQ(explain_one(predictor, dataset, options, 1).to_json(),
              explain_one(predictor, dataset, options, 3).to_json());
  }
}

/// Logits of "none", "few" and "many", by the number of triangles.
std::vector<double> logits(const Example& example) {
  const double count = triangles(example);
  return {1 - count, 1, count - 1};
}

TEST(Explanations, OfClassesAreOfLogOdds) {
  const Predictor predictor = predictor_of_classes({"none", "few", "many"}, logits);
  const Dataset dataset = dataset_of({bow_tie()});
  // Two triangles: logits -1, 1, 1: the first of the likeliest is explained.
  const Explanation few = explain_one(predictor, dataset, {});
  EXPECT_EQ(few.subject, "log-odds of class few");
  EXPECT_NEAR(few.value, 1 - std::log(std::exp(-1) + std::exp(1)), 1e-12);
  const Explanation many = explain_one(predictor, dataset, {.class_name = "many"});
  EXPECT_NEAR(many.value, few.value, 1e-12);
  // Without node 5 nothing changes; without node 2 no triangle is left: 1, 1, -1.
  EXPECT_EQ(many.nodes[5], 0);
  EXPECT_NEAR(many.nodes[2], many.value - (-1 - std::log(2 * std::exp(1))), 1e-12);
}

TEST(Explanations, HaveFiguresOfMeritInProbabilities) {
  const Predictor predictor = predictor_of_classes({"none", "few", "many"}, logits);
  Dataset dataset = dataset_of({bow_tie()});
  dataset.kept = {{"motif", {"0 1 2 3 4"}}};
  const Explanation found = explain_one(predictor, dataset, {.class_name = "many", .top = 0.1, .truth = "motif"});
  // Node 2 has the largest value; without it, and with it alone, there is no triangle: logits 1, 1, -1.
  const auto p = [](double z, double a, double b) { return std::exp(z) / (std::exp(z) + std::exp(a) + std::exp(b)); };
  const double before = p(1, 1, -1);
  const double after = p(-1, 1, 1);
  EXPECT_NEAR(found.merits.fidelity_plus, before - after, 1e-12);
  EXPECT_NEAR(found.merits.fidelity_minus, before - after, 1e-12);
  EXPECT_NEAR(found.merits.sparsity, 5.0 / 6, 1e-12);
  const double divergence = (before - after) * 2;  // p log(p/q) over -1↔1: (before - after) · 2
  EXPECT_NEAR(found.merits.unfaithfulness, 1 - std::exp(-divergence), 1e-12);
  EXPECT_EQ(found.merits.auc, 1);
  const MeanMerits mean = MeanMerits::of(std::vector<Explanation>{found, found});
  EXPECT_NEAR(mean.mean.fidelity_plus, found.merits.fidelity_plus, 1e-12);
  EXPECT_EQ(mean.with_auc, 2);
}

TEST(Explanations, OfSeveralModelsAreTheirMean) {
  const Predictor one = predictor_of_number(triangles);
  const Predictor two = predictor_of_number([](const Example& e) { return 10.0 * e.graph.num_nodes(); });
  const Explanation found = explain_one(Predictor::together({one, two}), dataset_of({bow_tie()}), {});
  EXPECT_EQ(found.value, 31);
  EXPECT_THAT(found.nodes, ElementsAre(5.5, 5.5, 6, 5.5, 5.5, 5));
}

TEST(Explanations, SayWhatIsAskedWrongly) {
  const Predictor classes = predictor_of_classes({"none", "few"}, [](const Example&) { return std::vector{0.0, 1.0}; });
  const Dataset dataset = dataset_of({bow_tie()});
  const auto message = [&](const Predictor& predictor, const ExplainOptions& options) -> std::string {
    return error_of([&] { explain_one(predictor, dataset, options); }).what();
  };
  EXPECT_THAT(message(classes, {.class_name = "fwe"}),
              HasSubstr("explain.class: expected a class of the model (none, few), found 'fwe'. Did you mean 'few'?"));
  EXPECT_THAT(message(classes, {.target = "x"}), HasSubstr("explain.target: the model predicts classes"));
  EXPECT_THAT(message(classes, {.method = "oclusion"}), HasSubstr("Did you mean 'occlusion'?"));
  EXPECT_THAT(message(classes, {.truth = "motif"}), HasSubstr("explain.truth: GRAPHS has no column 'motif'"));
  EXPECT_THAT(message(classes, {.top = 0}), HasSubstr("explain.top"));
  const Predictor number = predictor_of_number(triangles);
  EXPECT_THAT(message(number, {.class_name = "a"}), HasSubstr("explain.class: the model predicts numbers"));
  EXPECT_THAT(message(number, {.target = "z"}), HasSubstr("explain.target: expected a target of the model (y)"));
  EXPECT_THAT(message(number, {.budget = 1e-9}), HasSubstr("explain.budget: occlusion of 1 graph would ask"));
}

TEST(Explanations, AreWrittenANodeToARow) {
  Dataset dataset = dataset_of({testing::path(2)});
  dataset.kept = {{"id", {"<script>, \"x\""}}};
  const Explanation found = explain_one(predictor_of_number([](const Example& e) { return e.graph.num_nodes(); }),
                                        dataset, {.method = "occlusion"});
  EXPECT_EQ(explanations_csv(std::vector{found}, dataset),
            "graph,id,node,edge,value\n"
            "0,\"<script>, \"\"x\"\"\",0,,1\n0,\"<script>, \"\"x\"\"\",1,,1\n0,\"<script>, \"\"x\"\"\",,0-1,0\n");
  const Json json = explanations_json(std::vector{found}, dataset);
  EXPECT_EQ(json[0]["id"], "<script>, \"x\"");
  EXPECT_EQ(json[0]["nodes"], Json({1, 1}));
  EXPECT_EQ(json[0]["edges"][0], Json({0, 1, 0}));
}

TEST(Explanations, AreDrawnInAPageThatNoNameBreaks) {
  Dataset dataset = dataset_of({bow_tie(), graph_of(0, {})});
  dataset.kept = {{"id", {"<script>alert(1)</script>", ""}}};
  ThreadPool pool(1);
  const std::vector<Explanation> found =
      explain(predictor_of_number(triangles), dataset, std::vector<std::int64_t>{0, 1}, {}, pool);
  const std::string page = explanations_page(found, dataset, "occlusion");
  EXPECT_THAT(page, HasSubstr("Graph 0, &lt;script&gt;alert(1)"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr(">2-4<"));
  EXPECT_THAT(page, ::testing::Not(HasSubstr("<script>alert")));
  EXPECT_THAT(explanations_page(found, dataset, "occlusion", true, 1), HasSubstr("The first 1 graphs are shown"));
}

TEST(Explanations, OfWhatIsNoNumberAreEmptyFields) {
  const Explanation found =
      explain_one(predictor_of_number([](const Example&) { return std::nan(""); }), dataset_of({bow_tie()}), {});
  EXPECT_TRUE(std::isnan(found.nodes[0]));
  EXPECT_TRUE(std::isnan(found.merits.fidelity_plus));
  EXPECT_THAT(explanations_csv(std::vector{found}, dataset_of({bow_tie()})),
              HasSubstr("graph,node,edge,value\n0,0,,\n"));
  EXPECT_TRUE(explanations_json(std::vector{found}, dataset_of({bow_tie()}))[0]["value"].is_null());
}

TEST(Explanations, OfAGraphWithoutNodesAreEmpty) {
  for (const ExplanationMethod& method : explanation_methods()) {
    if (method.name != "occlusion" && method.name != "myerson") continue;
    const Explanation found =
        explain_one(predictor_of_number(triangles), dataset_of({graph_of(0, {})}), {.method = method.name});
    EXPECT_TRUE(found.nodes.empty());
  }
}

}  // namespace
}  // namespace gnnir
