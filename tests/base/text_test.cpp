#include "gnnir/base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace gnnir {
namespace {

const std::vector<std::string> known = {"MUTAG", "PROTEINS", "IMDB-BINARY", "IMDB-MULTI"};

TEST(Trimmed, DropsWhiteSpaceAtBothEndsOnly) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed("ab"), "ab");
  EXPECT_EQ(trimmed(" \r\n"), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(SplitText, KeepsEmptyParts) {
  EXPECT_EQ(split_text("a,,b,", ','), (std::vector<std::string_view>{"a", "", "b", ""}));
}

TEST(SplitText, HasOneEmptyPartOfNothing) { EXPECT_EQ(split_text("", ','), std::vector<std::string_view>{""}); }

TEST(ParseInteger, AcceptsSigns) {
  EXPECT_EQ(parse_integer("-12"), -12);
  EXPECT_EQ(parse_integer("+12"), 12);
  EXPECT_EQ(parse_integer("007"), 7);
}

TEST(ParseInteger, RefusesWhatIsNotWhollyAnInteger) {
  for (const char* text : {"", " 1", "1 ", "12x", "1.0", "x", "-", "+", "+-5", "++5", "9223372036854775808"}) {
    EXPECT_EQ(parse_integer(text), std::nullopt) << text;
  }
}

TEST(ParseNumber, AcceptsFractionsExponentsAndSigns) {
  EXPECT_EQ(parse_number("-0.25"), -0.25);
  EXPECT_EQ(parse_number("+1e3"), 1000.0);
  EXPECT_EQ(parse_number("3"), 3.0);
}

TEST(ParseNumber, AcceptsNanAndInfinity) {
  EXPECT_TRUE(std::isnan(parse_number("nan").value()));
  EXPECT_TRUE(std::isnan(parse_number("NaN").value()));
  EXPECT_EQ(parse_number("-inf"), -std::numeric_limits<double>::infinity());
}

TEST(ParseNumber, TakesWhatIsTooSmallForZeroAndRefusesWhatIsTooLarge) {
  EXPECT_EQ(parse_number("1e-400"), 0.0);
  EXPECT_EQ(parse_number("1e400"), std::nullopt);
  const std::string zeros(400, '0');
  EXPECT_EQ(parse_number("0." + zeros + "1"), 0.0);
  EXPECT_EQ(parse_number("1" + zeros), std::nullopt);
  EXPECT_EQ(parse_number("1" + zeros + zeros + "e-100"), std::nullopt);
}

TEST(ParseNumber, RefusesWhatIsNotWhollyANumber) {
  for (const char* text : {"", " 1", "1 ", "1.5x", "x", "1,5", "--1"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

TEST(NearestName, FindsSlipsOfTheHand) {
  EXPECT_EQ(nearest_name("MUATG", known), "MUTAG");             // a swap
  EXPECT_EQ(nearest_name("PROTIENS", known), "PROTEINS");       // a swap
  EXPECT_EQ(nearest_name("IMDB-BINAR", known), "IMDB-BINARY");  // a letter missing
  EXPECT_EQ(nearest_name("IMDB-MULTII", known), "IMDB-MULTI");  // one too many
}

TEST(NearestName, TakesNoTimeOverAVeryLongName) {
  EXPECT_EQ(nearest_name(std::string(100'000'000, 'M'), known), std::nullopt);
}

TEST(NearestName, FindsNothingNearSomethingElse) {
  EXPECT_EQ(nearest_name("QM9", known), std::nullopt);
  EXPECT_EQ(nearest_name("MUTAG", {}), std::nullopt);
  EXPECT_EQ(nearest_name("7", std::vector<std::string>{"all", "0", "1"}), std::nullopt);
}

TEST(Suggestion, IsEmptyWithoutANearName) {
  EXPECT_EQ(suggestion("MUTGA", known), " Did you mean 'MUTAG'?");
  EXPECT_EQ(suggestion("something", known), "");
}

TEST(FormatDuration, ChoosesUnitsForPeople) {
  EXPECT_EQ(format_duration(0.84), "0.8 s");
  EXPECT_EQ(format_duration(42.2), "42 s");
  EXPECT_EQ(format_duration(200), "3 min 20 s");
  EXPECT_EQ(format_duration(7500), "2 h 5 min");
}

TEST(FormatDuration, CarriesWhenItRounds) {
  EXPECT_EQ(format_duration(59.6), "1 min 0 s");
  EXPECT_EQ(format_duration(3599.7), "1 h 0 min");
}

TEST(FormatBytes, CountsIn1024s) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(1023), "1023 B");
  EXPECT_EQ(format_bytes(1536), "1.5 KB");
  EXPECT_EQ(format_bytes(std::int64_t{4} << 30), "4.0 GB");
  EXPECT_EQ(format_bytes(std::numeric_limits<std::int64_t>::max()), "8.0 EB");
}

TEST(UpperCase, LeavesOtherBytesAlone) { EXPECT_EQ(upper_case("imdb-Binary_1ü"), "IMDB-BINARY_1ü"); }

TEST(FormatExact, ReadsBackAsTheSameNumber) {
  for (const float value :
       {0.1f, 1.0f / 3, 16777216.0f, 1e-45f, std::numeric_limits<float>::max(), -0.0f, 2.46575642f}) {
    const std::string text = format_exact(value);
    const float back = std::strtof(text.c_str(), nullptr);
    EXPECT_EQ(back, value) << text;
    EXPECT_EQ(std::signbit(back), std::signbit(value)) << text;
  }
  for (const double value : {0.1, 1.0 / 3, 1e300, 5e-324})
    EXPECT_EQ(std::strtod(format_exact(value).c_str(), nullptr), value);
}

TEST(FormatExact, IsAsShortAsItCanBe) {
  EXPECT_EQ(format_exact(0.1f), "0.1");
  EXPECT_EQ(format_exact(0.1), "0.1");
}

TEST(ParseDuration, ReadsHoursMinutesAndSecondsInThisOrderAndNothingElse) {
  EXPECT_EQ(parse_duration("2h"), 7200);
  EXPECT_EQ(parse_duration("90m"), 5400);
  EXPECT_EQ(parse_duration("45s"), 45);
  EXPECT_EQ(parse_duration("1h30m"), 5400);
  EXPECT_EQ(parse_duration("1h1m1.5s"), 3661.5);
  EXPECT_EQ(parse_duration("0.5h"), 1800);
  EXPECT_EQ(parse_duration("0h5m"), 300);
  for (const char* text : {"", "0", "0s", "5", "soon", "-5m", "h", "1h30", "30m1h", "1m2m", "1 h", "2H", "1e3s", "nanh",
                           "1.2.3h", "1000000h", "5d"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(ParseSize, ReadsUnitsAsPowersOf1024AndNothingElse) {
  EXPECT_EQ(parse_size("500M"), 500.0 * 1024 * 1024);
  EXPECT_EQ(parse_size("1.5 GB"), 1.5 * 1024 * 1024 * 1024);
  EXPECT_EQ(parse_size("2GiB"), 2.0 * 1024 * 1024 * 1024);
  EXPECT_EQ(parse_size("3K"), 3072);
  for (const char* text : {"", "M", "12", "-1G", "1.2.3G", "5X", "5Gx", "G5", "nanG", "1e3G"}) {
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace gnnir
