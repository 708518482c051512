#include <gmock/gmock.h>

#include <functional>

#include "support/program.h"
#include "support/temp_folder.h"

// What every command does with odd graphs: docs/reliability.md has the same table in words.

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::TempFolder;

/// A TU data set as plain text: rings of 3 to 6 nodes with two classes, to be spoilt.
struct OddData {
  struct OddGraph {
    int nodes = 0;
    std::vector<std::pair<int, int>> edges;  // directed, from 0
  };
  std::vector<OddGraph> graphs;
  std::vector<std::string> labels;      // lines of graph_labels; none: no such file
  std::vector<std::string> targets;     // lines of graph_attributes
  std::vector<std::string> attributes;  // lines of node_attributes

  static OddGraph ring(int nodes) {
    OddGraph graph{nodes, {}};
    for (int i = 0; i < nodes; ++i) {
      graph.edges.emplace_back(i, (i + 1) % nodes);
      graph.edges.emplace_back((i + 1) % nodes, i);
    }
    return graph;
  }

  static OddData rings() {
    OddData data;
    for (int i = 0; i < 24; ++i) {
      data.graphs.push_back(ring(3 + i % 4));
      data.labels.push_back(std::to_string(i % 2));
    }
    return data;
  }

  static OddData with_targets() {
    OddData data = rings();
    data.labels.clear();
    for (int i = 0; i < 24; ++i) data.targets.push_back(std::to_string(0.5 * i));
    return data;
  }

  static OddData with_attributes() {
    OddData data = rings();
    int nodes = 0;
    for (const OddGraph& graph : data.graphs) nodes += graph.nodes;
    for (int i = 0; i < nodes; ++i) data.attributes.push_back(std::to_string(i));
    return data;
  }

  void write(const TempFolder& folder, const std::string& name) const {
    std::string edges;
    std::string indicator;
    int first = 1;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
      for (const auto& [u, v] : graphs[g].edges) {
        edges += std::to_string(first + u) + ", " + std::to_string(first + v) + "\n";
      }
      for (int i = 0; i < graphs[g].nodes; ++i) indicator += std::to_string(g + 1) + "\n";
      first += graphs[g].nodes;
    }
    const auto file = [&](const char* kind, const std::string& text) {
      folder.write(name + "/" + name + "_" + kind + ".txt", text);
    };
    file("A", edges);
    file("graph_indicator", indicator);
    for (const auto& [kind, lines] : {std::pair{"graph_labels", &labels}, std::pair{"graph_attributes", &targets},
                                      std::pair{"node_attributes", &attributes}}) {
      if (lines->empty()) continue;
      std::string text;
      for (const std::string& line : *lines) text += line + "\n";
      file(kind, text);
    }
  }
};

/// A kind of odd data and what becomes of it.
struct OddCase {
  std::string name;
  std::function<OddData()> make;
  std::string refusal;         ///< what every command says before it exits with 65; empty: they work
  std::string warning;         ///< what train and cv say although they work
  std::string learning_error;  ///< what train and cv say before they exit with 65, where predict and embed work
};

OddData spoilt(OddData data, const std::function<void(OddData&)>& spoil) {
  spoil(data);
  return data;
}

void for_each_graph(OddData& data, const std::function<void(OddData::OddGraph&)>& change) {
  for (OddData::OddGraph& graph : data.graphs) change(graph);
}

auto rings(const std::function<void(OddData&)>& spoil) {
  return [spoil] { return spoilt(OddData::rings(), spoil); };
}

std::vector<OddCase> odd_structures() {
  const auto each = [](const std::function<void(OddData::OddGraph&)>& change) {
    return rings([change](OddData& data) { for_each_graph(data, change); });
  };
  return {
      {"EmptyDataSet", rings([](OddData& data) { data = {}; }), "holds no graphs"},
      {"EmptyGraph", rings([](OddData& data) { data.graphs[5] = {}; })},
      {"OnlyEmptyGraphs", each([](OddData::OddGraph& graph) { graph = {}; })},
      {"OneNode", each([](OddData::OddGraph& graph) {
         graph = {1, {}};
       })},
      {"NoEdges", each([](OddData::OddGraph& graph) { graph.edges.clear(); })},
      {"IsolatedNodes", each([](OddData::OddGraph& graph) { graph.nodes += 2; })},
      {"SelfLoops", each([](OddData::OddGraph& graph) { graph.edges.emplace_back(0, 0); })},
      {"DuplicateEdges", each([](OddData::OddGraph& graph) { graph.edges.push_back(graph.edges[0]); })},
      {"OneDirection", each([](OddData::OddGraph& graph) {
         std::erase_if(graph.edges, [](auto edge) { return edge.first > edge.second; });
       })},
      {"FewerNodesThanK", each([](OddData::OddGraph& graph) { graph = OddData::ring(3); })},
      {"HundredThousandNodes", rings([](OddData& data) {
         for (const std::size_t g : {3, 12, 20}) data.graphs[g] = OddData::ring(100'000);
       })},
  };
}

std::vector<OddCase> odd_numbers() {
  const auto attribute = [](const char* text) {
    return [text] { return spoilt(OddData::with_attributes(), [text](OddData& data) { data.attributes[5] = text; }); };
  };
  const auto target = [](const char* text) {
    return [text] { return spoilt(OddData::with_targets(), [text](OddData& data) { data.targets[3] = text; }); };
  };
  return {
      {"NanFeature", attribute("nan"), "node_attributes.txt:6: expected a finite number, found 'nan'"},
      {"InfiniteFeature", attribute("inf"), "node_attributes.txt:6: expected a finite number of single precision"},
      {"HugeFeature", attribute("3e38")},
      {"NanLabel", rings([](OddData& data) { data.labels[3] = "nan"; })},
      {"NoLabelAtAll", rings([](OddData& data) { data.labels.assign(24, "nan"); }), "", "",
       "neither class labels nor targets"},
      {"InfiniteLabel", rings([](OddData& data) { data.labels[3] = "inf"; }),
       "graph_labels.txt:4: expected a finite number"},
      {"NanTarget", target("nan")},
      {"InfiniteTarget", target("inf"), "graph_attributes.txt:4: expected a finite number"},
      {"HugeTarget", target("3e38")},
      {"OneClassOnly", rings([](OddData& data) { data.labels.assign(24, "1"); }), "", "all labels are '1'"},
      {"ClassMissingInAFold", rings([](OddData& data) {
         data.labels.assign(24, "0");
         data.labels[7] = "1";
       }),
       "", "no training graph of class '1'"},
      {"ClassesMissingInAFold", rings([](OddData& data) {
         data.labels.assign(24, "0");
         for (const std::size_t graph : {3U, 5U, 7U, 9U, 11U, 13U, 15U, 17U})
           data.labels[graph] = std::to_string(graph);
       }),
       "", "classes ('"},
      {"ConstantTarget",
       [] { return spoilt(OddData::with_targets(), [](OddData& data) { data.targets.assign(24, "2.5"); }); }, "",
       "is 2.5 for all"},
  };
}

std::vector<OddCase> odd_cases() {
  std::vector<OddCase> cases = odd_structures();
  for (OddCase& number : odd_numbers()) cases.push_back(std::move(number));
  return cases;
}

class OddGraphs : public ::testing::TestWithParam<OddCase> {
 protected:
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }

  /// Commands end with 0 or with words; a signal would be another code.
  void expect(const std::string& arguments, const std::string& error, const std::string& warning = "") {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, error.empty() ? 0 : 65) << arguments << "\n" << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(error)) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(warning)) << arguments;
    EXPECT_EQ(outcome.out.find("nan"), std::string::npos) << outcome.out;
    EXPECT_TRUE(error.empty() || !std::filesystem::exists(folder_.path() / "run")) << arguments;
  }

  TempFolder folder_;
};

TEST_P(OddGraphs, HaveTheDocumentedOutcomeInEveryCommand) {
  const OddCase& odd = GetParam();
  OddData::rings().write(folder_, "GOOD");
  odd.make().write(folder_, "ODD");
  const std::string quick = " --epochs 2 --hidden 8 -L 1 -k 4 --batch-size 8 --no-baseline ";
  ASSERT_EQ(run("train GOOD --features constant --out model" + quick).exit_code, 0);
  const std::string learning = odd.refusal + odd.learning_error;
  // A class that one fold lacks is seen by cv only when there is such a fold: with as many folds as graphs of it, and
  // more.
  expect("cv ODD --folds 3 --out run" + quick, learning, odd.warning);
  std::filesystem::remove_all(folder_.path() / "run");
  expect("train ODD --out run" + quick, learning, odd.name.ends_with("MissingInAFold") ? "" : odd.warning);
  expect("predict model ODD", odd.refusal);
  expect("embed model ODD --nodes", odd.refusal);
}

TEST(OddFeatures, FarFromTheTrainingGraphsGetNoPredictionAndAreNamed) {
  const TempFolder folder;
  const auto run = [&](const std::string& arguments) { return testing::run_gnnir(arguments, folder.path()); };
  OddData::with_attributes().write(folder, "GOOD");
  OddData odd = OddData::with_attributes();
  for (int node = 0; node < odd.graphs[0].nodes; ++node) odd.attributes[static_cast<std::size_t>(node)] = "3e38";
  odd.write(folder, "ODD");
  ASSERT_EQ(run("train GOOD --out model --epochs 2 --hidden 16 -L 2 -k 4 --batch-size 8 --no-baseline").exit_code, 0);
  for (const char* command : {"predict model ODD", "embed model ODD", "eval model ODD", "audit model ODD"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("no finite output for 1 graph (0)")) << command;
    if (!std::string(command).starts_with("audit")) {
      EXPECT_EQ(outcome.out.find("nan"), std::string::npos) << outcome.out;
    }
  }
  EXPECT_THAT(run("predict model ODD").out, HasSubstr("\n0,,,,attribute 0 of a node "));
  EXPECT_THAT(run("eval model ODD").out, HasSubstr("not finite"));
}

INSTANTIATE_TEST_SUITE_P(Cases, OddGraphs, ::testing::ValuesIn(odd_cases()),
                         [](const auto& odd) { return odd.param.name; });

}  // namespace
}  // namespace gnnir
