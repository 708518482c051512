#include "gnnir/report/table.h"

#include <gtest/gtest.h>

namespace gnnir {
namespace {

TEST(Table, CutsTheFirstColumnShortUntilItFits) {
  Table table({"what there is", ""});
  table.add({"a long name of a column", "12"});
  EXPECT_EQ(table.text(), "what there is\na long name of a column  12\n");
  EXPECT_EQ(table.text(16), "what there …\na long name…  12\n");
  EXPECT_EQ(table.text(1), "what th…\na long …  12\n") << "some characters stay";
}

TEST(Shortened, CountsCharactersNotBytes) {
  EXPECT_EQ(shortened("äöüß", 4), "äöüß");
  EXPECT_EQ(shortened("äöüß", 3), "äö…");
  EXPECT_EQ(shortened("", 3), "");
}

TEST(Wrapped, BreaksBetweenWordsAndIndents) {
  EXPECT_EQ(wrapped("one two three", 80), "one two three");
  EXPECT_EQ(wrapped("one two three", 8), "one two\n  three");
  EXPECT_EQ(wrapped("unbreakable", 3), "unbreakable");
}

}  // namespace
}  // namespace gnnir
