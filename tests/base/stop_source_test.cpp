#include "gnnir/base/stop_source.h"

#include <gtest/gtest.h>

namespace gnnir {
namespace {

TEST(StopSource, ThatIsEmptyNeverAsksToStop) { EXPECT_EQ(reason_to_stop({}), StopReason::none); }

TEST(StopSource, WithATimeLimitSaysThatTheTimeIsUp) {
  EXPECT_EQ(with_time_limit({}, 0)(), StopReason::time_is_up);
  EXPECT_EQ(with_time_limit({}, 3600)(), StopReason::none);
}

TEST(StopSource, OfItsOwnComesBeforeTheTimeLimit) {
  EXPECT_EQ(with_time_limit([] { return StopReason::interrupted; }, 0)(), StopReason::interrupted);
}

TEST(StopSource, OnlyAnInterruptionEndsAsInterrupted) {
  EXPECT_EQ(error_kind(StopReason::interrupted), ErrorKind::interrupted);
  EXPECT_EQ(error_kind(StopReason::terminated), ErrorKind::terminated);
  EXPECT_EQ(error_kind(StopReason::time_is_up), ErrorKind::terminated);
}

}  // namespace
}  // namespace gnnir
