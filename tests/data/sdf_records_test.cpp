#include "gnnir/data/formats/sdf_records.h"

#include <gmock/gmock.h>

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SdfRecords, EndWithFourDollarsOrTheFile) {
  const std::vector<SdfRecord> records = split_sdf("a\nb\n$$$$\nc\n$$$$ \r\nd\n\n");
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].text, "a\nb\n");
  EXPECT_EQ(records[1].text, "c\n");
  EXPECT_EQ(records[2].text, "d\n\n");
  EXPECT_EQ(records[0].line, 1);
  EXPECT_EQ(records[1].line, 4);
  EXPECT_EQ(records[2].line, 6);
  EXPECT_EQ(records[2].number, 3);
  EXPECT_THAT(split_sdf(""), IsEmpty());
  EXPECT_THAT(split_sdf("\n \n"), IsEmpty());
  EXPECT_EQ(split_sdf("a\n$$$$\n\n\n").size(), 1U);
}

TEST(SdfRecords, PropertiesFollowTheMolBlock) {
  const std::string block = ">name\n\n\ncounts\natom\nM  END\n";
  const std::string text = block + ">  <a>\n1\n\n> 25 <b c> (7)\n 2 \n3\n\n> <empty>\n\n> <a>\n4\n\n$$$$\n";
  const SdfRecord record = split_sdf(text).at(0);
  EXPECT_EQ(record.block, block);
  EXPECT_THAT(record.values_of("a"), ElementsAre("1", "4"));
  EXPECT_THAT(record.values_of("b c"), ElementsAre("2 \n3"));
  EXPECT_THAT(record.values_of("empty"), ElementsAre(""));
  EXPECT_THAT(record.values_of("name"), IsEmpty());
  EXPECT_THAT(record.property_names(), ElementsAre("a", "b c", "empty", "a"));
}

}  // namespace
}  // namespace gnnir
