#include "gnnir/data/check_dataset.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <limits>

#include "gnnir/data/generate/csl.h"
#include "support/errors.h"

namespace gnnir {
namespace {

Dataset small() { return generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 3}); }

std::string complaint(const std::function<void(Dataset&)>& change) {
  Dataset dataset = small();
  dataset.name = "D";
  change(dataset);
  const Error error = testing::error_of([&] { check_dataset(dataset); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

TEST(CheckDataset, AcceptsWhatReadersMake) { EXPECT_NO_THROW(check_dataset(small())); }

TEST(CheckDataset, NamesWhatDoesNotFit) {
  EXPECT_EQ(complaint([](Dataset& d) { d.classes[2] = 700'000'000; }),
            "[data] D: graph 2: class 700000000 is outside 0..1, the class_names (-1: missing)");
  EXPECT_EQ(complaint([](Dataset& d) { d.class_names.clear(); }),
            "[data] D: graph 0: class 0 is outside 0..-1, the class_names (-1: missing)");
  EXPECT_EQ(complaint([](Dataset& d) { d.class_names[1] = d.class_names[0]; }),
            "[data] D: class_names: '0' is there twice");
  EXPECT_EQ(complaint([](Dataset& d) { d.classes.pop_back(); }), "[data] D: classes: expected 6, found 5");
  EXPECT_EQ(complaint([](Dataset& d) {
              d.targets = {1, 2, 3};
              d.num_targets = 1;
              d.target_names = {"y"};
            }),
            "[data] D: targets: expected 6, found 3");
  EXPECT_EQ(complaint([](Dataset& d) {
              d.targets = {1, 2, 3, 4, 5, INFINITY};
              d.num_targets = 1;
              d.target_names = {"y"};
            }),
            "[data] D: a target is infinite; NaN stands for one that is missing");
  EXPECT_EQ(complaint([](Dataset& d) {
              d.examples[1].node_labels = {1, 2};
            }),
            "[data] D: graph 0: node_labels: expected 9 values, found 0");
  EXPECT_EQ(complaint([](Dataset& d) { d.num_attributes = 2; }),
            "[data] D: graph 0: node_attributes: expected 18 values, found 0");
  EXPECT_EQ(complaint([](Dataset& d) { d.num_edge_attributes = -1; }),
            "[data] D: num_edge_attributes: expected 0 to 1048576, found -1");
  EXPECT_EQ(complaint([](Dataset& d) { d.num_targets = std::numeric_limits<std::int64_t>::max(); }),
            "[data] D: num_targets: expected 0 to 1048576, found 9223372036854775807");
}

TEST(CheckDataset, GraphsOfWhichSomethingIsAskedMustBeThere) {
  const Dataset dataset = small();
  EXPECT_NO_THROW(check_graph_numbers(std::vector<std::int64_t>{0, 5}, dataset));
  for (const std::int64_t wrong : {-1, 6, 400'000}) {
    EXPECT_THROW(check_graph_numbers(std::vector<std::int64_t>{0, wrong}, dataset), Error) << wrong;
  }
}

TEST(CheckDataset, AGraphHasAtLeastNoNodes) { EXPECT_THROW(Graph::from_edges(-1, {}), Error); }

}  // namespace
}  // namespace gnnir
