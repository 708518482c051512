#include "gnnir/data/encode/degrees.h"

#include <gtest/gtest.h>

#include "gnnir/data/fingerprint.h"
#include "support/datasets.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;
using testing::graph_of;

TEST(DegreeHistogram, CountsTheNodesOfTheGraphsNamed) {
  Dataset dataset;
  dataset.examples = {{.graph = graph_of(3, {{0, 1}, {1, 2}})}, {.graph = graph_of(1, {})}, {.graph = graph_of(9, {})}};
  const std::vector<std::int64_t> graphs = {0, 1};
  const DegreeHistogram degrees = degree_histogram(dataset, graphs);
  EXPECT_EQ(degrees, (DegreeHistogram{{0, 1}, {1, 2}, {2, 1}}));
  EXPECT_EQ(degree_histogram_from_json(to_json(degrees), "f"), degrees);
}

TEST(DegreeHistogram, OtherJsonIsRefused) {
  for (const char* text : {"{}", "[1]", "[[1]]", "[[1,2,3]]", "[[-1,2]]", "[[2,1],[1,1]]", "[[1,1],[1,1]]", "[[1.5,1]]",
                           "[[18446744073709551615,1]]"}) {
    EXPECT_EQ(error_of([&] { degree_histogram_from_json(parse_json(text, "f"), "f"); }).kind(), ErrorKind::data)
        << text;
  }
}

TEST(Fingerprint, ChangesWithEverythingThatATrainingSees) {
  Dataset dataset = testing::dataset_with_classes({0, 1, 0, 1});
  dataset.examples[0] = {.graph = graph_of(3, {{0, 1}}), .node_labels = {1, 2, 3}, .node_attributes = {1, 2, 3}};
  dataset.num_attributes = 1;
  dataset.targets = {1, 2, 3, 4};
  dataset.target_names = {"y"};
  const Split split{{0, 1}, {2}, {3}, {{"extra", {1}}}};
  const std::string before = fingerprint(dataset, split);
  Dataset renamed = dataset;
  renamed.name = "other";
  EXPECT_EQ(fingerprint(renamed, split), before);
  const auto changed = [&](const std::function<void(Dataset&, Split&)>& change) {
    Dataset other = dataset;
    Split other_split = split;
    change(other, other_split);
    return fingerprint(other, other_split);
  };
  const std::vector<std::function<void(Dataset&, Split&)>> changes = {
      [](Dataset& d, Split&) {
        d.examples[0].graph = graph_of(3, {{0, 2}});
      },
      [](Dataset& d, Split&) { d.examples[0].node_labels[1] = 9; },
      [](Dataset& d, Split&) { d.examples[0].node_attributes[1] = 9; },
      [](Dataset& d, Split&) { d.classes[3] = 0; },
      [](Dataset& d, Split&) { d.class_names[1] = "x"; },
      [](Dataset& d, Split&) { d.targets[2] = 9; },
      [](Dataset& d, Split&) { d.examples.pop_back(); },
      [](Dataset&, Split& s) { std::swap(s.validation, s.test); },
      [](Dataset&, Split& s) { s.extra_tests[0].graphs[0] = 0; }};
  for (std::size_t i = 0; i < changes.size(); ++i) EXPECT_NE(changed(changes[i]), before) << i;
}

}  // namespace
}  // namespace gnnir
