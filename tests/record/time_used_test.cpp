#include "gnnir/record/time_used.h"

#include <gmock/gmock.h>

#include "gnnir/record/run_record.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

TEST(TimeUsed, IsReadBackFromTheRunsFolder) {
  const testing::TempFolder folder;
  const RunRecord record(folder.path());
  EXPECT_EQ(record.read_time_used().seconds, 0);
  EXPECT_EQ(record.read_time_used().of("fold_1"), 0);
  record.write_time_used({.seconds = 1.0 / 3, .jobs = {{"fold_1", 12.5}, {"fold_2", 0}}});
  EXPECT_EQ(record.read_time_used().seconds, 1.0 / 3);
  EXPECT_EQ(record.read_time_used().of("fold_1"), 12.5);
}

TEST(TimeUsed, OtherJsonIsRefusedWithItsPlace) {
  for (const char* text : {R"([])", R"({})", R"({"seconds":-1,"jobs":{}})", R"({"seconds":1,"jobs":[]})",
                           R"({"seconds":"1","jobs":{}})", R"({"seconds":1,"jobs":{"fold_1":-2}})"}) {
    const Error error = error_of([&] { TimeUsed::from_json(parse_json(text, "f"), "run/time.json"); });
    EXPECT_EQ(error.kind(), ErrorKind::data) << text;
    EXPECT_THAT(error.what(), HasSubstr("run/time.json: ")) << text;
  }
}

}  // namespace
}  // namespace gnnir
