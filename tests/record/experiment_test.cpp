#include "gnnir/record/experiment.h"

#include <gmock/gmock.h>

#include "gnnir/record/run_record.h"
#include "support/errors.h"
#include "support/small_graphs.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TempFolder;

TEST(Experiment, ThatGoesOnTakesItsSettingsFromTheFolder) {
  const TempFolder folder;
  const RunRecord record(folder.path());
  RunConfig config;
  config.train.epochs = 7;
  record.write_config(config);
  RunEnvironment environment;
  environment.verb = "cv";
  environment.baseline = true;
  record.write_environment(environment);
  const Experiment experiment = resumed_experiment(folder.path());
  EXPECT_EQ(experiment.config.train.epochs, 7);
  EXPECT_TRUE(experiment.cross_validate);
  EXPECT_TRUE(experiment.baseline);
  EXPECT_TRUE(experiment.resume);
  EXPECT_EQ(experiment.folder, folder.path());
  EXPECT_NO_THROW(require_runnable(experiment));
}

TEST(Experiment, CannotGoOnInAFolderThatHoldsNoRun) {
  const TempFolder folder;
  const Error error = error_of([&] { resumed_experiment(folder.path()); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("is not the folder of a run"));
}

TEST(Experiment, ThatIsNewRefusesAUsedFolderAndABaselineOfABaseline) {
  const TempFolder folder;
  folder.write("run/result.json", "{}");
  Experiment experiment;
  experiment.folder = folder.path() / "run";
  EXPECT_EQ(error_of([&] { require_runnable(experiment); }).kind(), ErrorKind::usage);
  experiment.folder = folder.path() / "other";
  EXPECT_NO_THROW(require_runnable(experiment));
  experiment.match_parameters = true;
  EXPECT_EQ(error_of([&] { require_runnable(experiment); }).setting(), "run.match_parameters");
  experiment.baseline = true;
  EXPECT_NO_THROW(require_runnable(experiment));
  experiment.config = baseline_of(experiment.config);
  EXPECT_THAT(error_of([&] { require_runnable(experiment); }).what(), HasSubstr("the model is the baseline"));
}

TEST(Experiment, OpensItsDataWhereTheyAreNow) {
  const TempFolder folder;
  folder.write("moved.jsonl", R"({"num_nodes": 2, "edges": [[0, 1]], "class": 1})");
  Experiment experiment;
  experiment.config.data.dataset = "nowhere.jsonl";
  EXPECT_EQ(error_of([&] { open_data(experiment); }).kind(), ErrorKind::usage);
  experiment.data = (folder.path() / "moved.jsonl").string();
  EXPECT_EQ(open_data(experiment).size(), 1);
}

TEST(Experiment, ChoosesItsSettingsForGraphsWithinTwoHoursUnlessATimeIsGiven) {
  Dataset dataset;
  dataset.examples.assign(40'000, Example{.graph = testing::rings(1, 100)});
  Experiment experiment{.said = SaidSettings{{}, {{"data.dataset", "own.jsonl"}}, ""}, .baseline = true};
  const auto [plain, words] = settled(experiment, dataset);
  EXPECT_EQ(plain.config.model.ir.layers, 0);
  EXPECT_FALSE(plain.baseline);
  EXPECT_THAT(words, StartsWith("the plain network (L = 0)"));
  EXPECT_FALSE(plain.said);
  experiment.time.seconds = 1e6;
  EXPECT_EQ(settled(experiment, dataset).experiment.config.model.ir.layers, 1);
  EXPECT_TRUE(settled(experiment, dataset).experiment.baseline);
}

TEST(Experiment, HasAFolderNamedAfterDataAndModel) {
  RunConfig config;
  config.data.dataset = "some/where/MUTAG.zip";
  config.model.ir.width = all_nodes;
  EXPECT_THAT(default_run_folder({.config = config}).string(), StartsWith("runs/MUTAG-L2-kall-2"));
  config.data.dataset = "some/folder/";
  config.model.ir.width = 3;
  EXPECT_THAT(default_run_folder({.config = config}).string(), StartsWith("runs/folder-L2-k3-2"));
}

}  // namespace
}  // namespace gnnir
