#include <gmock/gmock.h>

#include <cmath>

#include "gnnir/base/files.h"
#include "support/molecules.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using testing::complaint_about;
using testing::Drawing;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::read_sdf_text;
using testing::v2000;
using testing::v3000;

class Sdf : public testing::WithChemistry {};

/// The right angle of 3, 4 and 5.
const Drawing bent = {{{"C", 0, 0, 0}, {"C", 3, 0, 0}, {"O", 3, 0, 4}}, {{0, 1, 1}, {1, 2, 1}}};
const Drawing flat = {{{"C", 0, 0}, {"C", 1, 0}, {"O", 2, 1}}, {{0, 1, 1}, {1, 2, 1}}};
const Drawing methane = {{{"C"}}, {}};
/// A carbon with five single bonds.
const Drawing impossible = {{{"C"}, {"F"}, {"F"}, {"F"}, {"F"}, {"F"}},
                            {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {0, 5, 1}}};

Drawing with_properties(Drawing drawing, const std::string& properties) {
  drawing.properties = properties;
  return drawing;
}

TEST_F(Sdf, DistancesAreTheAttributeOfBonds) {
  for (const std::string& text : {v2000(bent), v3000(bent)}) {
    const Dataset dataset = read_sdf_text(text);
    EXPECT_EQ(dataset.num_edge_attributes, 1);
    EXPECT_EQ(dataset.examples[0].graph.edges(), (std::vector<Edge>{{1, 0}, {0, 1}, {2, 1}, {1, 2}}));
    EXPECT_THAT(dataset.examples[0].edge_attributes, ElementsAre(3, 3, 4, 4));
  }
}

TEST_F(Sdf, CompleteGraphsHaveTheDistanceOfEveryPair) {
  const Example example = read_sdf_text(v2000(bent), {.molecule_edges = MoleculeEdges::complete}).examples[0];
  EXPECT_EQ(example.graph.edges(), (std::vector<Edge>{{1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}}));
  EXPECT_THAT(example.edge_labels, ElementsAre(1, 0, 1, 1, 0, 1));
  EXPECT_THAT(example.edge_attributes, ElementsAre(3, 5, 3, 4, 5, 4));
}

TEST_F(Sdf, DrawingsInThePlaneHaveNoDistances) {
  const Dataset dataset = read_sdf_text(v2000(flat), {.molecule_edges = MoleculeEdges::complete});
  EXPECT_EQ(dataset.num_edge_attributes, 0);
  EXPECT_THAT(dataset.examples[0].edge_attributes, IsEmpty());
  EXPECT_EQ(dataset.examples[0].graph.num_edges(), 6);
}

TEST_F(Sdf, ARecordWithoutCoordinatesAmongOthersIsRefused) {
  EXPECT_THAT(complaint_about("m.sdf", v2000(flat) + v2000(bent)),
              "[sdf] m.sdf:1: record 1 has no coordinates in three dimensions, which others have");
  EXPECT_EQ(read_sdf_text(v2000(methane) + v2000(bent)).size(), 2) << "a single atom needs none";
}

TEST_F(Sdf, HydrogensOfTheFileAreTakenAwayOrKept) {
  const Drawing water = {{{"H", 0.96, 0, 0}, {"O", 0, 0, 0}, {"H", -0.24, 0.93, 0.1}}, {{0, 1, 1}, {1, 2, 1}}};
  EXPECT_THAT(read_sdf_text(v2000(water)).examples[0].node_labels, ElementsAre(8));
  const Example kept = read_sdf_text(v2000(water), {.hydrogens = Hydrogens::explicit_}).examples[0];
  EXPECT_THAT(kept.node_labels, ElementsAre(1, 8, 1));
  EXPECT_FLOAT_EQ(kept.edge_attributes[0], 0.96F);
}

TEST_F(Sdf, MissingHydrogensAreAddedWithCoordinates) {
  const Drawing methanol = {{{"C", 0, 0, 0}, {"O", 1.0, 0.6, 0.8}}, {{0, 1, 1}}};
  const Example example = read_sdf_text(v2000(methanol), {.hydrogens = Hydrogens::explicit_}).examples[0];
  EXPECT_THAT(example.node_labels, ElementsAre(6, 8, 1, 1, 1, 1));
  const std::vector<Edge> edges = example.graph.edges();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].source < 2 && edges[i].target < 2) continue;
    EXPECT_GT(example.edge_attributes[i], 0.9F);
    EXPECT_LT(example.edge_attributes[i], 1.2F);
  }
}

TEST_F(Sdf, PropertiesAreTargets) {
  const std::string text = v2000(with_properties(flat, ">  <gap>\n0.25\n\n> <class>  (1)\ntoxic\n\n")) +
                           v2000(with_properties(flat, "> <class>\nharmless\n\n")) +
                           v2000(with_properties(flat, ">  <gap>\n-1\n\n"));
  const Dataset real = read_sdf_text(text, {.targets = {"gap"}});
  EXPECT_THAT(real.target_names, ElementsAre("gap"));
  EXPECT_EQ(real.targets[0], 0.25F);
  EXPECT_TRUE(std::isnan(real.targets[1]));
  EXPECT_EQ(real.targets[2], -1);
  const Dataset classes = read_sdf_text(text, {.targets = {"class"}});
  EXPECT_THAT(classes.class_names, ElementsAre("harmless", "toxic"));
  EXPECT_THAT(classes.classes, ElementsAre(1, 0, -1));
  const Error error = testing::error_of([&] { read_sdf_text(text, {.targets = {"gab"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_STREQ(error.what(), "data.targets: [sdf] m.sdf has no 'gab'. Did you mean 'gap'? There are: class, gap");
}

TEST_F(Sdf, BadPropertiesNameTheirLine) {
  // A record is ten lines, then the name of the property, its value, an empty line and the dollars.
  const std::string good = v2000(with_properties(flat, "> <gap>\n0.25\n\n"));
  EXPECT_THAT(complaint_about("m.sdf", good + v2000(with_properties(flat, "> <gap>\nx\n\n")), {.targets = {"gap"}}),
              HasSubstr("[sdf] m.sdf:26: 'gap': expected a number as in line 12, found 'x'"));
  EXPECT_THAT(complaint_about("m.sdf", good + v2000(with_properties(flat, "> <gap>\ninf\n\n")), {.targets = {"gap"}}),
              HasSubstr("[sdf] m.sdf:26: 'gap': expected a finite number of single precision, found 'inf'"));
}

TEST_F(Sdf, PropertiesThatNobodyAskedForAreNamed) {
  const std::string text = v2000(with_properties(flat, "> <gap>\n1\n\n> <mu>\n2\n\n"));
  EXPECT_THAT(read_sdf_text(text).unread, ElementsAre("gap", "mu"));
  EXPECT_THAT(read_sdf_text(text, {.targets = {"mu"}}).unread, ElementsAre("gap"));
  EXPECT_THAT(read_sdf_text(text, {.labels = false}).unread, IsEmpty());
}

TEST_F(Sdf, BadRecordsNameTheirNumberAndLine) {
  EXPECT_THAT(complaint_about("m.sdf", v2000(flat) + v2000(impossible)),
              "[sdf] m.sdf:12: record 2 is no molecule: Explicit valence for atom # 0 C, 5, is greater than permitted");
  EXPECT_THAT(complaint_about("m.sdf", v2000(flat) + "a\nb\nc\nfour\nM  END\n$$$$\n"),
              HasSubstr("[sdf] m.sdf:15: record 2 is no molecule: Counts line too short"));
  EXPECT_THAT(complaint_about("m.sdf", v2000({{{"Qx"}}, {}})), HasSubstr("[sdf] m.sdf:5: record 1 is no molecule"));
  EXPECT_THAT(complaint_about("m.sdf", v2000({{}, {}})), HasSubstr("record 1 is no molecule: it has no atoms"));
  EXPECT_THAT(complaint_about("m.sdf", "CCO\nCC\n"), HasSubstr("record 1 is no molecule"));
  EXPECT_THAT(complaint_about("m.sdf", ""), HasSubstr("m.sdf: expected molecules, found none"));
}

TEST_F(Sdf, PromisesOfAtomsThatDoNotComeTakeNoMemory) {
  for (const char* counts :
       {"COUNTS 2000000000 0 0 0 0", "counts 2000000000 0 0 0 0", "COU-\nM  V30 NTS 20000-\nM  V30 00000 0 0 0 0"}) {
    const std::string text = fmt::format(
        "a\nb\nc\n  0  0  0  0  0  0  0  0  0  0999 V3000\nM  V30 BEGIN CTAB\nM  V30 {}\nM  V30 BEGIN ATOM\n"
        "M  V30 END ATOM\nM  V30 END CTAB\nM  END\n$$$$\n",
        counts);
    EXPECT_THAT(complaint_about("m.sdf", text), HasSubstr("COUNTS promise more atoms than it has lines")) << counts;
  }
}

TEST_F(Sdf, SkippedRecordsGoToTheRejectsFileAndLinesStay) {
  const testing::TempFolder folder;
  const ReadOptions options{.on_error = OnError::skip, .rejects = (folder.path() / "bad.csv").string()};
  const Dataset dataset = read_sdf_text(v2000(flat) + v2000(impossible) + v2000(bent) + v2000(bent), options);
  EXPECT_EQ(dataset.size(), 2);
  EXPECT_EQ(dataset.repairs.rejected, 2);
  EXPECT_THAT(dataset.lines, ElementsAre(29, 40));
  EXPECT_THAT(read_file(folder.path() / "bad.csv"), AllOf(HasSubstr("\n1,"), HasSubstr("\n12,"), HasSubstr("V2000")));
}

TEST_F(Sdf, TheLastRecordNeedsNoEndAndLineEndsMayBeOfWindows) {
  std::string text = v2000(bent);
  text.resize(text.size() - 5);
  EXPECT_EQ(read_sdf_text(text).size(), 1);
  std::string windows;
  for (const char c : v2000(with_properties(bent, "> <gap>\n2\n\n"))) windows += c == '\n' ? "\r\n" : std::string(1, c);
  const Dataset dataset = read_sdf_text(windows + windows, {.targets = {"gap"}});
  EXPECT_THAT(dataset.targets, ElementsAre(2, 2));
  EXPECT_EQ(dataset.examples[1], read_sdf_text(v2000(bent)).examples[0]);
}

}  // namespace
}  // namespace gnnir
