#include "gnnir/draw/page.h"

#include <gmock/gmock.h>

#include <cmath>
#include <regex>

#include "gnnir/base/json.h"
#include "gnnir/base/sha256.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count_of(const std::string& text, const std::string& piece) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
  return count;
}

/// What a chart tells its script.
Json data_of(const std::string& chart) {
  const std::string begin = "<script type=\"application/json\">";
  const std::size_t from = chart.find(begin) + begin.size();
  return parse_json(chart.substr(from, chart.find("</script>", from) - from), "chart");
}

TEST(EscapeHtml, LeavesNoTagsNoQuotesAndNoControlCharacters) {
  EXPECT_EQ(escape_html("<b> & \"it's\""), "&lt;b&gt; &amp; &quot;it&#39;s&quot;");
  EXPECT_EQ(escape_html(std::string("a\0b\x1b[c\x7f", 7)),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd[c\xef\xbf\xbd");
  EXPECT_EQ(escape_html("a\tb\nc"), "a\tb\nc");
}

TEST(EscapeHtml, KeepsUtf8AndReplacesWhatIsNone) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(escape_html("Öl – 油 🜁"), "Öl – 油 🜁");
  EXPECT_EQ(escape_html("\xff"), bad);
  EXPECT_EQ(escape_html("\xc0\xbc"), bad + bad);            // an overlong <
  EXPECT_EQ(escape_html("\xed\xa0\x80"), bad + bad + bad);  // half of a surrogate pair
  EXPECT_EQ(escape_html("\xe2\x82"), bad + bad);            // cut off
  EXPECT_EQ(escape_html("a\xe2\x80\xae"
                        "b"),
            "a" + bad + "b");  // from here on the text would run backwards
}

TEST(HtmlTable, HasWhatCellsSayAsText) {
  HtmlTable table{.columns = {{"name"}, {"size", true}}, .rows = {{"<script>", "7"}, {"short"}}, .caption = "a & b"};
  const std::string html = to_html(table);
  EXPECT_THAT(html, HasSubstr("<td>&lt;script&gt;</td><td class=\"number\">7</td>"));
  EXPECT_THAT(html, HasSubstr("<td>short</td><td class=\"number\"></td>"));
  EXPECT_THAT(html, HasSubstr("<caption>a &amp; b</caption>"));
  EXPECT_THAT(html, Not(HasSubstr("rows are shown")));
}

TEST(HtmlTable, IsCutAndSaysSo) {
  HtmlTable table{.columns = {{"n", true}}};
  for (int i = 0; i < 10'000; ++i) table.rows.push_back({std::to_string(i)});
  const std::string html = to_html(table);
  EXPECT_EQ(count_of(html, "<td"), 200);
  EXPECT_THAT(html, HasSubstr("200 of 10000 rows are shown"));
}

TEST(CurveChart, NamesCannotEndItsData) {
  CurveChart chart{.title = "t", .x = {1}, .curves = {{"</script><script>alert(1)</script>", {2}}}};
  const std::string html = to_html(chart);
  EXPECT_EQ(count_of(html, "<script"), 1);
  EXPECT_EQ(data_of(html)["curves"][0]["name"], "</script><script>alert(1)</script>");
}

TEST(CurveChart, LeavesOutWhatIsNoNumber) {
  CurveChart chart{.x = {3, 1, NAN, 2}, .curves = {{"a", {30, NAN, 5, HUGE_VAL}}, {"short", {1}}}};
  const Json data = data_of(to_html(chart));
  EXPECT_EQ(data["x"], Json({1, 2, 3}));  // ascending, as uPlot wants it
  EXPECT_EQ(data["curves"][0]["y"], Json({nullptr, nullptr, 30}));
  EXPECT_EQ(data["curves"][1]["y"], Json({nullptr, nullptr, 1}));
}

TEST(CurveChart, OnALogarithmicAxisOnlyWhatIsAboveZeroIsThere) {
  CurveChart chart{.x = {1, 2, 3}, .curves = {{"a", {0, -1, 1}}, {"right", {0, -1, 1}, false, true}}, .log_y = true};
  const Json data = data_of(to_html(chart));
  EXPECT_EQ(data["curves"][0]["y"], Json({nullptr, nullptr, 1}));
  EXPECT_EQ(data["curves"][1]["y"], Json({0, -1, 1}));
}

TEST(CurveChart, DrawsWhatStandsBehindOthersThinAndPale) {
  const std::string html =
      to_html(CurveChart{.title = "folds",
                         .x = {1, 2},
                         .curves = {{.name = "mean", .y = {1, 2}}, {.name = "fold", .y = {2, 1}, .faint = true}}});
  const Json curves = data_of(html)["curves"];
  EXPECT_FALSE(curves[0].contains("faint"));
  EXPECT_EQ(curves[1]["faint"], true);
  EXPECT_EQ(count_of(html, "stroke-width=\"1\" opacity=\"0.6\""), 1U);
}

TEST(CurveChart, IsThinnedButKeepsPeaks) {
  CurveChart chart;
  chart.curves = {{"flat", {}}, {"other", {}}};
  for (int i = 0; i < 100'000; ++i) {
    chart.x.push_back(i);
    chart.curves[0].y.push_back(i == 54'321 ? 9 : i == 77'777 ? -9 : 0);
    chart.curves[1].y.push_back(i % 3 == 0 ? NAN : std::sin(i));
  }
  const Json data = data_of(to_html(chart));
  EXPECT_LE(data["x"].size(), 2'002);
  EXPECT_GE(data["x"].size(), 1'000);
  EXPECT_EQ(data["x"].front(), 0);
  EXPECT_EQ(data["x"].back(), 99'999);
  const std::vector<double> y = data["curves"][0]["y"];
  EXPECT_EQ(std::count(y.begin(), y.end(), 9), 1);
  EXPECT_EQ(std::count(y.begin(), y.end(), -9), 1);
}

TEST(CurveChart, EmptyOnesAreHarmless) {
  EXPECT_EQ(data_of(to_html(CurveChart{}))["x"], Json::array());
  EXPECT_THAT(to_html(CurveChart{.x = {1, 2}, .curves = {{"none", {NAN, NAN}}}}), HasSubstr("<svg"));
}

TEST(Page, LeadsToItsSections) {
  Page page("A <title>", "a & b");
  page.section("Sizes & more", "<p>1</p>");
  page.section("Sizes, more", "<p>2</p>");
  page.section("尺寸", "<p>3</p>");
  page.section("Content", "<p>4</p>");
  const std::string html = page.str();
  EXPECT_THAT(html, HasSubstr("<title>A &lt;title&gt;</title>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#sizes-more\">Sizes &amp; more</a>"));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"sizes-more-2\">Sizes, more</h2>\n<p>2</p>"));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"section\">尺寸</h2>"));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"content-2\">"));
}

TEST(Page, HasTheLibraryOfChartsOnlyWhereThereIsOne) {
  Page plain("plain");
  plain.section("Words", "<p>uPlot</p>");
  EXPECT_THAT(plain.str(), Not(HasSubstr("leeoniya")));
  Page charted("charted");
  charted.section("Chart", to_html(CurveChart{.x = {1}, .curves = {{"a", {1}}}}));
  EXPECT_THAT(charted.str(), HasSubstr("leeoniya"));
  EXPECT_THAT(charted.str(), HasSubstr("Permission is hereby granted"));  // its licence goes where it goes
}

TEST(Page, AllowsItsOwnScriptsAndNothingElse) {
  Page page("p");
  page.section("Chart", to_html(CurveChart{.x = {1}, .curves = {{"a", {1}}}}) + "<script>alert(1)</script>");
  const std::string html = page.str();
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  EXPECT_EQ(count_of(html, "'sha256-"), 2);
  for (const char* request : {" src=\"http", "url(", "@import", "<link rel=\"stylesheet"}) {
    EXPECT_THAT(html, Not(HasSubstr(request)));
  }
}

}  // namespace
}  // namespace gnnir
