#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/data/source/csv.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using ::testing::StartsWith;
using testing::TempFolder;

using Edges = std::vector<std::array<int, 2>>;

std::string line_of(const std::string& id, int nodes, const Edges& edges, const std::string& label) {
  std::string text;
  for (const auto& [a, b] : edges) text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", a, b);
  return fmt::format("{{\"id\": \"{}\", \"num_nodes\": {}, \"edges\": [{}], \"class\": \"{}\"}}\n", id, nodes, text,
                     label);
}

/// Paths and rings of 4 to 23 nodes.
class NeighbourCommands : public ::testing::Test {
 protected:
  NeighbourCommands() {
    std::string lines;
    for (int nodes = 4; nodes < 24; ++nodes) {
      Edges edges;
      for (int v = 0; v + 1 < nodes; ++v) edges.push_back({v, v + 1});
      lines += line_of(fmt::format("path{}", nodes), nodes, edges, "path");
      edges.push_back({0, nodes - 1});
      lines += line_of(fmt::format("ring{}", nodes), nodes, edges, "ring");
    }
    folder_.write("graphs.jsonl", lines);
    Edges complete;
    for (int a = 0; a < 12; ++a) {
      for (int b = 0; b < a; ++b) complete.push_back({b, a});
    }
    folder_.write("other.jsonl", line_of("k12", 12, complete, "path"));
  }
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  void train(const std::string& arguments) {
    const Outcome outcome = run("train graphs.jsonl --hidden 8 --epochs 2 --threads 1 " + arguments);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  std::vector<std::vector<std::string>> columns_of(const std::string& csv, const std::vector<std::string>& columns) {
    CsvReader reader("[test] predictions", csv);
    std::vector<std::vector<std::string>> values(columns.size());
    while (reader.next()) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        values[c].emplace_back(reader.fields()[reader.require(columns[c])]);
      }
    }
    return values;
  }
  TempFolder folder_;
};

TEST_F(NeighbourCommands, ATrainingGraphIsItsOwnNeighbour) {
  train("--out run -L 0");
  const Outcome outcome = run("predict run graphs.jsonl --part train --neighbours 2");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("graph,line,id,prediction,p_path,p_ring,nearest,distance,nearest_2,distance_2,"
                                      "unfamiliar,closer,unusual\n"));
  const auto columns = columns_of(outcome.out, {"id", "nearest", "distance", "unfamiliar", "distance_2", "nearest_2"});
  ASSERT_EQ(columns[0].size(), 32U);
  int paths = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(columns[2][i], "0") << columns[0][i];
    EXPECT_EQ(columns[3][i], "no");
    if (columns[0][i].starts_with("ring")) {  // all nodes of all rings are equal to a mean over them
      EXPECT_THAT(columns[1][i], StartsWith("ring"));
      continue;
    }
    ++paths;
    EXPECT_EQ(columns[1][i], columns[0][i]);
    EXPECT_GT(std::stod(columns[4][i]), 0) << columns[5][i];
  }
  EXPECT_GT(paths, 10);
}

TEST_F(NeighbourCommands, AGraphOfAnotherKindIsUnfamiliarInTextAndJson) {
  train("--out run -L 0");
  const Outcome text = run("predict run other.jsonl --neighbours 1");
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr(",yes,1,"));
  EXPECT_THAT(text.out, HasSubstr("from the nearest training graph"));
  EXPECT_THAT(text.err, HasSubstr("1 of 1 graphs is farther from the training graphs than 99 % of those"));
  const Json json = run("predict run other.jsonl --neighbours 3 --json").last_json();
  EXPECT_EQ(json["unfamiliar"], true);
  EXPECT_EQ(json["closer"], 1);
  ASSERT_EQ(json["nearest"].size(), 3U);
  EXPECT_THAT(json["nearest"][0]["name"].get<std::string>(), ::testing::ContainsRegex("path|ring"));
  EXPECT_LE(json["nearest"][0]["distance"].get<double>(), json["nearest"][1]["distance"].get<double>());
  EXPECT_THAT(json["unusual"].dump(), HasSubstr("from the nearest training graph"));
  const auto numbers = columns_of(run("predict run other.jsonl --neighbours 1 --no-names").out, {"nearest"});
  EXPECT_EQ(numbers[0][0], std::to_string(json["nearest"][0]["graph"].get<int>()));
}

TEST_F(NeighbourCommands, SaysNothingOfThemUnasked) {
  train("--out run -L 0");
  EXPECT_THAT(run("predict run other.jsonl").out, Not(HasSubstr("nearest")));
}

TEST_F(NeighbourCommands, AreTheSameForAnyNumberOfThreadsAndSeveralModels) {
  train("--out run -L 1 -k 2 --seeds 2");
  const Outcome one = run("predict run graphs.jsonl --neighbours 3 --threads 1");
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(one.out, run("predict run graphs.jsonl --neighbours 3 --threads 3").out);
  EXPECT_THAT(one.out, HasSubstr(",std,nearest,distance,"));
}

TEST_F(NeighbourCommands, ForWhichTheTrainingDataHasToBeFound) {
  train("--out run -L 0");
  const std::string found = run("predict run other.jsonl --neighbours 2").out;
  std::filesystem::rename(folder_.path() / "graphs.jsonl", folder_.path() / "moved.jsonl");
  const Outcome lost = run("predict run other.jsonl --neighbours 2");
  EXPECT_EQ(lost.exit_code, 2);
  EXPECT_THAT(lost.err,
              AllOf(HasSubstr("--training-data: run was trained on graphs.jsonl, which cannot be read here")));
  EXPECT_EQ(run("predict run other.jsonl --neighbours 2 --training-data moved.jsonl").out, found);
  const Outcome another = run("predict run other.jsonl --neighbours 2 --training-data other.jsonl");
  EXPECT_EQ(another.exit_code, 2);
  EXPECT_THAT(another.err, HasSubstr("--training-data: the data set has changed since run was begun, or is another"));
}

TEST_F(NeighbourCommands, OfAModelFileAloneAreInTheDataThatIsNamed) {
  train("--out run -L 0");
  std::filesystem::copy_file(folder_.path() / "run" / "best.safetensors", folder_.path() / "alone.safetensors");
  const Outcome alone = run("predict alone.safetensors other.jsonl --neighbours 1");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.err, HasSubstr("--training-data: alone.safetensors lies in no run folder"));
  const Outcome all = run("predict alone.safetensors other.jsonl --neighbours 40 --training-data graphs.jsonl");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.out, HasSubstr("nearest_40"));
  EXPECT_EQ(run("predict run/best.safetensors other.jsonl --neighbours 1").exit_code, 0) << "the run is around it";
}

TEST_F(NeighbourCommands, AreCountedFromOne) {
  train("--out run -L 0");
  const Outcome none = run("predict run other.jsonl --neighbours 0");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("--neighbours: expected at least 1, found 0"));
  const Outcome many = run("predict run other.jsonl --neighbours 33");
  EXPECT_EQ(many.exit_code, 2);
  EXPECT_THAT(many.err, HasSubstr("--neighbours: expected 1 to 32, the number of training graphs, found 33"));
  const Outcome useless = run("predict run other.jsonl --training-data graphs.jsonl");
  EXPECT_EQ(useless.exit_code, 2);
  EXPECT_THAT(useless.err, HasSubstr("--training-data: has no effect here: it is for --neighbours"));
}

}  // namespace
}  // namespace gnnir
