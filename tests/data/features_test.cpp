#include "gnnir/data/encode/features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gnnir/base/error.h"
#include "support/datasets.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::FloatNear;
using testing::graph_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const std::vector<std::int64_t> first_two = {0, 1};

/// A star of three leaves, a path of three nodes, an empty graph, and a star of five leaves that is not trained on.
Dataset plain_dataset() {
  Dataset dataset;
  dataset.name = "PLAIN";
  dataset.examples = {{.graph = graph_of(4, {{0, 1}, {0, 2}, {0, 3}})},
                      {.graph = graph_of(3, {{0, 1}, {1, 2}})},
                      {.graph = Graph()},
                      {.graph = graph_of(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}})}};
  return dataset;
}

Dataset labelled_dataset() {
  Dataset dataset = plain_dataset();
  dataset.examples[0].node_labels = {7, -3, -3, 7};
  dataset.examples[1].node_labels = {20, 7, 20};
  dataset.examples[3].node_labels = {8, -3, 7, 20, 21, -4};
  return dataset;
}

Dataset with_attributes(Dataset dataset) {
  dataset.num_attributes = 2;
  dataset.examples[0].node_attributes = {1, 0.1f, 2, 0.1f, 3, 0.1f, 4, 0.1f};
  dataset.examples[1].node_attributes = {5, 0.1f, 6, 0.1f, 7, 0.1f};
  dataset.examples[3].node_attributes.assign(12, 1e30f);
  return dataset;
}

FeatureKind chosen(const Dataset& dataset) {
  return FeatureEncoding::fit(dataset, first_two, FeatureKind::automatic).kind;
}

TEST(FeatureKind, IsReadByTheNameItIsWrittenWith) {
  for (const char* name :
       {"auto", "constant", "degree", "degree-scalar", "labels", "attributes", "labels+attributes"}) {
    EXPECT_EQ(to_string(parse_feature_kind(name)), name);
  }
}

TEST(FeatureKind, SuggestsTheNearestName) {
  const Error error = error_of([] { parse_feature_kind("label"); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("Did you mean 'labels'?"));
}

TEST(FeatureEncoding, ChoosesWhatTheDataSetHas) {
  EXPECT_EQ(chosen(plain_dataset()), FeatureKind::degree);
  EXPECT_EQ(chosen(labelled_dataset()), FeatureKind::labels);
  EXPECT_EQ(chosen(with_attributes(plain_dataset())), FeatureKind::attributes);
  EXPECT_EQ(chosen(with_attributes(labelled_dataset())), FeatureKind::labels_attributes);
}

TEST(FeatureEncoding, RefusesWhatTheDataSetLacks) {
  for (const FeatureKind kind : {FeatureKind::labels, FeatureKind::attributes, FeatureKind::labels_attributes}) {
    const Error error = error_of([&] { FeatureEncoding::fit(plain_dataset(), first_two, kind); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("PLAIN has no node"));
  }
}

TEST(FeatureEncoding, GivesEveryNodeAConstant) {
  const auto encoding = FeatureEncoding::fit(plain_dataset(), first_two, FeatureKind::constant);
  EXPECT_EQ(encoding.num_reals, 1);
  EXPECT_EQ(encoding.num_categories, 0);
  EXPECT_THAT(encoding.apply(plain_dataset(), 1).reals, ElementsAre(1, 1, 1));
  EXPECT_THAT(encoding.apply(plain_dataset(), 1).categories, IsEmpty());
  EXPECT_THAT(encoding.apply(plain_dataset(), 2).reals, IsEmpty());
}

TEST(FeatureEncoding, GivesDegreesAsNumbers) {
  const auto encoding = FeatureEncoding::fit(plain_dataset(), first_two, FeatureKind::degree_scalar);
  EXPECT_EQ(encoding.num_reals, 1);
  EXPECT_THAT(encoding.apply(plain_dataset(), 3).reals, ElementsAre(5, 1, 1, 1, 1, 1));
}

TEST(FeatureEncoding, GivesDegreesAsCategoriesUpToTheLargestInTraining) {
  const auto encoding = FeatureEncoding::fit(plain_dataset(), first_two, FeatureKind::degree);
  EXPECT_EQ(encoding.max_degree, 3);
  EXPECT_EQ(encoding.num_categories, 4);
  EXPECT_EQ(encoding.num_reals, 0);
  EXPECT_THAT(encoding.apply(plain_dataset(), 0).categories, ElementsAre(3, 1, 1, 1));
  EXPECT_THAT(encoding.apply(plain_dataset(), 3).categories, ElementsAre(3, 1, 1, 1, 1, 1));
}

TEST(FeatureEncoding, ClampsDegreesAsAsked) {
  const auto encoding = FeatureEncoding::fit(plain_dataset(), first_two, FeatureKind::degree, 2);
  EXPECT_EQ(encoding.num_categories, 3);
  EXPECT_THAT(encoding.apply(plain_dataset(), 0).categories, ElementsAre(2, 1, 1, 1));
  EXPECT_EQ(FeatureEncoding::fit(plain_dataset(), first_two, FeatureKind::degree, 9).num_categories, 10);
  EXPECT_EQ(error_of([] { FeatureEncoding::fit(plain_dataset(), first_two, FeatureKind::degree, -1); }).kind(),
            ErrorKind::usage);
}

TEST(FeatureEncoding, NumbersLabelsInOrderAndPutsUnknownOnesLast) {
  const auto encoding = FeatureEncoding::fit(labelled_dataset(), first_two, FeatureKind::labels);
  EXPECT_THAT(encoding.label_values, ElementsAre(-3, 7, 20));
  EXPECT_EQ(encoding.num_categories, 4);
  EXPECT_THAT(encoding.apply(labelled_dataset(), 1).categories, ElementsAre(2, 1, 2));
  EXPECT_THAT(encoding.apply(labelled_dataset(), 3).categories, ElementsAre(3, 0, 1, 2, 3, 3));
}

TEST(FeatureEncoding, StandardizesAttributesByTheTrainingGraphs) {
  const Dataset dataset = with_attributes(plain_dataset());
  const auto encoding = FeatureEncoding::fit(dataset, first_two, FeatureKind::attributes);
  // 1..7: mean 4, variance (9+4+1+0+1+4+9)/7 = 4. The second column is constant.
  EXPECT_THAT(encoding.mean, ElementsAre(4, 0.1f));
  EXPECT_THAT(encoding.scale, ElementsAre(FloatNear(2, 1e-6f), 1));
  EXPECT_EQ(encoding.num_reals, 2);
  EXPECT_EQ(encoding.num_categories, 0);
  EXPECT_THAT(encoding.apply(dataset, 1).reals,
              ElementsAre(FloatNear(0.5f, 1e-6f), 0, FloatNear(1, 1e-6f), 0, FloatNear(1.5f, 1e-6f), 0));
}

TEST(FeatureEncoding, MatchesAttributesByNameWhereThereAreNames) {
  Dataset trained = with_attributes(plain_dataset());
  trained.attribute_names = {"mass", "charge"};
  const auto encoding = FeatureEncoding::fit(trained, first_two, FeatureKind::attributes);
  const std::vector<float> expected = encoding.apply(trained, 1).reals;

  Dataset other = plain_dataset();  // the same with another column, in another order
  other.num_attributes = 3;
  other.attribute_names = {"charge", "spin", "mass"};
  other.examples[1].node_attributes = {0.1f, 9, 5, 0.1f, 9, 6, 0.1f, 9, 7};
  EXPECT_EQ(encoding.apply(other, 1).reals, expected);

  other.attribute_names = {"charge", "spin", "weight"};
  EXPECT_THAT(error_of([&] { return encoding.apply(other, 1); }).what(),
              HasSubstr("PLAIN has no node attribute 'mass', which the model needs; it has charge, spin, weight"));
  EXPECT_EQ(encoding.apply(with_attributes(plain_dataset()), 1).reals, expected) << "without names, by position";
}

TEST(FeatureEncoding, MatchesAttributesOfEdgesByNameToo) {
  Dataset dataset;
  dataset.examples = {{.graph = graph_of(2, {{0, 1}}), .edge_attributes = {1, 2, 3, 4}}};
  dataset.num_edge_attributes = 2;
  dataset.edge_attribute_names = {"length", "angle"};
  const std::vector<std::int64_t> all = {0};
  const auto encoding = FeatureEncoding::fit_edges(dataset, all, FeatureKind::attributes);
  const std::vector<float> expected = encoding.apply(dataset, 0, FeatureOf::edges).reals;
  dataset.edge_attribute_names = {"angle", "length"};
  dataset.examples[0].edge_attributes = {2, 1, 4, 3};
  EXPECT_EQ(encoding.apply(dataset, 0, FeatureOf::edges).reals, expected);
}

TEST(FeatureEncoding, LeavesAttributesAloneWithoutTrainingNodes) {
  const Dataset dataset = with_attributes(plain_dataset());
  const auto encoding = FeatureEncoding::fit(dataset, std::vector<std::int64_t>{2}, FeatureKind::attributes);
  EXPECT_THAT(encoding.mean, ElementsAre(0, 0));
  EXPECT_THAT(encoding.scale, ElementsAre(1, 1));
}

TEST(FeatureEncoding, StaysFiniteFarFromTheTrainingGraphs) {
  Dataset dataset = with_attributes(plain_dataset());
  dataset.examples[3].node_attributes.assign(12, std::numeric_limits<float>::max());
  FeatureEncoding encoding = FeatureEncoding::fit(dataset, first_two, FeatureKind::attributes);
  encoding.mean = {-std::numeric_limits<float>::max(), 0};
  encoding.scale = {1, 1e-20f};
  for (const float value : encoding.apply(dataset, 3).reals) EXPECT_TRUE(std::isfinite(value));
}

TEST(FeatureEncoding, JoinsLabelsAndAttributes) {
  const Dataset dataset = with_attributes(labelled_dataset());
  const auto encoding = FeatureEncoding::fit(dataset, first_two, FeatureKind::labels_attributes);
  const FeatureRows features = encoding.apply(dataset, 0);
  EXPECT_THAT(features.categories, ElementsAre(1, 0, 0, 1));
  EXPECT_EQ(features.reals.size(), 8u);
}

TEST(FeatureEncoding, NamesTheGraphThatLacksSomething) {
  const auto labels = FeatureEncoding::fit(labelled_dataset(), first_two, FeatureKind::labels);
  const Error no_labels = error_of([&] { (void)labels.apply(plain_dataset(), 1); });
  EXPECT_EQ(no_labels.kind(), ErrorKind::data);
  EXPECT_THAT(no_labels.what(), HasSubstr("PLAIN has no node labels, which the model needs"));
  Dataset some = labelled_dataset();
  some.examples[1].node_labels.clear();
  EXPECT_THAT(error_of([&] { (void)labels.apply(some, 1); }).what(), HasSubstr("graph 1: expected "));

  const Dataset dataset = with_attributes(plain_dataset());
  const auto attributes = FeatureEncoding::fit(dataset, first_two, FeatureKind::attributes);
  const Error no_attributes = error_of([&] { (void)attributes.apply(plain_dataset(), 0); });
  EXPECT_THAT(no_attributes.what(), HasSubstr("graph 0: expected 8 node attributes (2 per node), found 0"));
  EXPECT_NO_THROW((void)attributes.apply(plain_dataset(), 2));  // no nodes, nothing lacks
}

TEST(FeatureEncoding, RefusesAttributesThatAreNotFinite) {
  Dataset dataset = with_attributes(plain_dataset());
  const auto encoding = FeatureEncoding::fit(dataset, first_two, FeatureKind::attributes);
  dataset.examples[1].node_attributes[3] = std::numeric_limits<float>::quiet_NaN();
  const Error applied = error_of([&] { (void)encoding.apply(dataset, 1); });
  EXPECT_EQ(applied.kind(), ErrorKind::data);
  EXPECT_THAT(applied.what(), HasSubstr("graph 1: attribute 1 of node 1 is not finite"));
  EXPECT_EQ(error_of([&] { FeatureEncoding::fit(dataset, first_two, FeatureKind::attributes); }).kind(),
            ErrorKind::data);
}

TEST(FeatureEncoding, SurvivesJsonExactly) {
  Dataset dataset = with_attributes(labelled_dataset());
  dataset.examples[0].node_attributes[0] = 1.0f / 3;
  dataset.attribute_names = {"mass", "Ladung, \u00e4"};
  for (const FeatureKind kind : {FeatureKind::constant, FeatureKind::degree, FeatureKind::degree_scalar,
                                 FeatureKind::labels, FeatureKind::attributes, FeatureKind::labels_attributes}) {
    const auto encoding = FeatureEncoding::fit(dataset, first_two, kind);
    const Json json = parse_json(encoding.to_json().dump(), "test");
    EXPECT_EQ(FeatureEncoding::from_json(json, "test"), encoding) << to_string(kind);
  }
}

TEST(FeatureEncoding, RefusesJsonThatDoesNotFit) {
  const Json good =
      FeatureEncoding::fit(with_attributes(labelled_dataset()), first_two, FeatureKind::labels_attributes).to_json();
  const std::vector<std::pair<std::string, Json>> changes = {
      {"kind", "colour"},
      {"kind", 3},
      {"kind", "auto"},
      {"kind", "degree"},
      {"num_categories", 3},
      {"num_categories", -1},
      {"num_reals", 1.5},
      {"num_reals", 3},
      {"max_degree", "x"},
      {"max_degree", 18446744073709551615ull},
      {"label_values", Json{1, 1, 2}},
      {"label_values", Json{3, 2, 1}},
      {"label_values", "1"},
      {"mean", Json{1}},
      {"mean", Json{1, "2"}},
      {"mean", Json{1, 1e300}},
      {"scale", Json{1, 0}},
      {"scale", Json{1, nullptr}},
      {"scale", Json{1, 1, 1}},
      {"attribute_names", "mass"},
      {"attribute_names", Json{"mass", 1}},
      {"attribute_names", Json{"mass"}},
      {"attribute_names", Json{"mass", "mass"}},
  };
  for (const auto& [key, value] : changes) {
    Json json = good;
    json[key] = value;
    const Error error = error_of([&, &json = json] { FeatureEncoding::from_json(json, "model.json"); });
    EXPECT_EQ(error.kind(), ErrorKind::data) << json.dump();
    EXPECT_THAT(error.what(), StartsWith("model.json: "));
  }
  Json incomplete = good;
  incomplete.erase("scale");
  EXPECT_THAT(error_of([&] { FeatureEncoding::from_json(incomplete, "model.json"); }).what(), HasSubstr("'scale'"));
  EXPECT_EQ(error_of([&] { FeatureEncoding::from_json(Json::array(), "model.json"); }).kind(), ErrorKind::data);
}

TEST(RelabelledExample, MovesLabelsAndAttributesWithTheirNodes) {
  const Example example = {
      .graph = graph_of(3, {{0, 1}}), .node_labels = {10, 11, 12}, .node_attributes = {0, 0.5f, 1, 1.5f, 2, 2.5f}};
  const Example renamed = relabelled(example, std::vector<NodeId>{2, 0, 1});
  EXPECT_EQ(renamed.graph, graph_of(3, {{2, 0}}));
  EXPECT_THAT(renamed.node_labels, ElementsAre(11, 12, 10));
  EXPECT_THAT(renamed.node_attributes, ElementsAre(1, 1.5f, 2, 2.5f, 0, 0.5f));
}

TEST(Relabelled, EdgesKeepTheirFeatures) {
  // In the order of Graph::edges(): 1→0, 0→1, 2→1, 1→2.
  const Example path{.graph = graph_of(3, {{0, 1}, {1, 2}}),
                     .edge_labels = {10, 1, 21, 12},
                     .edge_attributes = {1.0f, 0.1f, 2.1f, 1.2f}};
  const Example renamed = relabelled(path, std::vector<NodeId>{1, 2, 0});
  // 1→0 is 2→1 now, and so on: 2→0, 2→1, 0→2, 1→2 in the new order.
  EXPECT_EQ(renamed.edge_labels, (std::vector<std::int64_t>{12, 10, 21, 1}));
  EXPECT_EQ(renamed.edge_attributes, (std::vector<float>{1.2f, 1.0f, 2.1f, 0.1f}));
}

TEST(RelabelledExample, NeedsNeitherLabelsNorAttributes) {
  const Example renamed = relabelled(Example{.graph = graph_of(2, {})}, std::vector<NodeId>{1, 0});
  EXPECT_THAT(renamed.node_labels, IsEmpty());
  EXPECT_THAT(renamed.node_attributes, IsEmpty());
}

}  // namespace
}  // namespace gnnir
