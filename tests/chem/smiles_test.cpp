#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "gnnir/base/files.h"
#include "gnnir/data/encode/features.h"
#include "gnnir/data/formats/smiles.h"
#include "gnnir/data/open.h"
#include "gnnir/data/source/csv.h"
#include "gnnir/data/source/file_source.h"
#include "support/compress.h"
#include "support/molecules.h"
#include "support/real_data.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using testing::complaint_about;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using testing::from_smiles;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::read_csv;
using ::testing::StartsWith;

class Smiles : public testing::WithChemistry {};

/// How many undirected edges there are of each label.
std::map<std::int64_t, int> bond_counts(const Example& example) {
  std::map<std::int64_t, int> counts;
  const std::vector<Edge> edges = example.graph.edges();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].source < edges[i].target) ++counts[example.edge_labels[i]];
  }
  return counts;
}

TEST_F(Smiles, EthanolHasThreeHeavyAtoms) {
  const Example ethanol = from_smiles("CCO");
  EXPECT_THAT(ethanol.node_labels, ElementsAre(6, 6, 8));
  EXPECT_EQ(ethanol.graph.edges(), (std::vector<Edge>{{1, 0}, {0, 1}, {2, 1}, {1, 2}}));
  EXPECT_THAT(ethanol.edge_labels, Each(1));
  EXPECT_THAT(ethanol.edge_attributes, IsEmpty());
  EXPECT_THAT(ethanol.node_attributes, ElementsAre(0, 3, 0, 0, 0, 0, 1,    //
                                                   0, 2, 0, 0, 0, 0, 1,    //
                                                   0, 1, 0, 0, 0, 0, 1));  // charge, H, aromatic, ring, sp, sp2, sp3
}

TEST_F(Smiles, EthanolWithHydrogensHasNineAtomsAndEightBonds) {
  const Example ethanol = from_smiles("CCO", {.hydrogens = Hydrogens::explicit_});
  EXPECT_THAT(ethanol.node_labels, ElementsAre(6, 6, 8, 1, 1, 1, 1, 1, 1));
  EXPECT_EQ(bond_counts(ethanol), (std::map<std::int64_t, int>{{1, 8}}));
  EXPECT_EQ(ethanol.graph.degree(0), 4);
  EXPECT_EQ(ethanol.graph.degree(2), 2);
  EXPECT_EQ(ethanol.node_attributes[1], 3) << "hydrogens count whether they are nodes or not";
}

TEST_F(Smiles, BenzeneIsAnAromaticRing) {
  const Example benzene = from_smiles("c1ccccc1");
  EXPECT_EQ(bond_counts(benzene), (std::map<std::int64_t, int>{{4, 6}}));
  for (std::size_t atom = 0; atom < 6; ++atom) {
    EXPECT_THAT(std::span(benzene.node_attributes).subspan(7 * atom, 7), ElementsAre(0, 1, 1, 1, 0, 1, 0));
  }
}

TEST_F(Smiles, CaffeineHasTenAromaticBondsTwoCarbonylsAndThreeMethyls) {
  const Example caffeine = from_smiles("CN1C=NC2=C1C(=O)N(C(=O)N2C)C");
  EXPECT_EQ(caffeine.graph.num_nodes(), 14);
  EXPECT_EQ(bond_counts(caffeine), (std::map<std::int64_t, int>{{1, 3}, {2, 2}, {4, 10}}));
  const ReadOptions with_hydrogens{.hydrogens = Hydrogens::explicit_};
  EXPECT_EQ(from_smiles("CN1C=NC2=C1C(=O)N(C(=O)N2C)C", with_hydrogens).graph.num_nodes(), 24);
}

TEST_F(Smiles, BondsAreLabelledByTheirKind) {
  EXPECT_EQ(bond_counts(from_smiles("C#N")), (std::map<std::int64_t, int>{{3, 1}}));
  EXPECT_EQ(bond_counts(from_smiles("C=O")), (std::map<std::int64_t, int>{{2, 1}}));
  EXPECT_EQ(bond_counts(from_smiles("N->[Fe]")), (std::map<std::int64_t, int>{{5, 1}}));
}

TEST_F(Smiles, ChargesAreAttributesAndSaltsKeepTheirParts) {
  const Example salt = from_smiles("[Na+].[Cl-]");
  EXPECT_THAT(salt.node_labels, ElementsAre(11, 17));
  EXPECT_EQ(salt.graph.num_edges(), 0);
  EXPECT_EQ(salt.node_attributes[0], 1);
  EXPECT_EQ(salt.node_attributes[7], -1);
}

TEST_F(Smiles, PlaceHoldersAreAtomsOfNumberZeroAndDeuteriumStays) {
  EXPECT_THAT(from_smiles("*C").node_labels, ElementsAre(0, 6));
  EXPECT_THAT(from_smiles("[2H]C").node_labels, ElementsAre(1, 6));
}

TEST_F(Smiles, CompleteGraphsLabelPairsWithoutABondZero) {
  const Example propane = from_smiles("CCC", {.molecule_edges = MoleculeEdges::complete});
  EXPECT_EQ(bond_counts(propane), (std::map<std::int64_t, int>{{0, 1}, {1, 2}}));
  EXPECT_THAT(propane.edge_attributes, IsEmpty());
  EXPECT_THAT(
      complaint_about("m.csv", "smiles\n" + std::string(1001, 'C') + "\n", {.molecule_edges = MoleculeEdges::complete}),
      HasSubstr("m.csv:2: expected at most 1000 atoms"));
}

TEST_F(Smiles, TheColumnIsFoundInAnyCaseOrByName) {
  EXPECT_EQ(read_csv("id,SMILES\n1,CCO\n").size(), 1);
  EXPECT_EQ(read_csv("id,structure\n1,CCO\n", {.smiles_column = "structure"}).size(), 1);
  EXPECT_THAT(
      complaint_about("m.csv", "id,structure\n1,CCO\n"),
      "[smiles] m.csv:1: expected a column named smiles, found 'id', 'structure'; data.smiles_column says which it "
      "is");
  EXPECT_THAT(complaint_about("m.csv", "id,structure\n1,CCO\n", {.smiles_column = "structur"}),
              AllOf(HasSubstr("'structur'"), HasSubstr("Did you mean 'structure'?")));
}

TEST_F(Smiles, WithoutTargetsThereAreNoLabels) {
  const Dataset dataset = read_csv("smiles,gap\nCCO,1.5\nC,2\n");
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_FALSE(dataset.has_targets());
  EXPECT_THAT(dataset.lines, ElementsAre(2, 3));
  EXPECT_EQ(dataset.name, "m");
}

TEST_F(Smiles, TargetsAreColumnsInTheOrderAskedFor) {
  const Dataset dataset = read_csv("a,smiles,b,c\n1,CCO,1.5,x\n2,C,nan,y\n,N,3,z\n", {.targets = {"b", "a"}});
  EXPECT_THAT(dataset.target_names, ElementsAre("b", "a"));
  EXPECT_EQ(dataset.num_targets, 2);
  EXPECT_EQ(dataset.targets[0], 1.5F);
  EXPECT_EQ(dataset.targets[1], 1);
  EXPECT_TRUE(std::isnan(dataset.targets[2]));
  EXPECT_EQ(dataset.targets[4], 3);
  EXPECT_TRUE(std::isnan(dataset.targets[5]));
  const Error error = testing::error_of([] { read_csv("smiles,gap\nC,1\n", {.targets = {"gab"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_STREQ(error.what(), "data.targets: [smiles] m.csv has no 'gab'. Did you mean 'gap'? There are: smiles, gap");
}

TEST_F(Smiles, AColumnOfTextIsClasses) {
  const Dataset dataset = read_csv("smiles,active\nCCO,yes\nC,no\nN,\nO,yes\n", {.targets = {"active"}});
  EXPECT_THAT(dataset.class_names, ElementsAre("no", "yes"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0, -1, 1));
  EXPECT_FALSE(dataset.has_targets());
}

TEST_F(Smiles, BadOnesNameFileLineAndWhatRdkitSaid) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"C1CC", "[smiles] m.csv:3: 'C1CC' is no molecule: unclosed ring"},
      {"CC(C", "[smiles] m.csv:3: 'CC(C' is no molecule: extra open parentheses"},
      {"Cx", "[smiles] m.csv:3: 'Cx' is no molecule: syntax error while parsing: Cx"},
      {"C(C)(C)(C)(C)C",
       "[smiles] m.csv:3: 'C(C)(C)(C)(C)C' is no molecule: Explicit valence for atom # 0 C, 5, is greater than "
       "permitted"},
      {"\"\"", "[smiles] m.csv:3: expected a SMILES, found nothing"},
      {"C\xC3\xA9", "character 2 is not printable ASCII"},
      {std::string("C\0C", 3), "character 2 is not printable ASCII"},
      {std::string(5001, 'C'), "[smiles] m.csv:3: expected a SMILES of at most 5000 characters, found 5001"}};
  for (const auto& [smiles, expected] : mistakes) {
    EXPECT_THAT(complaint_about("m.csv", "smiles\nCCO\n" + smiles + "\n"), HasSubstr(expected)) << smiles;
  }
}

TEST_F(Smiles, BadTargetsNameFileAndLine) {
  EXPECT_THAT(complaint_about("m.csv", "smiles,t\nC,1\nC,many\n", {.targets = {"t"}}),
              HasSubstr("m.csv:3: 't': expected a number as in line 2, found 'many'"));
  EXPECT_THAT(complaint_about("m.csv", "smiles,t\nC,1\nC,inf\n", {.targets = {"t"}}),
              HasSubstr("m.csv:3: 't': expected a finite"));
  EXPECT_THAT(complaint_about("m.csv", "smiles,t\nC,1\nC\n", {.targets = {"t"}}),
              HasSubstr("m.csv:3: expected 2 fields"));
}

TEST_F(Smiles, SkippedRowsGoToTheRejectsFileAndLinesStay) {
  const testing::TempFolder folder;
  const ReadOptions options{
      .targets = {"t"}, .on_error = OnError::skip, .rejects = (folder.path() / "bad.csv").string()};
  const Dataset dataset = read_csv("smiles,t\nC,1\nC1CC,2\n\nCC,x\nN\nCCC,5\n", options);
  EXPECT_THAT(dataset.lines, ElementsAre(2, 7));
  EXPECT_THAT(dataset.targets, ElementsAre(1, 5));
  EXPECT_EQ(dataset.repairs.rejected, 3);
  const std::string rejects = read_file(folder.path() / "bad.csv");
  EXPECT_THAT(rejects, StartsWith("line,reason,row\n3,"));
  EXPECT_THAT(rejects, HasSubstr("unclosed ring,\"C1CC,2\"\n5,"));
  EXPECT_THAT(rejects, HasSubstr("\n6,"));
}

TEST_F(Smiles, FilesWithoutMoleculesAreRefusedWithWords) {
  EXPECT_THAT(complaint_about("m.csv", ""), HasSubstr("m.csv: expected a header"));
  EXPECT_THAT(complaint_about("m.csv", "CCO\nC\n"), HasSubstr("expected a column named smiles, found 'CCO'"));
  EXPECT_THAT(complaint_about("m.csv", "smiles,t\n"), HasSubstr("m.csv: expected molecules, found none"));
  EXPECT_THAT(complaint_about("m.smi", "\n\n"), HasSubstr("m.smi: expected molecules, found none"));
  const testing::TempFolder folder;
  const ReadOptions options{.on_error = OnError::skip, .rejects = (folder.path() / "bad.csv").string()};
  EXPECT_THAT(complaint_about("m.csv", "smiles\nX\nY\n", options), HasSubstr("m.csv:2: 'X' is no molecule"));
}

TEST_F(Smiles, SmiFilesHaveASmilesAndANameOnEveryLine) {
  const Dataset dataset = testing::read_text("m.smi", "SMILES name\nCCO ethanol\n\nc1ccccc1\tbenzene ring\nC");
  EXPECT_EQ(dataset.size(), 3);
  EXPECT_EQ(dataset.examples[1], from_smiles("c1ccccc1"));
  EXPECT_THAT(dataset.lines, ElementsAre(2, 4, 5));
  EXPECT_THAT(complaint_about("m.smi", "CCO ethanol\nbenzene c1ccccc1\n"), HasSubstr("[smiles] m.smi:2: 'benzene'"));
  EXPECT_EQ(testing::error_of([] { testing::read_text("m.smi", "C\n", {.targets = {"t"}}); }).kind(), ErrorKind::usage);
}

TEST_F(Smiles, DeepBranchesAndLongChainsAreRead) {
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "C(";
  deep += "C";
  for (int i = 0; i < 1000; ++i) deep += ")";
  EXPECT_EQ(from_smiles(deep).graph.num_nodes(), 1001);
  EXPECT_EQ(from_smiles(std::string(5000, 'C')).graph.num_nodes(), 5000);
}

TEST_F(Smiles, MoleculesAreFitToLearnFrom) {
  const Dataset dataset = read_csv("smiles,t\nCCO,1\nc1ccccc1,2\n[Na+].[Cl-],3\n", {.targets = {"t"}});
  const std::vector<std::int64_t> all = {0, 1, 2};
  const FeatureEncoding encoding = FeatureEncoding::fit(dataset, all, FeatureKind::automatic);
  EXPECT_EQ(encoding.kind, FeatureKind::labels_attributes);
  EXPECT_THAT(encoding.label_values, ElementsAre(6, 8, 11, 17));
  EXPECT_EQ(encoding.num_reals, num_atom_attributes);
}

TEST_F(Smiles, CompressedFilesAreRead) {
  const testing::TempFolder folder;
  const std::string text = "smiles,t\nCCO,1\nc1ccccc1,2\n";
  for (const auto& path : {folder.write("m.csv", text), folder.write("m.csv.gz", testing::gzipped(text)),
                           folder.write("m.csv.xz", testing::xzipped(text))}) {
    const Dataset dataset = open_dataset(path.string(), {}, {.targets = {"t"}});
    EXPECT_EQ(dataset.name, "m");
    EXPECT_EQ(dataset.examples, read_csv(text).examples);
    EXPECT_THAT(dataset.targets, ElementsAre(1, 2));
  }
}

TEST_F(Smiles, OfQm9HaveAnAtomForEachLetter) {
  GNNIR_NEEDS_REAL_DATA("qm9_47k.csv.xz");
  const std::string path = (testing::real_data() / "qm9_47k.csv.xz").string();
  const std::vector<std::string> targets = {"mu",   "alpha",   "homo",      "lumo",      "gap",       "r2",
                                            "zpve", "u0_atom", "u298_atom", "h298_atom", "g298_atom", "cv"};
  const Dataset dataset = open_dataset(path, {}, {.targets = targets});
  EXPECT_EQ(dataset.size(), 47'447);
  EXPECT_EQ(dataset.num_targets, 12);
  CsvReader csv("qm9", FileSource::open(path).read("qm9_47k.csv").value());
  const std::size_t column = csv.require("smiles");
  for (const Example& example : dataset.examples) {
    ASSERT_TRUE(csv.next());
    const std::string_view smiles = csv.fields()[column];
    const auto letters = std::count_if(
        smiles.begin(), smiles.end(), [](char c) { return std::string_view("CNOFcnof").find(c) != std::string::npos; });
    ASSERT_EQ(example.graph.num_nodes(), letters) << smiles;
  }
}

}  // namespace
}  // namespace gnnir
