#include "gnnir/data/formats/write.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "gnnir/data/formats/dimacs.h"
#include "gnnir/data/formats/formats.h"
#include "gnnir/data/formats/graph6.h"
#include "gnnir/data/formats/jsonl.h"
#include "gnnir/data/formats/powerful_gnns.h"
#include "gnnir/data/formats/tables.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/open.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/small_graphs.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;

TEST(Formats, RefuseWhatTheyCannotSay) {
  const testing::TempFolder folder;
  Dataset dataset = testing::dataset_with_classes({0, 1});
  const auto complaint = [&](const Format& format, const char* path = "out") {
    const Error error = testing::error_of([&] { write_dataset(dataset, folder.path() / path, format); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_FALSE(fs::exists(folder.path() / "out"));
    return std::string(error.what());
  };
  dataset.classes[0] = -1;
  EXPECT_EQ(complaint(powerful_gnns_format()),
            "[powerful-gnns] SMALL: the format has no place for graphs without a class");
  dataset.classes[0] = 0;
  dataset.examples[0].node_labels = {0};
  dataset.examples[1].node_labels = {0};
  EXPECT_EQ(complaint(powerful_gnns_format()),
            "[powerful-gnns] SMALL: the format has no place for node labels that are all 0");
  dataset.num_targets = 1;
  dataset.targets = {1, 2};
  dataset.target_names = {"class"};
  EXPECT_EQ(complaint(powerful_gnns_format()),
            "[powerful-gnns] SMALL: the format has no place for targets; write.leave_out=targets writes the rest");
  EXPECT_EQ(complaint(jsonl_format()), "[jsonl] SMALL: the format has no place for a target named 'class'");
  EXPECT_EQ(complaint(tables_format()), "[csv] SMALL: the format has no place for a target named 'class'");
}

TEST(Formats, OfIntegerClassesNumberOthersAndSaySo) {
  const testing::TempFolder folder;
  Dataset dataset = testing::dataset_with_classes({1, 0});
  dataset.class_names = {"no", "yes"};
  const std::vector<std::pair<const Format*, const char*>> paths = {{&tu_format(), "SMALL"},
                                                                    {&powerful_gnns_format(), "SMALL.txt"}};
  for (const auto& [format, path] : paths) {
    EXPECT_EQ(write_dataset(dataset, folder.path() / path, *format),
              std::vector<std::string>{"the format has only integers for classes; written are 0 for no, 1 for yes"});
    const Dataset back = open_dataset((folder.path() / path).string());
    EXPECT_EQ(back.classes, dataset.classes);
    EXPECT_EQ(back.class_names, (std::vector<std::string>{"0", "1"}));
  }
}

TEST(Formats, OfBareGraphsRefuseAllThatIsKnownAboutThem) {
  const auto complaint = [](const Dataset& dataset, const Format& format) {
    const Error error = testing::error_of([&] { write_dataset(dataset, "never", format); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return std::string(error.what());
  };
  const Dataset bare{.name = "SMALL", .examples = {{.graph = testing::path(2)}}};
  for (const Format* format : {&graph6_format(), &sparse6_format(), &digraph6_format(), &dimacs_format()}) {
    const std::string no_place = fmt::format("[{}] SMALL: the format has no place for ", format->name);
    const auto refusal = [&](const std::string& what) {
      return no_place + what + "; write.leave_out=" + what + " writes the rest";
    };
    Dataset dataset = testing::dataset_with_classes({0});
    EXPECT_EQ(complaint(dataset, *format), refusal("classes"));
    dataset = bare;
    dataset.num_targets = 1;
    dataset.targets = {1};
    dataset.target_names = {"mu"};
    EXPECT_EQ(complaint(dataset, *format), refusal("targets"));
    dataset = bare;
    dataset.num_attributes = 1;
    dataset.examples[0].node_attributes = {1, 2};
    EXPECT_EQ(complaint(dataset, *format), refusal("node-attributes"));
    dataset = bare;
    dataset.examples[0].edge_labels = {1, 1};
    EXPECT_EQ(complaint(dataset, *format), refusal("edge-labels"));
    dataset = bare;
    dataset.num_edge_attributes = 1;
    dataset.examples[0].edge_attributes = {1, 1};
    EXPECT_EQ(complaint(dataset, *format), refusal("edge-attributes"));
    dataset = bare;
    dataset.examples[0].node_labels = {1, 1};
    if (format != &dimacs_format()) {
      EXPECT_EQ(complaint(dataset, *format), refusal("node-labels"));
    }
  }
  Dataset one_way = bare;
  one_way.examples[0].graph = Graph::from_edges(2, std::vector<Edge>{{0, 1}}, {.undirected = false});
  EXPECT_EQ(
      complaint(one_way, dimacs_format()),
      "[dimacs] SMALL: the format has no place for directed edges, which data.direction=undirected joins by reverse "
      "ones");
}

TEST(Formats, AreChosenByHowThePathEnds) {
  const testing::TempFolder folder;
  const Dataset dataset = testing::dataset_with_classes({0, 1});
  for (const char* path : {"SMALL", "SMALL.jsonl"}) {
    EXPECT_EQ(write_dataset(dataset, folder.path() / path), std::vector<std::string>());
    EXPECT_EQ(open_dataset((folder.path() / path).string()).classes, dataset.classes);
  }
  EXPECT_TRUE(fs::is_directory(folder.path() / "SMALL"));
  EXPECT_TRUE(fs::is_regular_file(folder.path() / "SMALL.jsonl"));
  const Error error = testing::error_of([&] { write_dataset(dataset, folder.path() / "SMALL.docx"); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
}

TEST(Formats, RemarkOnNamesThatAreLost) {
  const testing::TempFolder folder;
  Dataset dataset = testing::dataset_with_classes({0, 0});
  dataset.class_names = {"+1", "2"};
  dataset.num_targets = 1;
  dataset.targets = {1, 2};
  dataset.target_names = {"mu"};
  dataset.parts = {{"train", 1}, {"test", 1}};
  EXPECT_EQ(write_dataset(dataset, folder.path() / "tu", tu_format()),
            (std::vector<std::string>{"the bounds of the parts are not kept; in this order there are: train 1, test 1",
                                      "the class 2, which no graph has, is not kept",
                                      "names of targets are not kept; in this order there are: mu"}));
  dataset = testing::dataset_with_classes({0});
  dataset.class_names = {"+1"};
  EXPECT_EQ(write_dataset(dataset, folder.path() / "x.txt", powerful_gnns_format()),
            std::vector<std::string>{"the class +1 is written as 1"});
}

TEST(Formats, OverwriteNothing) {
  const testing::TempFolder folder;
  const Dataset dataset = testing::dataset_with_classes({0});
  folder.write("used/file", "kept");
  folder.write("used.jsonl", "kept");
  const std::vector<std::pair<const Format*, std::string>> paths = {{&tu_format(), "used"},
                                                                    {&tables_format(), "used"},
                                                                    {&jsonl_format(), "used.jsonl"},
                                                                    {&powerful_gnns_format(), "used"}};
  for (const auto& [format, path] : paths) {
    const Error error = testing::error_of([&] { write_dataset(dataset, folder.path() / path, *format); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
  }
}

TEST(Formats, AreKnownByTheEndOfAPath) {
  EXPECT_EQ(&format_of_path("x.jsonl"), &jsonl_format());
  EXPECT_EQ(&format_of_path("x.ndjson"), &jsonl_format());
  EXPECT_EQ(&format_of_path("a.b/x.txt"), &powerful_gnns_format());
  EXPECT_EQ(&format_of_path("a.b/x"), &tu_format());
  EXPECT_EQ(&format_of_path("x/"), &tu_format());
  EXPECT_EQ(&format_of_path("x.g6"), &graph6_format());
  EXPECT_EQ(&format_of_path("x.s6"), &sparse6_format());
  EXPECT_EQ(&format_of_path("x.d6"), &digraph6_format());
  for (const char* path : {"x.dimacs", "x.col", "x.clq"}) EXPECT_EQ(&format_of_path(path), &dimacs_format());
  EXPECT_STREQ(
      testing::error_of([] { format_of_path("x.csv"); }).what(),
      "[data] x.csv: '.csv' does not tell the format: name it with write.format (tu, jsonl, csv, powerful-gnns, "
      "graph6, sparse6, digraph6, dimacs); tu and csv make a folder");
}

}  // namespace
}  // namespace gnnir
