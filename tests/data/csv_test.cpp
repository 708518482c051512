#include "gnnir/data/source/csv.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gnnir/data/rejects.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;

/// A row with the line on which it begins.
struct Row {
  std::int64_t line;
  std::vector<std::string> fields;
  bool operator==(const Row&) const = default;
};

std::vector<Row> rows_of(const std::string& content) {
  CsvReader csv("[csv] f.csv", content);
  std::vector<Row> rows;
  while (csv.next()) rows.push_back({csv.place().line, {csv.fields().begin(), csv.fields().end()}});
  return rows;
}

std::string complaint(const std::string& content) {
  const Error error = error_of([&] { rows_of(content); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

TEST(Csv, ReadsRowsUnderAHeader) {
  const CsvReader csv("[csv] f.csv", "a,b\n1,2\n");
  EXPECT_THAT(csv.header(), ElementsAre("a", "b"));
  EXPECT_EQ(csv.find("b"), 1u);
  EXPECT_EQ(csv.find("c"), std::nullopt);
  EXPECT_THAT(rows_of("a,b\n1,2\n,\n"), ElementsAre(Row{2, {"1", "2"}}, Row{3, {"", ""}}));
  EXPECT_THAT(rows_of("a,b\n"), ElementsAre());
}

TEST(Csv, ReadsQuotedFieldsWithCommasQuotesAndLineEnds) {
  EXPECT_THAT(rows_of("a,b\n\"x, \"\"y\"\"\",\"one\r\ntwo\n\"\n3,4\n"),
              ElementsAre(Row{2, {"x, \"y\"", "one\r\ntwo\n"}}, Row{5, {"3", "4"}}));
}

TEST(Csv, AcceptsAByteOrderMarkOtherLineEndsBlankLinesAndNoneAtTheEnd) {
  EXPECT_THAT(rows_of("\xEF\xBB\xBF\"a\",b\r\n1,2\r\n\r\n \n3,4"), ElementsAre(Row{2, {"1", "2"}}, Row{5, {"3", "4"}}));
}

TEST(Csv, DropsWhiteSpaceAroundFieldsWithoutQuotesOnly) {
  EXPECT_THAT(rows_of("a , b\n 1,\t2 \n \" 3 \" ,4\n"), ElementsAre(Row{2, {"1", "2"}}, Row{3, {" 3 ", "4"}}));
}

TEST(Csv, TakesAQuoteWithinAPlainFieldForItself) {
  EXPECT_THAT(rows_of("a\n5\" disk\n"), ElementsAre(Row{2, {"5\" disk"}}));
}

TEST(Csv, WritesRowsThatReadBackTheSame) {
  const std::vector<std::string> odd = {"", " x", "a,b", "say \"hi\"", "two\nlines", "\r", "plain"};
  EXPECT_THAT(rows_of("1,2,3,4,5,6,7\n" + csv_row(odd)), ElementsAre(Row{2, odd}));
  EXPECT_THAT(rows_of("1\n" + csv_row(std::vector<std::string>{""})), ElementsAre(Row{2, {""}}));
  const std::string marked = "\xEF\xBB\xBFname";  // not at the beginning of a file, where it is no part of the text
  EXPECT_THAT(CsvReader("f", csv_row(std::vector<std::string>{marked})).header(), ElementsAre(marked));
}

TEST(Csv, GuessesTheSeparatorFromTheHeader) {
  for (const char separator : {',', ';', '\t', '|'}) {
    const std::string text = fmt::format("a{0} b{0}c\n1{0}{0}\"x{0}\"\"y\"\n", separator);
    const std::string quoted = fmt::format("x{}\"y", separator);
    EXPECT_THAT(rows_of(text), ElementsAre(Row{2, {"1", "", quoted}})) << separator;
  }
}

TEST(Csv, GoesByTheFirstRowWhereAHeaderHasSeveralSeparators) {
  EXPECT_THAT(CsvReader("f", "name;mass, g;smiles\nx;1,5;CCO\n").header(), ElementsAre("name", "mass, g", "smiles"));
  EXPECT_THAT(CsvReader("f", "a|b;c,d\n1,2\n").header(), ElementsAre("a|b;c", "d"));
  EXPECT_THAT(CsvReader("f", "a;b,c\n").header(), ElementsAre("a;b", "c")) << "the comma where nothing tells";
  EXPECT_THAT(CsvReader("f", "\"a;b\"\n1\n").header(), ElementsAre("a;b")) << "in quotes it separates nothing";
}

TEST(Csv, TakesTheSeparatorThatIsSaid) {
  EXPECT_THAT(CsvReader("f", "a,b;c\n", Separator::semicolon).header(), ElementsAre("a,b", "c"));
  EXPECT_THAT(CsvReader("f", "a;b\n", Separator::comma).header(), ElementsAre("a;b"));
  EXPECT_THAT(CsvReader("f", "a\t\tb\n", Separator::tab).header(), ElementsAre("a", "", "b"));
  EXPECT_THAT(error_of([] {
                CsvReader csv("[csv] f.csv", "a|b\n\"1\"x|2\n", Separator::bar);
                csv.next();
                csv.fields();
              }).what(),
              ::testing::HasSubstr("f.csv:2: expected a bar after the closing quote, found 'x'"));
}

TEST(Csv, NamesMistakesWithTheirLine) {
  EXPECT_EQ(complaint(""), "[csv] f.csv: expected a header with the names of columns, found nothing");
  EXPECT_EQ(complaint("\n \n"), "[csv] f.csv: expected a header with the names of columns, found nothing");
  EXPECT_EQ(complaint("a,b,a\n"), "[csv] f.csv:1: two columns are named 'a'");
  EXPECT_EQ(complaint("a,b\n1,2\n1\n"), "[csv] f.csv:3: expected 2 fields as in the header, found 1");
  EXPECT_EQ(complaint("a,b\n1,2,3\n"), "[csv] f.csv:2: expected 2 fields as in the header, found 3");
  EXPECT_EQ(complaint("a,b\n1,\"2\n3,4\n"), "[csv] f.csv:2: a field that begins with a quote does not end with one");
  EXPECT_EQ(complaint("a,b\n\"1\n2\"x,3\n"), "[csv] f.csv:3: expected a comma after the closing quote, found 'x'");
}

TEST(Csv, NamesTheNearestColumnIfOneIsMissing) {
  const CsvReader late("[csv] f.csv", "\n\nname\n");
  EXPECT_STREQ(error_of([&] { return late.require("x"); }).what(),
               "[csv] f.csv:3: expected a column 'x', found 'name'.");
  const CsvReader csv("[csv] f.csv", "id,Smiles\n");
  EXPECT_STREQ(error_of([&] { return csv.require("smiles"); }).what(),
               "[csv] f.csv:1: expected a column 'smiles', found 'id', 'Smiles'. Did you mean 'Smiles'?");
}

TEST(Csv, GoesOnAfterABadRow) {
  CsvReader csv("[csv] f.csv", "a,b\n1,\"2\n3,4\n5\n\"6\"7,8\n9,10\n");
  Rejects rejects(OnError::skip);
  std::vector<Row> rows;
  while (csv.next()) {
    rejects.attempt(csv.place().line, csv.text(), [&] {
      rows.push_back({csv.place().line, {csv.fields().begin(), csv.fields().end()}});
    });
  }
  EXPECT_THAT(rows, ElementsAre(Row{3, {"3", "4"}}, Row{6, {"9", "10"}}));
  EXPECT_EQ(rejects.csv(),
            "line,reason,row\n"
            "2,\"[csv] f.csv:5: expected a comma after the closing quote, found '6\"\"7'\",\"1,\"\"2\"\n"
            "4,\"[csv] f.csv:4: expected 2 fields as in the header, found 1\",5\n"
            "5,\"[csv] f.csv:5: expected a comma after the closing quote, found '7'\",\"\"\"6\"\"7,8\"\n");
}

}  // namespace
}  // namespace gnnir
