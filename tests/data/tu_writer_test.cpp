
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/data/formats/tu.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/real_data.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::error_of;
using testing::graph_of;
using testing::TempFolder;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Dataset round_trip(const Dataset& dataset, EdgeRules rules = {}) {
  const TempFolder folder;
  write_tu(dataset, folder.path() / "written");
  return read_tu(FileSource::open(folder.path() / "written"), rules);
}

/// Classes, missing labels, an empty graph at each end and in the middle, an edgeless graph, a loop.
Dataset rich_dataset() {
  Dataset dataset;
  dataset.name = "RICH";
  dataset.num_attributes = 2;
  dataset.num_edge_attributes = 1;
  dataset.examples = {{.graph = Graph()},
                      {.graph = graph_of(3, {{0, 1}, {1, 2}, {1, 1}}),
                       .node_labels = {5, -1, 5},
                       .node_attributes = {0.1f, 1.0f / 3, -0.0f, 1e-45f, 3.4028235e38f, 16777216.0f},
                       .edge_labels = {7, -3, 9, 8, 0},
                       .edge_attributes = {0.5f, 1e-45f, -2, 1.0f / 3, 0}},
                      {.graph = Graph()},
                      {.graph = graph_of(2, {}), .node_labels = {0, 1}, .node_attributes = {1, 2, 3, 4}},
                      {.graph = Graph()}};
  dataset.class_names = {"-10", "-9", "3.0"};
  dataset.classes = {2, -1, 1, 0, 2};
  dataset.num_targets = 2;
  dataset.targets = {nan, 1.1f, 2, nan, nan, nan, -0.1f, 7e-20f, 0, 1};
  dataset.target_names = {"target_0", "target_1"};
  return dataset;
}

TEST(TuWriter, WritesWhatTheReaderReadsBack) { testing::expect_same(round_trip(rich_dataset()), rich_dataset()); }

TEST(TuWriter, WritesTheSameToMemory) {
  testing::expect_same(read_tu(FileSource::of("memory", tu_files(rich_dataset()))), rich_dataset());
}

TEST(TuWriter, KeepsSingleTargetsThatAreMissing) {
  Dataset dataset = rich_dataset();
  dataset.classes.clear();
  dataset.class_names.clear();
  dataset.num_targets = 1;
  dataset.target_names = {"target_0"};
  dataset.targets = {nan, 1, nan, 2.5f, nan};
  testing::expect_same(round_trip(dataset), dataset);
}

TEST(TuWriter, KeepsTheNumberOfGraphsWithoutLabels) {
  Dataset dataset = rich_dataset();
  dataset.classes.clear();
  dataset.class_names.clear();
  dataset.targets.clear();
  dataset.target_names.clear();
  dataset.num_targets = 0;
  testing::expect_same(round_trip(dataset), dataset);
}

TEST(TuWriter, KeepsDirectedEdges) {
  Dataset dataset = testing::dataset_with_classes({0});
  dataset.examples[0].graph = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {2, 1}, {2, 2}}, {.undirected = false});
  testing::expect_same(round_trip(dataset, {.undirected = false}), dataset);
}

TEST(TuWriter, RefusesAFolderWithFiles) {
  const TempFolder folder;
  folder.write("kept.txt", "kept");
  EXPECT_EQ(error_of([&] { write_tu(rich_dataset(), folder.path()); }).kind(), ErrorKind::usage);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "RICH_A.txt"));
}

TEST(TuWriter, RefusesWhatCannotBeReadBackBeforeItWritesAnything) {
  std::vector<Dataset> wrong(8, rich_dataset());
  wrong[0].class_names[0] = "active";
  std::swap(wrong[1].class_names[0], wrong[1].class_names[1]);
  wrong[2].name = "../RICH";
  wrong[3].examples.clear();
  wrong[4].examples[1].node_labels.pop_back();
  wrong[5].examples[1].node_attributes[0] = nan;
  wrong[6].targets[0] = std::numeric_limits<float>::infinity();
  wrong[7].classes.pop_back();
  const TempFolder folder;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    EXPECT_EQ(error_of([&] { write_tu(wrong[i], folder.path() / "out"); }).kind(), ErrorKind::usage) << i;
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST(TuWriter, WritesPublishedDataSetsBack) {
  for (const char* name : {"MUTAG", "PROTEINS", "ZINC_val"}) {
    const std::string file = std::string(name) + ".zip";
    GNNIR_NEEDS_REAL_DATA(file);
    const Dataset dataset = read_tu(FileSource::open(testing::real_data() / file));
    testing::expect_same(round_trip(dataset), dataset);
  }
}

}  // namespace
}  // namespace gnnir
