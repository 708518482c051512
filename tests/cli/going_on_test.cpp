#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

class GoingOn : public ::testing::Test {
 protected:
  GoingOn() {
    Dataset dataset = generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 12});
    dataset.name = "TINY";
    write_tu(dataset, folder_.path() / "TINY");
  }
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  [[nodiscard]] std::string read(const std::string& file) const { return read_file(folder_.path() / file); }
  static constexpr const char* plain = "train TINY -L 0 --hidden 8 --threads 1 ";
  testing::TempFolder folder_;
};

TEST_F(GoingOn, ToMoreEpochsEndsInTheSameFilesAsAtOnce) {
  ASSERT_EQ(run(std::string(plain) + "--schedule plateau --epochs 3 --out run").exit_code, 0);
  const Outcome longer = run("train --resume run --epochs 6 --threads 2");
  ASSERT_EQ(longer.exit_code, 0) << longer.err;
  ASSERT_EQ(run(std::string(plain) + "--schedule plateau --epochs 6 --out once").exit_code, 0);
  for (const char* file : {"metrics.csv", "best.safetensors", "last.safetensors", "config.toml"}) {
    EXPECT_EQ(read(std::string("run/") + file), read(std::string("once/") + file)) << file;
  }
  const Outcome fewer = run("train --resume run --epochs 5");
  EXPECT_EQ(fewer.exit_code, 2);
  EXPECT_THAT(fewer.err, HasSubstr("--epochs: run has 6 epochs: expected more, found 5"));
  EXPECT_EQ(run("train --resume run --epochs many").exit_code, 2);
  EXPECT_THAT(run("train --resume run --epochs 6").err, HasSubstr("nothing is left to do"));
}

TEST_F(GoingOn, AlongACosineIsRefusedWithWhatToDoInstead) {
  ASSERT_EQ(run(std::string(plain) + "--epochs 2 --out run").exit_code, 0);
  const Outcome outcome = run("train --resume run --epochs 4");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("follows a cosine"));
  EXPECT_THAT(outcome.err, HasSubstr("--init run begins one with its weights"));
  EXPECT_EQ(run("train TINY --init run --epochs 2 --threads 1 --out more").exit_code, 0);
  EXPECT_EQ(read("more/initial.safetensors"), read("run/best.safetensors"));
}

TEST_F(GoingOn, FromAModelTakesItsSettingsAndCanFreezeItsEncoder) {
  ASSERT_EQ(run(std::string(plain) + "--steps 2 --epochs 2 --out run").exit_code, 0);
  const Outcome frozen = run("train TINY --init run/best.safetensors --freeze encoder --epochs 2 --out frozen");
  ASSERT_EQ(frozen.exit_code, 0) << frozen.err;
  EXPECT_THAT(read("frozen/config.toml"), HasSubstr("hidden = 8\n"));
  EXPECT_THAT(read("frozen/config.toml"), HasSubstr("freeze = \"encoder\"\n"));
  EXPECT_THAT(run("train TINY --init run --hidden 16").err,
              HasSubstr("--init: run/best.safetensors does not fit the model that is asked for: its '"));
  EXPECT_THAT(run("train TINY --init nowhere").err, HasSubstr("--init: nowhere: no such model file or run folder"));
  EXPECT_THAT(run("train TINY --freeze encoder").err, HasSubstr("--init names a model to begin with"));
  EXPECT_THAT(run("train TINY --init run --freeze head").err, HasSubstr("--freeze"));
  EXPECT_FALSE(fs::exists(folder_.path() / "runs"));  // what does not fit is refused before there is a run
}

TEST_F(GoingOn, StopsEarlyUnlessACosineOrSomeoneSaysOtherwise) {
  EXPECT_THAT(run("train TINY -k 2 --print-config").out, HasSubstr("early_stop = 50\n"));
  EXPECT_THAT(run("train TINY -k 2 --patience 30 --print-config").out, HasSubstr("early_stop = 93\n"));
  EXPECT_THAT(run("train TINY -k 2 --early-stop 0 --print-config").out, HasSubstr("early_stop = 0\n"));
  EXPECT_THAT(run("train TINY --print-config").out, HasSubstr("early_stop = 0\n"));
  EXPECT_THAT(run("train CSL --print-config").out, HasSubstr("early_stop = 0\n"));  // as its protocol has it
}

}  // namespace
}  // namespace gnnir
