#include "gnnir/base/error.h"

#include <gtest/gtest.h>

namespace gnnir {
namespace {

TEST(Errors, OfASettingBeginWithItsPathAndCarryIt) {
  const Error error = setting_error("model.width", "expected at least {}, found {}", 1, 0);
  EXPECT_STREQ(error.what(), "model.width: expected at least 1, found 0");
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_EQ(error.setting(), "model.width");
}

TEST(Errors, OfNoSettingHaveNoPath) { EXPECT_EQ(usage_error("nothing to do").setting(), ""); }

}  // namespace
}  // namespace gnnir
