#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::TempFolder;

class Guess : public ::testing::Test {
 protected:
  /// Rings; of each what is said of it.
  template <typename Label>
  void write(const Label& label) const {
    std::string lines;
    for (int i = 0; i < 40; ++i) {
      lines +=
          fmt::format("{{\"num_nodes\": 3, \"edges\": [[0, 1], [1, 2], [2, 0]], \"node_labels\": [{}, 0, 0], {}}}\n",
                      i % 7, label(i));
    }
    folder_.write("graphs.jsonl", lines);
  }
  Outcome train(const std::string& arguments) {
    return testing::run_gnnir("train graphs.jsonl --hidden 4 --epochs 2 --threads 1 --out run " + arguments,
                              folder_.path());
  }
  [[nodiscard]] Json read(const char* file) const { return parse_json(read_file(folder_.path() / "run" / file), file); }
  TempFolder folder_;
};

TEST_F(Guess, OfNumbersIsTheirMeanInTraining) {
  const auto value = [](std::size_t i) { return static_cast<double>(i * i % 13); };
  write([&](int i) { return fmt::format("\"targets\": {{\"y\": {}}}", value(static_cast<std::size_t>(i))); });
  ASSERT_EQ(train("-L 0").exit_code, 0);
  const Json split = read("splits.json")[0];
  double mean = 0;
  for (const Json& graph : split["train"]) mean += value(graph.get<std::size_t>()) / double(split["train"].size());
  double error = 0;
  for (const Json& graph : split["test"]) {
    error += std::abs(value(graph.get<std::size_t>()) - mean) / double(split["test"].size());
  }
  EXPECT_NEAR(read("result.json")["test_guess"]["mae"]["mean"].get<double>(), error, 1e-5);
}

TEST_F(Guess, OfClassesIsTheMostFrequentOneAndStandsBesideTheModelAndThePlainNetwork) {
  write([](int i) { return fmt::format("\"class\": {}", i % 4 == 0 ? 1 : 0); });
  const Outcome outcome = train("--metric accuracy -L 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json split = read("splits.json")[0];
  const auto zeros = std::count_if(split["test"].begin(), split["test"].end(),
                                   [](const Json& graph) { return graph.get<int>() % 4 != 0; });
  EXPECT_NEAR(read("result.json")["test_guess"]["accuracy"]["mean"].get<double>(),
              double(zeros) / double(split["test"].size()), 1e-9);
  const std::string table = outcome.out.substr(outcome.out.rfind("test accuracy "));
  for (const char* row : {"the same for all graphs", "plain GNN (L=0)", "exact IR (L=1)", "parameters"}) {
    EXPECT_THAT(table, HasSubstr(row));
  }
}

TEST_F(Guess, OfQuestionsIsHowOftenEachIsAnsweredYes) {
  write([](int i) {
    return fmt::format("\"targets\": {{\"a\": {}, \"b\": \"{}\"}}", i % 5 == 0 ? 1 : 0, i % 3 == 0 ? "no" : "yes");
  });
  ASSERT_EQ(train("-L 0").exit_code, 0);
  const Json guess = read("result.json")["test_guess"];
  EXPECT_NEAR(guess["roc_auc"]["mean"].get<double>(), 0.5, 1e-9);
  const Json split = read("splits.json")[0];
  const auto yes = std::count_if(split["test"].begin(), split["test"].end(),
                                 [](const Json& graph) { return graph.get<int>() % 3 != 0; });
  EXPECT_NEAR(guess["accuracy:b"]["mean"].get<double>(), double(yes) / double(split["test"].size()), 1e-9);
}

TEST_F(Guess, OfNothingThatCountsIsRefusedBeforeThereIsARun) {
  write([](int i) { return fmt::format("\"class\": {}, \"w\": 0", i % 4 == 0 ? 1 : 0); });
  const Outcome outcome = train("-L 0 --weight-column w");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, HasSubstr("no training graph counts in the loss: all weights are 0"));
}

TEST_F(Guess, OfPartsThatDoNotCountHasScoresButNoLoss) {
  write([](int i) { return fmt::format("\"class\": {}, \"w\": {}", i % 2, i % 4 < 2 ? 1 : 0); });
  folder_.write("s_train.index", "0\n1\n4\n5\n8\n9\n12\n13\n");
  folder_.write("s_val.index", "2\n3\n6\n7\n");
  folder_.write("s_test.index", "10\n11\n14\n15\n");
  const Outcome outcome = train("-L 0 --weight-column w --split-file s");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json result = read("result.json");
  EXPECT_TRUE(result["test"].contains("accuracy"));
  EXPECT_FALSE(result["test"].contains("loss"));
}

}  // namespace
}  // namespace gnnir
