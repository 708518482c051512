#include "gnnir/report/chart.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace gnnir {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, const std::string& piece) {
  std::size_t found = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
  return found;
}

TEST(Chart, HasADotForEachPointThatIsANumber) {
  XyChart::Series series{.name = "s", .x = {1, 2, std::nan("")}, .y = {1, HUGE_VAL, 3}, .notes = {"a", "b", "c"}};
  EXPECT_EQ(count(to_svg(XyChart{.series = {series}}), "<circle"), 1U);
  EXPECT_THAT(to_svg(XyChart{.series = {{.name = "none"}}}), HasSubstr("</svg>"));
}

TEST(Chart, NamesNoMoreOfManyThanFitBesideEachOther) {
  XyChart chart{.series = {{.name = "s", .x = {0}, .y = {1}, .notes = {""}}}};
  for (int i = 0; i < 500; ++i) chart.x_names.push_back(fmt::format("fold {}", i));
  const std::string svg = to_svg(chart);
  EXPECT_GE(count(svg, ">fold "), 2U);
  EXPECT_LE(count(svg, ">fold "), 10U);
}

TEST(Chart, ShowsNamesAsTheyAre) {
  const std::string name = "<script>\"";
  const BarList bars{.title = name, .bars = {{name, 1, 0.5, name, 1}, {"zero", 0}, {"none", std::nan("")}}};
  EXPECT_THAT(to_svg(bars), AllOf(Not(HasSubstr("<script")), HasSubstr("&lt;script&gt;"), Not(HasSubstr("nan"))));
  const HeatTable heat{
      .title = name, .row_label = name, .column_label = name, .rows = {name}, .columns = {name}, .counts = {0}};
  EXPECT_THAT(to_svg(heat), AllOf(Not(HasSubstr("<script")), Not(HasSubstr("nan"))));
}

TEST(Chart, BarsAreAsLongAsTheirValues) {
  const std::string svg = to_svg(BarList{.title = "", .bars = {{"a", 1, 0, "", 1}, {"b", 2, 0, "", 1}}});
  const auto width_behind = [&](std::size_t from) {
    return std::stod(svg.substr(svg.find("width=\"", svg.find("<rect x=", from)) + 7));
  };
  const std::size_t second = svg.find("<rect x=", svg.find("<rect x=") + 1);
  EXPECT_NEAR(width_behind(second), 2 * width_behind(0), 0.15);
}

}  // namespace
}  // namespace gnnir
