#include "gnnir/data/fetch/http.h"

#include <gmock/gmock.h>

namespace gnnir {
namespace {

using ::testing::HasSubstr;

TEST(Redirect, NeverLeavesHttps) {
  EXPECT_EQ(objection_to_redirect("http://a/x", "http://b/x"), "");
  EXPECT_EQ(objection_to_redirect("http://a/x", "https://b/x"), "");
  EXPECT_EQ(objection_to_redirect("https://a/x", "HTTPS://b/x"), "");
  EXPECT_THAT(objection_to_redirect("https://a/x", "http://b/x"), HasSubstr("from https to http://b/x"));
}

TEST(ContentRange, IsReadOrRefused) {
  const auto range = parse_content_range("bytes 200-999/1000");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 200);
  EXPECT_EQ(range->last, 999);
  EXPECT_EQ(range->total, 1000);
  EXPECT_EQ(parse_content_range("bytes 0-0/*")->total, -1);
  for (const char* text : {"", "bytes", "bytes */1000", "bytes 5-4/10", "bytes 0-10/10", "bytes -5-9/10", "items 0-1/2",
                           "bytes 0-1", "bytes 0/1-2", "bytes 0-1/-1", "bytes 0-99999999999999999999/*"}) {
    EXPECT_FALSE(parse_content_range(text)) << text;
  }
}

}  // namespace
}  // namespace gnnir
