#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::TempFolder;

/// Columns of people's own tables, which have names. 20 graphs with two attributes of nodes and two targets, or a text
/// and a target.
class NamedColumns : public ::testing::Test {
 protected:
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }

  void write_tables(const std::string& name, const std::string& columns, const std::string& graphs_header,
                    const std::string& text_column = "") const {
    std::string nodes = "graph,node," + columns + "\n";
    std::string edges = "graph,source,target\n";
    std::string graphs = graphs_header + "\n";
    for (int i = 0; i < 20; ++i) {
      edges += fmt::format("{0},a,b\n", i);
      const bool mass_first = columns == "mass,charge";
      for (const char* node : {"a", "b"}) {
        const int mass = 100 + i;
        nodes += mass_first ? fmt::format("{},{},{},{}\n", i, node, mass, i % 3)
                            : fmt::format("{},{},{},{}\n", i, node, i % 3, mass);
      }
      graphs += text_column.empty() ? fmt::format("{},{},{}\n", i, i * 1e-6, i * 1000)
                                    : fmt::format("{},{}{},{}\n", i, text_column, i % 4, i);
    }
    folder_.write(name + "/nodes.csv", nodes);
    folder_.write(name + "/edges.csv", edges);
    folder_.write(name + "/graphs.csv", graphs);
  }
  TempFolder folder_;
  static constexpr const char* quick = " --hidden 4 -L 0 --epochs 1 --threads 1 --out ";
};

TEST_F(NamedColumns, PredictTheSameInAnyOrder) {
  write_tables("t", "mass,charge", "graph,small,large");
  write_tables("other", "charge,mass", "graph,small,large");
  ASSERT_EQ(run(std::string("train t") + quick + "run").exit_code, 0);
  const Outcome before = run("predict run t");
  EXPECT_EQ(before.exit_code, 0) << before.err;
  EXPECT_EQ(run("predict run other").out, before.out);
  folder_.write("other/nodes.csv", "graph,node,charge,weight\n0,a,1,1\n0,b,1,1\n");
  folder_.write("other/edges.csv", "graph,source,target\n0,a,b\n");
  folder_.write("other/graphs.csv", "graph\n0\n");
  const Outcome missing = run("predict run other");
  EXPECT_EQ(missing.exit_code, 65);
  EXPECT_THAT(missing.err,
              HasSubstr("other has no node attribute 'mass', which the model needs; it has charge, weight"));
}

TEST_F(NamedColumns, EveryTargetHasItsErrorAndSmallOnesAreNotNothing) {
  write_tables("t", "mass,charge", "graph,small,large");
  ASSERT_EQ(run(std::string("train t") + quick + "run").exit_code, 0);
  const Json scores = run("eval run t --json").last_json();
  const double small = scores["mae_by_target"]["small"];
  const double large = scores["mae_by_target"]["large"];
  EXPECT_NEAR((small + large) / 2, scores["scores"]["mae"].get<double>(), 1e-3 * large);
  EXPECT_LT(small, 1e-4);
  EXPECT_GT(small, 1e-8);
  EXPECT_THAT(run("eval run t").out, AllOf(HasSubstr("\nlarge "), HasSubstr(fmt::format("{:.3g}", small))));
}

TEST_F(NamedColumns, TextsBesideNumbersAreNotLearnedUnasked) {
  write_tables("t", "mass,charge", "graph,name,solubility", "toluene");
  const Outcome unasked = run(std::string("train t") + quick + "run");
  EXPECT_EQ(unasked.exit_code, 2);
  EXPECT_THAT(unasked.err,
              HasSubstr("t: 'name' holds texts and solubility numbers: --target NAME says what is to be learned"));
  EXPECT_EQ(run(std::string("train t --target solubility") + quick + "numbers").exit_code, 0);
  EXPECT_EQ(run(std::string("train t --target name") + quick + "texts").exit_code, 0);
}

TEST_F(NamedColumns, OnePartOfAFoldIsAskedOnlyOfTheSameData) {
  write_tables("t", "mass,charge", "graph,small,large");
  write_tables("other", "mass,charge", "graph,large,small");
  ASSERT_EQ(run(std::string("cv t --folds 2") + quick + "run").exit_code, 0);
  EXPECT_EQ(run("eval run/fold_1 t --part test").exit_code, 0);
  const Outcome outcome = run("eval run/fold_1 other --part test");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--part test"));
}

}  // namespace
}  // namespace gnnir
