#include "gnnir/data/formats/jsonl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/datasets.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::graph_of;
using ::testing::StartsWith;

Dataset read(const std::string& content, const ReadOptions& options = {}) {
  Rejects rejects(options.on_error);
  return read_jsonl("graphs.jsonl", content, options, rejects);
}

/// What is said about a line, without its place.
std::string complaint(const std::string& line, const std::string& lines_before = "") {
  const Error error = error_of([&] { read(lines_before + line + "\n"); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  const std::string place = lines_before.empty() ? "[jsonl] graphs.jsonl:1: " : "[jsonl] graphs.jsonl:2: ";
  EXPECT_THAT(error.what(), StartsWith(place));
  return std::string(error.what()).substr(place.size());
}

TEST(JsonLines, ReadsAGraphToALine) {
  const Dataset dataset =
      read(R"({"num_nodes": 3, "edges": [[0, 1], [1, 2]], "class": "toxic", "targets": {"mu": 1.5, "gap": null}})"
           "\n\n"
           R"({"num_nodes": 1, "edges": [], "targets": {"gap": -2}})");
  EXPECT_EQ(dataset.name, "graphs");
  ASSERT_EQ(dataset.size(), 2);
  EXPECT_EQ(dataset.examples[0].graph, graph_of(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(dataset.examples[1].graph, graph_of(1, {}));
  EXPECT_THAT(dataset.lines, ElementsAre(1, 3));
  EXPECT_THAT(dataset.class_names, ElementsAre("toxic"));
  EXPECT_THAT(dataset.classes, ElementsAre(0, -1));
  EXPECT_THAT(dataset.target_names, ElementsAre("mu", "gap"));
  ASSERT_EQ(dataset.targets.size(), 4u);
  EXPECT_EQ(dataset.targets[0], 1.5f);
  EXPECT_TRUE(std::isnan(dataset.targets[1]));
  EXPECT_TRUE(std::isnan(dataset.targets[2]));
  EXPECT_EQ(dataset.targets[3], -2);
}

TEST(JsonLines, BoundsWhatAllLinesClaimTogether) {
  const std::string line = R"({"num_nodes": 100000, "edges": []})";
  EXPECT_EQ(read(line + "\n").size(), 1);
  EXPECT_EQ(complaint(line, line + "\n"),
            "expected at most 168000 nodes in the 68 bytes of all graphs so far, found 200000");
}

TEST(JsonLines, BoundsTheLengthOfALine) {
  const std::string line =
      R"({"num_nodes": 1, "edges": [],)" + std::string(std::size_t{64} << 20, ' ') + R"("class": 1})";
  EXPECT_THAT(complaint(line), StartsWith("expected a line of at most 64.0 MB, found 64.0 MB"));
}

TEST(JsonLines, ReadsLabelsAndAttributesOfNodesAndEdges) {
  const Dataset dataset = read(
      R"({"node_labels": [7, -1], "edges": [[0, 1]], "node_attributes": [[1, 0.5], [2, 1e-3]], "edge_labels": [4],)"
      R"( "edge_attributes": [[0.25]]})");
  EXPECT_THAT(dataset.examples[0].node_labels, ElementsAre(7, -1));
  EXPECT_THAT(dataset.examples[0].node_attributes, ElementsAre(1, 0.5f, 2, 1e-3f));
  EXPECT_THAT(dataset.examples[0].edge_labels, ElementsAre(4, 4));
  EXPECT_THAT(dataset.examples[0].edge_attributes, ElementsAre(0.25f, 0.25f));
  EXPECT_EQ(dataset.num_attributes, 2);
  EXPECT_EQ(dataset.num_edge_attributes, 1);
}

TEST(JsonLines, NeedsNoLabelsWhereThereAreNoNodesOrEdges) {
  const Dataset dataset = read(
      "{\"num_nodes\": 0, \"edges\": []}\n{\"node_labels\": [3], \"edges\": []}\n"
      "{\"node_labels\": [3, 3], \"edges\": [[0, 1]], \"edge_labels\": [1]}\n");
  EXPECT_EQ(dataset.size(), 3);
  EXPECT_TRUE(dataset.has_edge_labels());
}

TEST(JsonLines, TakesClassesThatAreNumbersOrTruthValues) {
  const auto classes = [](const std::string& a, const std::string& b) {
    return read("{\"num_nodes\": 0, \"edges\": [], \"class\": " + a +
                "}\n{\"num_nodes\": 0, \"edges\": [], \"class\": " + b + "}\n")
        .class_names;
  };
  EXPECT_THAT(classes("10", "9"), ElementsAre("9", "10"));
  EXPECT_THAT(classes("true", "false"), ElementsAre("false", "true"));
  EXPECT_THAT(classes("\"1\"", "1"), ElementsAre("1"));
}

TEST(JsonLines, AcceptsAByteOrderMarkAndOtherLineEnds) {
  EXPECT_EQ(read("\xEF\xBB\xBF{\"num_nodes\": 1, \"edges\": []}\r\n{\"num_nodes\": 1, \"edges\": []}\r\n").size(), 2);
}

TEST(JsonLines, ChoosesTargetsByName) {
  const std::string line = R"({"num_nodes": 1, "edges": [], "class": 1, "targets": {"mu": 1, "gap": 2}})";
  EXPECT_THAT(read(line, {.targets = {"gap"}}).targets, ElementsAre(2));
  EXPECT_FALSE(read(line, {.targets = {"gap"}}).has_classes());
  const Error error = error_of([&] { read(line, {.targets = {"gao"}, .on_error = OnError::skip}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_STREQ(error.what(),
               "data.targets: [jsonl] graphs.jsonl has no 'gao'. Did you mean 'gap'? There are: class, mu, gap");
}

TEST(JsonLines, TakesATargetForClassesIfClassificationIsAskedFor) {
  const std::string line = R"({"num_nodes": 1, "edges": [], "targets": {"kind": 2}})";
  EXPECT_TRUE(read(line).has_targets());
  EXPECT_THAT(read(line, {.task = TaskChoice::classification}).class_names, ElementsAre("2"));
}

TEST(JsonLines, ReadsNoLabelsIfNoneAreWanted) {
  const Dataset dataset =
      read("{\"num_nodes\": 0, \"edges\": []}\n{\"num_nodes\": 0, \"edges\": [], \"class\": [1], \"targets\": 7}\n",
           {.targets = {"absent"}, .labels = false});
  EXPECT_EQ(dataset.size(), 2);
  EXPECT_FALSE(dataset.has_classes());
}

TEST(JsonLines, NamesMistakes) {
  EXPECT_THAT(complaint("{"), StartsWith("not valid JSON: "));
  EXPECT_EQ(complaint("[1]"), "expected a JSON object, found '[1]'");
  EXPECT_EQ(complaint(R"({"num_nodes": 1, "edgse": []})"),
            "unknown key 'edgse'. Did you mean 'edges'? Known are: num_nodes, edges, node_labels, node_attributes, "
            "edge_labels, edge_attributes, class, targets, id, motif");
  EXPECT_EQ(complaint(R"({"edges": []})"), "expected num_nodes, or node_labels or node_attributes, which tell it");
  EXPECT_EQ(complaint(R"({"num_nodes": 2})"), "expected edges, found none: [] if there are none");
  EXPECT_EQ(complaint(R"({"num_nodes": -1, "edges": []})"), "num_nodes: expected a whole number, found '-1'");
  EXPECT_EQ(complaint(R"({"num_nodes": 2000000000, "edges": []})"),
            "num_nodes: expected at most 138000 in a line of 38 bytes, found 2000000000");
  EXPECT_EQ(complaint(R"({"num_nodes": 2, "edges": {}})"), "edges: expected a list, found '{}'");
  EXPECT_EQ(complaint(R"({"num_nodes": 2, "edges": [[0, 1], [1]]})"), "edges[1]: expected two nodes, found '[1]'");
  EXPECT_EQ(complaint(R"({"num_nodes": 2, "edges": [[0, 2]]})"), "edges[0]: node 2 is outside 0..1");
  EXPECT_EQ(complaint(R"({"num_nodes": 2, "edges": [[0, -1]]})"),
            "edges[0]: expected a whole number from 0, found '-1'");
  EXPECT_EQ(complaint(R"({"num_nodes": 2, "edges": [[0, 0.5]]})"),
            "edges[0]: expected a whole number from 0, found '0.5'");
  EXPECT_EQ(complaint(R"({"num_nodes": 2, "edges": [], "node_labels": [1]})"),
            "node_labels: expected 2, one per node, found 1");
  EXPECT_EQ(complaint(R"({"edges": [], "node_labels": [1, "C"]})"),
            "node_labels[1]: expected an integer, found '\"C\"'");
  EXPECT_EQ(complaint(R"({"edges": [], "node_labels": [18446744073709551615]})"),
            "node_labels[0]: expected an integer, found '18446744073709551615'");
  EXPECT_EQ(complaint(R"({"edges": [], "node_attributes": [1]})"),
            "node_attributes[0]: expected a list of numbers, found '1'");
  EXPECT_EQ(complaint(R"({"edges": [], "node_attributes": [[1], [1, 2]]})"),
            "node_attributes[1]: expected 1 numbers, found 2");
  EXPECT_EQ(complaint(R"({"edges": [], "node_attributes": [[1e39]]})"),
            "node_attributes[0]: expected a finite number of single precision, found '1e+39'");
  EXPECT_EQ(complaint(R"({"num_nodes": 2, "edges": [[0, 1]], "edge_labels": [1, 2]})"),
            "edge_labels: expected 1, one per edge, found 2");
  EXPECT_EQ(complaint(R"({"num_nodes": 2, "edges": [[0, 1]], "edge_attributes": []})"),
            "edge_attributes: expected 1, one per edge, found 0");
  EXPECT_EQ(complaint(R"({"num_nodes": 0, "edges": [], "targets": [1]})"), "targets: expected an object, found '[1]'");
  EXPECT_EQ(complaint(R"({"num_nodes": 0, "edges": [], "targets": {"mu": [1]}})"),
            "'mu': expected a number, a text or null, found '[1]'");
  EXPECT_EQ(complaint(R"({"num_nodes": 0, "edges": [], "targets": {"class": 1}})"),
            "targets: 'class' has its place beside targets");
}

TEST(JsonLines, NamesLinesThatDifferFromTheFirst) {
  const std::string first =
      R"({"node_labels": [1, 1], "edges": [[0, 1]], "edge_attributes": [[1]], "targets": {"mu": 1}})"
      "\n";
  EXPECT_EQ(complaint(R"({"num_nodes": 1, "edges": []})", first), "expected the node_labels as in line 1");
  EXPECT_EQ(complaint(R"({"node_labels": [1], "edges": [], "node_attributes": [[1]]})", first),
            "expected 0 node_attributes as in line 1, found 1");
  EXPECT_EQ(complaint(R"({"node_labels": [1], "edges": [[0, 0]], "edge_labels": [1]})", first),
            "expected no edge_labels as in line 1");
  EXPECT_EQ(complaint(R"({"node_labels": [1], "edges": [[0, 0]]})", first),
            "expected 1 edge_attributes as in line 1, found 0");
  EXPECT_EQ(complaint(R"({"node_labels": [1], "edges": [], "targets": {"nu": 1}})", first),
            "unknown class or target 'nu'. Did you mean 'mu'? The first graph names them all: mu");
  EXPECT_EQ(complaint(R"({"node_labels": [1], "edges": [], "class": 1})", first),
            "unknown class or target 'class'. The first graph names them all: mu");
  EXPECT_EQ(complaint(R"({"node_labels": [1], "edges": [], "targets": {"mu": "high"}})", first),
            "'mu': expected a number as in line 1, found 'high' (data.task=classification: texts are classes)");
}

TEST(JsonLines, RefusesAFileWithoutGraphs) {
  EXPECT_STREQ(error_of([] { read("\n \n"); }).what(), "[jsonl] graphs.jsonl: expected a graph to a line, found none");
}

TEST(JsonLines, SkipsBadGraphsWhenAskedAndKeepsTheLinesOfGoodOnes) {
  Rejects rejects(OnError::skip);
  const Dataset dataset = read_jsonl("graphs.jsonl",
                                     "{\"num_nodes\": 1}\n"
                                     "{\"num_nodes\": 1, \"edges\": [], \"class\": 1}\n"
                                     "{\"node_labels\": [1], \"edges\": [], \"class\": 2}\n"
                                     "{\"num_nodes\": 2, \"edges\": [[0, 1]], \"class\": 3}\n",
                                     {.on_error = OnError::skip}, rejects);
  EXPECT_THAT(dataset.lines, ElementsAre(2, 4));
  EXPECT_THAT(dataset.class_names, ElementsAre("1", "3"));
  EXPECT_FALSE(dataset.has_node_labels());
  EXPECT_EQ(rejects.count(), 2);
  EXPECT_THAT(
      rejects.csv(),
      StartsWith("line,reason,row\n"
                 "1,\"[jsonl] graphs.jsonl:1: expected edges, found none: [] if there are none\",\"{\"\"num_nodes"
                 "\"\": 1}\"\n"));
}

}  // namespace
}  // namespace gnnir
