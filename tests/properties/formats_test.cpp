#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/data/dimacs_writer.h"
#include "gnnir/data/formats.h"
#include "gnnir/data/graph6_writer.h"
#include "gnnir/data/jsonl_writer.h"
#include "gnnir/data/knowledge.h"
#include "gnnir/data/open.h"
#include "gnnir/data/powerful_gnns_writer.h"
#include "gnnir/data/tables_writer.h"
#include "gnnir/data/tu_writer.h"
#include "gnnir/data/write.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/small_graphs.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;

/// What the random data sets of a test may have.
struct Abilities {
  bool node_labels = true;
  bool node_attributes = true;
  bool edge_features = true;
  bool classes = true;
  bool missing = true;
  bool targets = true;
  bool directions = true;
  bool self_loops = true;
};

class RandomData {
 public:
  RandomData(std::uint64_t seed, Abilities abilities) : rng_(seed, Purpose::test), can_(abilities) {}

  Dataset draw() {
    Dataset dataset;
    dataset.name = "RANDOM";
    const bool labels = can_.node_labels && flip();
    const bool edge_labels = can_.edge_features && flip();
    dataset.num_attributes = can_.node_attributes ? below(3) : 0;
    dataset.num_edge_attributes = can_.edge_features ? below(3) : 0;
    const std::int64_t graphs = 2 + below(4);
    for (std::int64_t g = 0; g < graphs; ++g) {
      // The first has an edge and a label that is not 0, so that what all have can be seen.
      const NodeId nodes = static_cast<NodeId>(g == 0 ? 2 : below(6));
      Example example{.graph = g == 0 ? testing::path(2) : Graph()};
      if (g > 0 && nodes > 0) example.graph = draw_graph(nodes);
      if (labels) example.node_labels = integers(nodes);
      if (labels && g == 0) example.node_labels[0] = 1;
      if (edge_labels) example.edge_labels = integers(example.graph.num_edges());
      example.node_attributes = reals(nodes * dataset.num_attributes);
      example.edge_attributes = reals(example.graph.num_edges() * dataset.num_edge_attributes);
      dataset.examples.push_back(std::move(example));
    }
    if (can_.classes) draw_labels(dataset);
    return dataset;
  }

 private:
  Graph draw_graph(NodeId nodes) {
    const Graph graph = testing::directed_graph(nodes, static_cast<int>(below(10)), rng_);
    return Graph::from_edges(nodes, graph.edges(),
                             {.keep_self_loops = can_.self_loops, .undirected = !can_.directions});
  }
  void draw_labels(Dataset& dataset) {
    dataset.class_names = {"-1", "0", "10"};
    for (std::size_t g = 0; g < dataset.examples.size(); ++g) dataset.classes.push_back(below(3));
    // Every name is used, or it would not read back.
    dataset.examples.resize(dataset.examples.size() + 3, {.graph = Graph()});
    for (const std::int64_t c : {0, 1, 2}) dataset.classes.push_back(c);
    if (can_.missing && flip()) dataset.classes[0] = -1;
    if (!can_.targets || flip()) return;
    dataset.num_targets = 1 + below(2);
    for (std::int64_t i = 0; i < dataset.num_targets; ++i)
      dataset.target_names.push_back("target_" + std::to_string(i));
    dataset.targets = reals(dataset.size() * dataset.num_targets);
    if (flip()) dataset.targets.back() = std::nanf("");
    if (flip()) {
      dataset.classes.clear();
      dataset.class_names.clear();
    }
  }
  std::int64_t below(std::uint64_t bound) { return static_cast<std::int64_t>(rng_.below(bound)); }
  bool flip() { return below(2) == 0; }
  std::vector<std::int64_t> integers(std::int64_t count) {
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(below(7) - 3);
    return values;
  }
  std::vector<float> reals(std::int64_t count) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i) {
      values.push_back(
          static_cast<float>((rng_.uniform() - 0.5) * std::pow(10.0, static_cast<double>(below(60)) - 30)));
    }
    return values;
  }
  Rng rng_;
  Abilities can_;
};

/// Through memory: the files that would be written, and what is read from them.
Dataset through(const Dataset& dataset, DataFormat format) {
  std::map<std::string, std::string> files;
  if (format == DataFormat::tu) files = tu_files(dataset);
  if (format == DataFormat::csv) files = table_files(dataset);
  if (format == DataFormat::jsonl) files = {{"RANDOM.jsonl", jsonl_text(dataset)}};
  if (format == DataFormat::powerful_gnns) files = {{"RANDOM.txt", powerful_gnns_text(dataset)}};
  if (format == DataFormat::graph6) files = {{"RANDOM.g6", graph6_text(dataset)}};
  if (format == DataFormat::sparse6) files = {{"RANDOM.s6", sparse6_text(dataset)}};
  if (format == DataFormat::digraph6) files = {{"RANDOM.d6", digraph6_text(dataset)}};
  if (format == DataFormat::dimacs) files = dimacs_files(dataset);
  Rejects none(OnError::stop);
  return read_files(FileSource::of("RANDOM", files), {.edges = {.undirected = false}}, none);
}

const std::vector<DataFormat> formats = {DataFormat::tu,       DataFormat::jsonl,         DataFormat::csv,
                                         DataFormat::graph6,   DataFormat::powerful_gnns, DataFormat::sparse6,
                                         DataFormat::digraph6, DataFormat::dimacs};

bool is_structure(DataFormat format) {
  return format == DataFormat::graph6 || format == DataFormat::sparse6 || format == DataFormat::digraph6 ||
         format == DataFormat::dimacs;
}

/// Whether there is anything to say in both: powerful-gnns wants a class for every graph, others have none.
bool can_meet(DataFormat first, DataFormat second) {
  return !(first == DataFormat::powerful_gnns && is_structure(second)) &&
         !(second == DataFormat::powerful_gnns && is_structure(first));
}

/// Random data that both formats can hold.
Dataset draw_for(DataFormat first, DataFormat second, std::uint64_t seed) {
  Abilities can;
  for (const DataFormat format : {first, second}) {
    if (format == DataFormat::powerful_gnns) can.edge_features = can.targets = can.missing = false;
    if (is_structure(format)) {
      can.classes = can.edge_features = can.node_attributes = false;
      can.node_labels = can.node_labels && format == DataFormat::dimacs;
      can.directions = can.directions && format == DataFormat::digraph6;
      can.self_loops = can.self_loops && format != DataFormat::graph6;
    }
  }
  return RandomData(seed, can).draw();
}

TEST(Formats, GiveBackWhatWasWrittenFromAnyToAny) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const DataFormat first : formats) {
      for (const DataFormat second : formats) {
        if (!can_meet(first, second)) continue;
        const Dataset dataset = draw_for(first, second, seed);
        testing::expect_same(through(through(through(dataset, first), second), first), dataset);
        ASSERT_FALSE(::testing::Test::HasFailure())
            << "seed " << seed << ", " << name_of(first) << " → " << name_of(second);
      }
    }
  }
}

TEST(Formats, GiveBackWhatWasWrittenToDisk) {
  const std::map<DataFormat, std::string> paths = {
      {DataFormat::tu, "RANDOM"},          {DataFormat::jsonl, "deep/er/RANDOM.jsonl"},
      {DataFormat::csv, "tables/RANDOM"},  {DataFormat::powerful_gnns, "RANDOM.txt"},
      {DataFormat::graph6, "RANDOM.g6"},   {DataFormat::sparse6, "RANDOM.s6"},
      {DataFormat::digraph6, "RANDOM.d6"}, {DataFormat::dimacs, "files/RANDOM"}};
  const testing::TempFolder folder;
  for (const auto& [format, path] : paths) {
    const Dataset dataset = draw_for(format, format, 1);
    EXPECT_EQ(write_dataset(dataset, folder.path() / path, format), std::vector<std::string>());
    testing::expect_same(open_dataset((folder.path() / path).string(), {}, {.edges = {.undirected = false}}), dataset);
  }
}

TEST(Formats, RefuseWhatTheyCannotSay) {
  const testing::TempFolder folder;
  Dataset dataset = testing::dataset_with_classes({0, 1});
  const auto complaint = [&](DataFormat format, const char* path = "out") {
    const Error error = testing::error_of([&] { write_dataset(dataset, folder.path() / path, format); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_FALSE(fs::exists(folder.path() / "out"));
    return std::string(error.what());
  };
  dataset.classes[0] = -1;
  EXPECT_EQ(complaint(DataFormat::powerful_gnns),
            "[powerful-gnns] SMALL: the format has no place for graphs without a class");
  dataset.classes[0] = 0;
  dataset.examples[0].node_labels = {0};
  dataset.examples[1].node_labels = {0};
  EXPECT_EQ(complaint(DataFormat::powerful_gnns),
            "[powerful-gnns] SMALL: the format has no place for node labels that are all 0");
  dataset.num_targets = 1;
  dataset.targets = {1, 2};
  dataset.target_names = {"class"};
  EXPECT_EQ(complaint(DataFormat::powerful_gnns),
            "[powerful-gnns] SMALL: the format has no place for targets; --leave-out targets writes the rest");
  EXPECT_EQ(complaint(DataFormat::jsonl), "[jsonl] SMALL: the format has no place for a target named 'class'");
  EXPECT_EQ(complaint(DataFormat::csv), "[csv] SMALL: the format has no place for a target named 'class'");
}

TEST(Formats, OfIntegerClassesNumberOthersAndSaySo) {
  const testing::TempFolder folder;
  Dataset dataset = testing::dataset_with_classes({1, 0});
  dataset.class_names = {"no", "yes"};
  const std::vector<std::pair<DataFormat, const char*>> paths = {{DataFormat::tu, "SMALL"},
                                                                 {DataFormat::powerful_gnns, "SMALL.txt"}};
  for (const auto& [format, path] : paths) {
    EXPECT_EQ(write_dataset(dataset, folder.path() / path, format),
              std::vector<std::string>{"the format has only integers for classes; written are 0 for no, 1 for yes"});
    const Dataset back = open_dataset((folder.path() / path).string());
    EXPECT_EQ(back.classes, dataset.classes);
    EXPECT_EQ(back.class_names, (std::vector<std::string>{"0", "1"}));
  }
}

TEST(Formats, OfBareGraphsRefuseAllThatIsKnownAboutThem) {
  const auto complaint = [](const Dataset& dataset, DataFormat format) {
    const Error error = testing::error_of([&] { write_dataset(dataset, "never", format); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return std::string(error.what());
  };
  const Dataset bare{.name = "SMALL", .examples = {{.graph = testing::path(2)}}};
  for (const DataFormat format : {DataFormat::graph6, DataFormat::sparse6, DataFormat::digraph6, DataFormat::dimacs}) {
    const std::string no_place = fmt::format("[{}] SMALL: the format has no place for ", name_of(format));
    const auto refusal = [&](const std::string& what) {
      return no_place + what + "; --leave-out " + what + " writes the rest";
    };
    Dataset dataset = testing::dataset_with_classes({0});
    EXPECT_EQ(complaint(dataset, format), refusal("classes"));
    dataset = bare;
    dataset.num_targets = 1;
    dataset.targets = {1};
    dataset.target_names = {"mu"};
    EXPECT_EQ(complaint(dataset, format), refusal("targets"));
    dataset = bare;
    dataset.num_attributes = 1;
    dataset.examples[0].node_attributes = {1, 2};
    EXPECT_EQ(complaint(dataset, format), refusal("node-attributes"));
    dataset = bare;
    dataset.examples[0].edge_labels = {1, 1};
    EXPECT_EQ(complaint(dataset, format), refusal("edge-labels"));
    dataset = bare;
    dataset.num_edge_attributes = 1;
    dataset.examples[0].edge_attributes = {1, 1};
    EXPECT_EQ(complaint(dataset, format), refusal("edge-attributes"));
    dataset = bare;
    dataset.examples[0].node_labels = {1, 1};
    if (format != DataFormat::dimacs) {
      EXPECT_EQ(complaint(dataset, format), refusal("node-labels"));
    }
  }
  Dataset one_way = bare;
  one_way.examples[0].graph = Graph::from_edges(2, std::vector<Edge>{{0, 1}}, {.undirected = false});
  EXPECT_EQ(complaint(one_way, DataFormat::dimacs),
            "[dimacs] SMALL: the format has no place for directed edges, which --direction undirected joins by reverse "
            "ones");
}

TEST(Knowledge, IsLeftOutOneByOne) {
  const Dataset dataset = RandomData(3, {}).draw();
  for (const auto& [name, what] : EnumNames<Knowledge>::table) {
    const Dataset less = without(dataset, {what});
    for (const auto& [other_name, other] : EnumNames<Knowledge>::table) {
      EXPECT_EQ(knows(less, other), other != what && knows(dataset, other)) << name << " " << other_name;
    }
    testing::expect_same(through(less, DataFormat::jsonl), less);
  }
}

TEST(Formats, LoseAllButNodesAndEdgesWhenAsked) {
  Dataset dataset = RandomData(3, {}).draw();
  const Dataset bare =
      without(dataset, {Knowledge::classes, Knowledge::targets, Knowledge::node_labels, Knowledge::node_attributes,
                        Knowledge::edge_labels, Knowledge::edge_attributes});
  ASSERT_EQ(bare.size(), dataset.size());
  for (std::size_t g = 0; g < bare.examples.size(); ++g) {
    EXPECT_EQ(bare.examples[g], (Example{.graph = dataset.examples[g].graph}));
  }
  testing::expect_same(through(bare, DataFormat::digraph6), bare);
}

TEST(Formats, RemarkOnNamesThatAreLost) {
  const testing::TempFolder folder;
  Dataset dataset = testing::dataset_with_classes({0, 0});
  dataset.class_names = {"+1", "2"};
  dataset.num_targets = 1;
  dataset.targets = {1, 2};
  dataset.target_names = {"mu"};
  dataset.parts = {{"train", 1}, {"test", 1}};
  EXPECT_EQ(write_dataset(dataset, folder.path() / "tu", DataFormat::tu),
            (std::vector<std::string>{"the bounds of the parts are not kept; in this order there are: train 1, test 1",
                                      "the class 2, which no graph has, is not kept",
                                      "names of targets are not kept; in this order there are: mu"}));
  dataset = testing::dataset_with_classes({0});
  dataset.class_names = {"+1"};
  EXPECT_EQ(write_dataset(dataset, folder.path() / "x.txt", DataFormat::powerful_gnns),
            std::vector<std::string>{"the class +1 is written as 1"});
}

TEST(Formats, OverwriteNothing) {
  const testing::TempFolder folder;
  const Dataset dataset = testing::dataset_with_classes({0});
  folder.write("used/file", "kept");
  folder.write("used.jsonl", "kept");
  for (const auto& [format, path] :
       std::vector<std::pair<DataFormat, std::string>>{{DataFormat::tu, "used"},
                                                       {DataFormat::csv, "used"},
                                                       {DataFormat::jsonl, "used.jsonl"},
                                                       {DataFormat::powerful_gnns, "used"}}) {
    const Error error = testing::error_of([&] { write_dataset(dataset, folder.path() / path, format); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
  }
}

TEST(Formats, AreKnownByTheEndOfAPath) {
  EXPECT_EQ(format_of_path("x.jsonl"), DataFormat::jsonl);
  EXPECT_EQ(format_of_path("x.ndjson"), DataFormat::jsonl);
  EXPECT_EQ(format_of_path("a.b/x.txt"), DataFormat::powerful_gnns);
  EXPECT_EQ(format_of_path("a.b/x"), DataFormat::tu);
  EXPECT_EQ(format_of_path("x/"), DataFormat::tu);
  EXPECT_EQ(format_of_path("x.g6"), DataFormat::graph6);
  EXPECT_EQ(format_of_path("x.s6"), DataFormat::sparse6);
  EXPECT_EQ(format_of_path("x.d6"), DataFormat::digraph6);
  for (const char* path : {"x.dimacs", "x.col", "x.clq"}) EXPECT_EQ(format_of_path(path), DataFormat::dimacs);
  EXPECT_STREQ(testing::error_of([] { format_of_path("x.csv"); }).what(),
               "[data] x.csv: '.csv' does not tell the format: name it with --format (tu, jsonl, csv, powerful-gnns, "
               "graph6, sparse6, digraph6, dimacs); tu and csv make a folder");
}

}  // namespace
}  // namespace gnnir
