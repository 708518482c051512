#include <gmock/gmock.h>

#include <cmath>

#include "gnnir/base/files.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

/// Small trees with a house or a ring, and models that have hardly learned.
class ExplainCommandLine : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new testing::TempFolder;
    ASSERT_EQ(run("data generate MOTIFS --size 4 --out all.jsonl").exit_code, 0);
    const std::string all = read_file(folder_->path() / "all.jsonl");
    std::size_t end = 0;
    for (int line = 0; line < 24; ++line) end = all.find('\n', end) + 1;
    write_file_atomically(folder_->path() / "few.jsonl", all.substr(0, end));
    const std::string settings = "train few.jsonl --epochs 1 --hidden 8 --no-baseline --batch-size 8 ";
    ASSERT_EQ(run(settings + "--architecture gnn-ir -L 2 -k 2 --out ir").exit_code, 0);
    ASSERT_EQ(run(settings + "--architecture exact-ir -L 1 --out exact").exit_code, 0);
    ASSERT_EQ(run(settings + "--architecture gnn-ir -L 0 --out plain").exit_code, 0);
  }
  static void TearDownTestSuite() { delete folder_; }
  static Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_->path()); }

  static testing::TempFolder* folder_;
};
testing::TempFolder* ExplainCommandLine::folder_ = nullptr;

TEST_F(ExplainCommandLine, ShowsATableOfOneGraphByEveryMethod) {
  for (const char* method : {"occlusion", "gradient", "myerson", "ir"}) {
    const Outcome outcome = run(std::string("explain exact few.jsonl --index 3 --truth motif --method ") + method);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(std::string("graph 3, ") + method + ": log-odds of class "));
    EXPECT_THAT(outcome.out, HasSubstr("\nnode  "));
    EXPECT_THAT(outcome.out, HasSubstr("fidelity+ "));
    EXPECT_THAT(outcome.out, HasSubstr("ROC-AUC "));
  }
}

TEST_F(ExplainCommandLine, TellsWhatGnnIrIndividualized) {
  const Outcome outcome = run("explain ir few.jsonl --index 0 --method ir");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Layer 1 individualized nodes "));
  EXPECT_THAT(outcome.out, HasSubstr("Layer 2 individualized nodes "));
  EXPECT_THAT(outcome.out, HasSubstr(" of the merged numbers"));
  EXPECT_THAT(outcome.out, HasSubstr("If no node were marked, the model would say "));
  EXPECT_THAT(run("explain exact few.jsonl --index 0 --method ir").out, HasSubstr("All 9 nodes were individualized"));
}

TEST_F(ExplainCommandLine, AsksAboutEveryBranchOfATree) {
  for (const std::string merge : {"tree", "paths"}) {
    const std::string settings = "train few.jsonl --epochs 1 --hidden 8 --no-baseline --batch-size 8 --architecture ";
    ASSERT_EQ(run(settings + "gnn-ir -L 2 -k 2 --merge " + merge + " --out " + merge).exit_code, 0);
    const Outcome outcome = run("explain " + merge + " few.jsonl --index 0 --method ir --out tree.json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json story = parse_json(read_file(folder_->path() / "tree.json"), "tree.json")[0]["story"];
    ASSERT_EQ(story["layers"].size(), 3U) << "the first layer has one branch, the second two";
    for (const std::size_t place : {1U, 2U}) {
      const Json& layer = story["layers"][place];
      EXPECT_EQ(layer["layer"], 2);
      EXPECT_EQ(layer["branch"], place - 1);
      EXPECT_EQ(layer["before"][0], story["layers"][0]["chosen"][place - 1]["node"]);
      EXPECT_TRUE(layer.contains("with_next")) << layer;
      EXPECT_EQ(layer["chosen"].size(), merge == "tree" ? 2U : 1U);
      if (merge == "tree") EXPECT_TRUE(layer["chosen"][0]["without"].is_number());
    }
    EXPECT_THAT(run("explain " + merge + " few.jsonl --index 0 --method ir").out, HasSubstr("\nLayer 2, behind node "));
  }
}

TEST_F(ExplainCommandLine, WritesRowsAndJsonForManyGraphs) {
  const Outcome outcome = run("explain plain few.jsonl --keep motif --out why.csv --threads 2");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("rows written to why.csv"));
  EXPECT_THAT(outcome.out, HasSubstr("occlusion, 24 graphs: fidelity+ "));
  EXPECT_THAT(outcome.out, HasSubstr("ROC-AUC ")) << "a column called motif is the truth";
  const std::string csv = read_file(folder_->path() / "why.csv");
  EXPECT_THAT(csv, HasSubstr("graph,motif,node,edge,value\n0,"));
  EXPECT_EQ(run("explain plain few.jsonl --out one.csv --keep motif --threads 1").exit_code, 0);
  EXPECT_EQ(csv, read_file(folder_->path() / "one.csv"));
  EXPECT_EQ(run("explain plain few.jsonl --out why.json --method gradient").exit_code, 0);
  const Json json = parse_json(read_file(folder_->path() / "why.json"), "why.json");
  ASSERT_EQ(json.size(), 24U);
  EXPECT_EQ(json[0]["nodes"].size(), 9U);
  EXPECT_LT(std::abs(json[0]["gap"].get<double>()), 1e-2);
  EXPECT_EQ(run("explain ir few.jsonl --out why.html --method ir --index 0,1").exit_code, 0);
  EXPECT_THAT(read_file(folder_->path() / "why.html"), HasSubstr("<svg"));
  const Outcome totals = run("explain plain few.jsonl --json --method gradient");
  EXPECT_EQ(totals.last_json()["graphs"], 24);
}

TEST_F(ExplainCommandLine, SaysWhatIsWrong) {
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    const Outcome outcome = run("explain " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
    EXPECT_THAT(outcome.err, Not(HasSubstr("explain."))) << "options, not settings: " << arguments;
  };
  refused("ir few.jsonl --class hous",
          "--class: expected a class of the model (cycle, house), found 'hous'. Did you mean");
  refused("ir few.jsonl --target x", "--target: the model predicts classes: name one by --class");
  refused("ir few.jsonl --method gradients", "--method: expected one of occlusion, gradient, myerson, ir");
  refused("plain few.jsonl --method ir",
          "--method: ir does not fit the model: it individualizes nothing: --ir-layers is 0");
  refused("ir few.jsonl --method ir --with exact", "it tells the story of one model, and 2 answer together");
  refused("ir few.jsonl --index 24", "--index: expected graphs from 0 to 23, found 24");
  refused("ir few.jsonl --index 2 --part test", "--part: has no effect here: --index names the graphs");
  refused("ir few.jsonl --truth motive", "motive");
  refused("ir few.jsonl --budget 0.001", "--budget: occlusion of 24 graphs would ask the model up to");
  refused("ir few.jsonl --out why.txt", "--out: expected a name ending in .csv");
  refused("ir few.jsonl --top 0", "--top: expected a share above 0");
}

TEST_F(ExplainCommandLine, TakesSeveralModelsAsTheirMean) {
  const Outcome outcome = run("explain ir few.jsonl --with exact --index 0 --method gradient");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("they add up from "));
}

TEST_F(ExplainCommandLine, TakesGraphsOfOddShapes) {
  write_file_atomically(folder_->path() / "odd.jsonl",
                        "{\"num_nodes\": 0, \"edges\": [], \"id\": \"<script>\"}\n"
                        "{\"num_nodes\": 1, \"edges\": []}\n{\"num_nodes\": 3, \"edges\": [[0, 0], [1, 2]]}\n");
  for (const char* model : {"ir", "exact", "plain"}) {
    for (const char* method : {"occlusion", "gradient", "myerson"}) {
      const Outcome outcome = run(std::string("explain ") + model + " odd.jsonl --method " + method);
      EXPECT_EQ(outcome.exit_code, 0) << model << " " << method << ": " << outcome.err;
    }
  }
}

}  // namespace
}  // namespace gnnir
