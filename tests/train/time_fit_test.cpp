#include "gnnir/train/time_fit.h"

#include <gtest/gtest.h>

namespace gnnir {
namespace {

TEST(TimeFit, WithoutALimitEveryEpochFits) {
  TimeFit time(TimeLimit{});
  time.note_epoch(1e9);
  EXPECT_FALSE(time.limited());
  EXPECT_TRUE(time.fits_another());
  EXPECT_EQ(time.epochs_left(7), 7);
}

TEST(TimeFit, CountsTheEpochsThatEndInTime) {
  double now = 50;  // a clock may begin anywhere
  TimeFit time({.seconds = 100, .now = [&] { return now; }});
  EXPECT_TRUE(time.fits_another());  // nothing is known yet
  EXPECT_EQ(time.epochs_left(1000), 1000);
  now += 10;
  time.note_epoch(10);
  EXPECT_EQ(time.epochs_left(1000), 8);  // 90 / 10.5: some caution
  EXPECT_EQ(time.epochs_left(3), 3);
  now += 80;
  EXPECT_TRUE(time.fits_another());  // exactly
  EXPECT_EQ(time.epochs_left(1000), 1);
  now += 0.1;
  EXPECT_FALSE(time.fits_another());
}

TEST(TimeFit, KeepsTimeForWhatFollowsTheLastEpoch) {
  double now = 0;
  TimeFit time({.seconds = 100, .now = [&] { return now; }});
  time.note_epoch(10);
  time.reserve(58);
  EXPECT_EQ(time.epochs_left(1000), 4);  // (100 - 58) / 10.5
  time.reserve(90.5);
  EXPECT_FALSE(time.fits_another());
}

TEST(TimeFit, ExpectsSlowEpochsAtOnceAndQuickOnesByAndBy) {
  TimeFit time({.seconds = 100});
  time.note_epoch(4);
  EXPECT_EQ(time.estimate(), 4);
  time.note_epoch(8);
  EXPECT_EQ(time.estimate(), 8);
  time.note_epoch(4);
  EXPECT_EQ(time.estimate(), 6);
}

}  // namespace
}  // namespace gnnir
