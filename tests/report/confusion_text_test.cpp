#include "gnnir/report/confusion_text.h"

#include <gmock/gmock.h>

#include "gnnir/base/text.h"
#include "gnnir/report/table.h"

namespace gnnir {
namespace {

ConfusionMatrix of_three() {
  return {.target = "",
          .classes = {"cat", "hippopotamus", "whale"},
          .counts = {10, 2, 0, 1, 200, 3, 0, 0, 7},
          .unanswered = {0, 0, 0}};
}

TEST(ConfusionText, HasARowForEachTrueClass) {
  EXPECT_EQ(confusion_text(of_three()),
            "true, predicted →  cat  hippopotamus  whale\n"
            "cat                 10             2      0\n"
            "hippopotamus         1           200      3\n"
            "whale                0             0      7\n");
}

TEST(ConfusionText, CutsNamesToFit) {
  for (const std::size_t width : {44U, 36U, 30U, 23U}) {
    const std::string text = confusion_text(of_three(), width);
    ASSERT_NE(text, "") << width;
    for (const std::string_view line : split_text(text, '\n')) {
      EXPECT_LE(display_width(std::string(line)), width) << text;
    }
    EXPECT_THAT(text, ::testing::HasSubstr("200"));
  }
  EXPECT_EQ(confusion_text(of_three(), 22), "") << "not even its numbers fit";
}

TEST(ConfusionText, ShowsGraphsWithoutAnAnswer) {
  ConfusionMatrix matrix = of_three();
  matrix.unanswered[1] = 4;
  EXPECT_THAT(confusion_text(matrix), ::testing::HasSubstr("no number\n"));
}

TEST(ConfusionText, IsOfWhatAResultKeeps) {
  const Json figures = {{"columns",
                         {{{"classes", {"a", "b"}}, {"confusion", {1, 2, 3, 4}}, {"unanswered", {0, 5}}},
                          {{"name", "many"}, {"mistakes", Json::array()}},
                          {{"name", "broken"}, {"classes", {"a", "b"}}, {"confusion", {1, 2}}}}}};
  const std::vector<ConfusionMatrix> found = confusion_in(figures);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].count(1, 0), 3);
  EXPECT_EQ(found[0].unanswered[1], 5);
  EXPECT_TRUE(confusion_in(Json()).empty());
  EXPECT_TRUE(confusion_in({{"columns", {{{"confusion", "many"}}}}}).empty());
  EXPECT_TRUE(confusion_in({{"columns", "none"}}).empty());
}

}  // namespace
}  // namespace gnnir
