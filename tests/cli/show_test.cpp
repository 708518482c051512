#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "gnnir/base/files.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::TempFolder;

class DataShow : public ::testing::Test {
 protected:
  DataShow() {
    folder_.write("graphs.jsonl",
                  R"({"id": "<b>first</b>", "num_nodes": 3, "edges": [[0, 1], [1, 2]], "class": "</script>"})"
                  "\n"
                  R"({"id": "second", "num_nodes": 2, "edges": [[0, 1]], "class": "no"})"
                  "\n");
    folder_.write("shelved.jsonl", R"({"num_nodes": 3, "edges": [[0, 1], [1, 2]], "shelf": "top"})"
                                   "\n"
                                   R"({"num_nodes": 2, "edges": [[0, 1]], "shelf": "<i>"})"
                                   "\n");
  }
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  [[nodiscard]] std::string page(const std::string& name) const { return read_file(folder_.path() / name); }
  [[nodiscard]] bool is_there(const std::string& name) const { return fs::exists(folder_.path() / name); }
  TempFolder folder_;
};

TEST_F(DataShow, WritesAPageNamedAfterTheDataAndSaysWhereItIs) {
  const Outcome outcome = run("data show graphs.jsonl");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "graphs: 2 graphs, shown in graphs.html\n");
  EXPECT_THAT(page("graphs.html"), HasSubstr("&lt;b&gt;first&lt;/b&gt;"));
  EXPECT_THAT(page("graphs.html"), HasSubstr("<td>&lt;/script&gt;</td>"));
}

TEST_F(DataShow, DrawsTheGraphsThatAreAskedForWithTheColumnsThatAre) {
  const Outcome outcome = run("data show shelved.jsonl --index 1 --keep shelf --out one.html");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(page("one.html"), HasSubstr("graph 1</strong>"));
  EXPECT_THAT(page("one.html"), Not(HasSubstr("graph 0</strong>")));
  EXPECT_THAT(page("one.html"), HasSubstr("shelf: &lt;i&gt;"));
}

TEST_F(DataShow, RefusesGraphsThatAreNotThere) {
  for (const char* index : {"--index 2", "--index=-1", "--index 0,3-", "--index 1.5"}) {
    const Outcome outcome = run(std::string("data show graphs.jsonl ") + index);
    EXPECT_EQ(outcome.exit_code, 2) << index;
    EXPECT_THAT(outcome.err, HasSubstr("--index: expected graphs from 0 to 1")) << index;
    EXPECT_FALSE(is_there("graphs.html"));
  }
}

TEST_F(DataShow, OverwritesNothing) {
  folder_.write("graphs.html", "mine");
  const Outcome by_name = run("data show graphs.jsonl");
  EXPECT_EQ(by_name.exit_code, 2);
  EXPECT_EQ(by_name.err, "gnnir: graphs.html is there already; --out names another file\n");
  EXPECT_EQ(run("data show graphs.jsonl --out graphs.jsonl").exit_code, 2);
  EXPECT_EQ(page("graphs.html"), "mine");
  EXPECT_EQ(run("data show graphs.jsonl --out .").exit_code, 2);
  EXPECT_THAT(run("data show graphs.jsonl --out none/page.html").err, HasSubstr("there is no folder none"));
}

TEST_F(DataShow, ColumnsThatAreNotThereAreSaid) {
  const Outcome outcome = run("data show graphs.jsonl --keep rack");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("rack"));
  EXPECT_FALSE(is_there("graphs.html"));
}

TEST_F(DataShow, WritesTheSameBytesEachTime) {
  run("data show graphs.jsonl --out a.html");
  run("data show graphs.jsonl --out b.html");
  EXPECT_EQ(page("a.html"), page("b.html"));
}

}  // namespace
}  // namespace gnnir
