#include "gnnir/settings/config_difference.h"

#include <gtest/gtest.h>

#include "gnnir/base/checksum.h"

namespace gnnir {
namespace {

TEST(ConfigDifference, IsTheFirstSettingThatChangesWhatIsComputed) {
  RunConfig a;
  RunConfig b;
  b.train.lr = 0.5;
  const auto difference = first_difference(a, b);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->path, "train.lr");
  EXPECT_EQ(difference->first, "0.001");
  EXPECT_EQ(difference->second, "0.5");
  EXPECT_NE(settings_checksum(a), settings_checksum(b));
  a.data.split_file = "data/a.json";
  b.data.split_file = "data/b.json";
  EXPECT_EQ(first_difference(a, b)->path, "data.split_file");
}

TEST(ConfigDifference, TheSeedAndWhereTheDataLieDoNotCount) {
  RunConfig a;
  RunConfig b;
  b.train.seed = 7;
  b.data.data_dir = "elsewhere";
  a.data.split_file = "data/splits/a.json";
  b.data.split_file = "elsewhere/a.json";
  EXPECT_FALSE(first_difference(a, b));
  EXPECT_EQ(settings_checksum(a), settings_checksum(b));
}

TEST(ConfigDifference, AccuracyAndMaeAreWhatResultsOfBeforeThereWasAChoiceWentBy) {
  RunConfig before;
  before.train.metric = "accuracy-or-mae";
  for (const char* name : {"accuracy", "mae"}) {
    RunConfig named;
    named.train.metric = name;
    EXPECT_FALSE(first_difference(before, named));
    EXPECT_EQ(settings_checksum(before), settings_checksum(named));
  }
  EXPECT_EQ(settings_checksum(before), checksum_of("")) << "as it was then, if nothing else was said";
  EXPECT_EQ(first_difference(before, RunConfig())->path, "train.metric");
  EXPECT_NE(settings_checksum(before), settings_checksum(RunConfig()));
}

}  // namespace
}  // namespace gnnir
