#include "gnnir/base/json.h"

#include <gmock/gmock.h>

#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::StartsWith;

TEST(ParseJson, RefusesWhatIsNotJsonWithWords) {
  for (const char* text : {"", "{", "[1,]", "1e999", "nul", "\"\xff\""}) {
    const Error error = error_of([&] { parse_json(text, "x.json"); });
    EXPECT_EQ(error.kind(), ErrorKind::data) << text;
    EXPECT_THAT(error.what(), StartsWith("x.json: ")) << text;
  }
}

TEST(ParseJson, RefusesDeepNestingBeforeItOverflowsTheStack) {
  EXPECT_EQ(error_of([] { parse_json(std::string(200'000, '['), "x.json"); }).kind(), ErrorKind::data);
  EXPECT_EQ(parse_json("[[[1]]]", "x.json", 3)[0][0][0], 1);
}

TEST(ParseJson, RefusesAKeyThatStandsTwice) {
  EXPECT_EQ(error_of([] { parse_json(R"({"a":1,"b":{"a":2},"a":3})", "x.json"); }).kind(), ErrorKind::data);
  EXPECT_EQ(parse_json(R"([{"a":1},{"a":2,"b":{"a":3}}])", "x.json").size(), 2U);
}

TEST(ParseJson, RefusesObjectsOfSoManyKeysThatSearchingThemTakesMinutes) {
  std::string text = "{\"0\":0";
  for (int key = 1; key < 10'001; ++key) text += fmt::format(",\"{}\":0", key);
  EXPECT_EQ(error_of([&] { parse_json(text + "}", "x.json"); }).kind(), ErrorKind::data);
}

TEST(ToText, ReplacesBytesThatAreNotUtf8) { EXPECT_EQ(to_text(Json("a\xff")), "\"a\xEF\xBF\xBD\""); }

TEST(ParseJson, KeepsTheOrderOfKeys) { EXPECT_EQ(parse_json(R"({"b":1,"a":2})", "x").dump(), R"({"b":1,"a":2})"); }

}  // namespace
}  // namespace gnnir
