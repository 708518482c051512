#include <fmt/format.h>
#include <gmock/gmock.h>

#include "gnnir/base/clock.h"
#include "gnnir/base/files.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/record/run_record.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::TempFolder;

class ScheduleOptions : public ::testing::Test {
 protected:
  ScheduleOptions() {
    Dataset dataset = generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 12});
    dataset.name = "TINY";
    write_tu(dataset, folder_.path() / "TINY");
  }

  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  std::string complaint(const std::string& options) {
    const Outcome outcome = run("train TINY " + options);
    EXPECT_EQ(outcome.exit_code, 2) << options;
    return outcome.err;
  }

  static constexpr const char* small = " --hidden 8 -L 1 -k 2 --batch-size 8 --threads 1 --no-baseline ";
  TempFolder folder_;
};

TEST_F(ScheduleOptions, ATimeThatIsNoneIsRefusedWithExamples) {
  for (const char* time : {"soon", "-5m", "0", "5", "0s", "1h30", "''"}) {
    const std::string words = complaint(std::string("--time ") + time);
    EXPECT_THAT(words, HasSubstr("--time: expected a time above 0 such as 2h, 90m, 45s or 1h30m, found")) << time;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "runs"));
}

TEST_F(ScheduleOptions, ThatChangeNothingOrContradictEachOtherAreRefused) {
  EXPECT_THAT(complaint("--epochs 5 --warmup 9"),
              HasSubstr("--warmup: expected less than --epochs, which is 5, found 9"));
  EXPECT_THAT(
      complaint("--schedule cosine --lr 1e-7"),
      HasSubstr("--min-lr: --schedule cosine falls to it: expected less than --lr, which is 1e-07, found 1e-06"));
  EXPECT_THAT(complaint("--schedule cosine --decay 0.5"), HasSubstr("--decay: has no effect here"));
  EXPECT_THAT(complaint("--schedule cosin"), HasSubstr("cosine"));
}

TEST_F(ScheduleOptions, ATrainingFollowsItsCosineAndSaysItsRates) {
  const Outcome outcome =
      run(std::string("train TINY --out run --json --epochs 4 --schedule cosine --warmup 1 --lr 0.01") +
          " --min-lr 0.001" + small);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::vector<EpochReport> epochs = RunRecord(folder_.path() / "run").training("").read_epochs();
  ASSERT_EQ(epochs.size(), 4U);
  EXPECT_DOUBLE_EQ(epochs[0].lr, 0.01);  // the last step of the warm-up
  EXPECT_GT(epochs[1].lr, epochs[2].lr);
  EXPECT_GT(epochs[2].lr, epochs[3].lr);
  EXPECT_GT(epochs[3].lr, 0.001);
  EXPECT_EQ(outcome.last_json()["last_lr"][0], epochs[3].lr);
  EXPECT_THAT(read_file(folder_.path() / "run/config.toml"), HasSubstr("warmup = 1.0\n"));
}

TEST_F(ScheduleOptions, ATrainingEndsWellWithinItsTime) {
  const Stopwatch watch;
  const Outcome outcome = run(std::string("train TINY --out run --epochs 1000000 --schedule cosine --time 2s") + small);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_LT(watch.seconds(), 60);  // with the start of the program, on a machine that has much to do
  EXPECT_THAT(outcome.out, HasSubstr(": the time is over"));
  const RunRecord record(folder_.path() / "run");
  const RunResult result = record.read_result();
  EXPECT_EQ(result.time_limit, 2);
  EXPECT_GT(result.epochs.at(0), 1);
  EXPECT_THAT(outcome.out, HasSubstr(fmt::format("stopped after epoch {}", result.epochs.at(0))));
  EXPECT_LT(result.last_lr.at(0), 0.5e-3);
  EXPECT_TRUE(result.part("test").contains("accuracy"));
  EXPECT_EQ(record.training("").read_epochs().size(), static_cast<std::size_t>(result.epochs[0]));
  EXPECT_EQ(run("predict run TINY").exit_code, 0);
}

TEST_F(ScheduleOptions, ACrossValidationSharesItsTimeAmongFolds) {
  const Outcome outcome = run(
      std::string("cv TINY --folds 3 --out run --json --epochs 1000000 --schedule constant --early-stop 0 --time 3s") +
      small);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json result = outcome.last_json();
  ASSERT_EQ(result["epochs"].size(), 3U);
  for (const Json& epochs : result["epochs"]) EXPECT_GT(epochs.get<int>(), 1);
  for (const Json& why : result["stopped_because"]) EXPECT_EQ(why, "the time is over");
}

TEST_F(ScheduleOptions, HelpSaysThatResultsDependOnTheMachine) {
  for (const char* command : {"train", "cv"}) {
    const std::string help = run(std::string(command) + " --help").out;
    EXPECT_THAT(help, HasSubstr("--time TIME")) << command;
    EXPECT_THAT(help, HasSubstr("how fast the machine")) << command;
    EXPECT_THAT(help, HasSubstr("--warmup X")) << command;
  }
}

}  // namespace
}  // namespace gnnir
