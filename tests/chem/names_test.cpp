#include <gmock/gmock.h>

#include "gnnir/data/check_dataset.h"
#include "gnnir/data/formats/formats.h"
#include "gnnir/data/rejects.h"
#include "support/molecules.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::read_csv;
using testing::read_sdf_text;
using testing::read_text;

class MoleculeNames : public testing::WithChemistry {};

KeptColumn column(const std::string& name, const std::vector<std::string>& values) { return {name, values}; }

TEST_F(MoleculeNames, OfACsvAreItsIdAndItsSmiles) {
  const Dataset dataset = read_csv("SMILES,logS,ID\nCCO,1,a\nC,2,b\n", {.targets = {"logS"}});
  EXPECT_THAT(dataset.kept, ElementsAre(column("ID", {"a", "b"}), column("SMILES", {"CCO", "C"})));
  EXPECT_EQ(dataset.smiles_kept, 1);
  EXPECT_THAT(dataset.unread, ::testing::IsEmpty());
}

TEST_F(MoleculeNames, MayBeInTheFirstColumnWhateverItIsCalled) {
  EXPECT_THAT(read_csv("compound,smiles\naspirin,C\n17,N\n").kept.front(), column("compound", {"aspirin", "17"}));
  EXPECT_EQ(read_csv("compound,smiles\n1,C\n2,N\n").kept.size(), 1u) << "numbers may be anything";
  EXPECT_EQ(read_csv("kind,smiles\nx,C\nx,N\n").kept.size(), 1u) << "not each another";
  EXPECT_EQ(read_csv("kind,smiles\nx,C\ny,N\n", {.targets = {"kind"}}).kept.size(), 1u) << "what is learned";
}

TEST_F(MoleculeNames, GoWithTheColumnsThatAreAskedFor) {
  const Dataset dataset = read_csv("id;smiles;vendor;price\n1;C;Acme;\"0,5\"\n2;N;;7\n", {.keep = {"price", "vendor"}});
  EXPECT_THAT(dataset.kept, ElementsAre(column("id", {"1", "2"}), column("smiles", {"C", "N"}),
                                        column("price", {"0,5", "7"}), column("vendor", {"Acme", ""})));
  const Error error = testing::error_of([] { read_csv("id,smiles\n1,C\n", {.keep = {"prize"}}); });
  EXPECT_EQ(error.setting(), "data.keep");
  EXPECT_THAT(error.what(), HasSubstr("m.csv has no 'prize'. There are: id, smiles"));
}

TEST_F(MoleculeNames, OfALineOfSmiAreWhatFollowsTheSmiles) {
  const Dataset dataset = read_text("m.smi", "CCO ethanol, pure\nC\nN\tammonia\n");
  EXPECT_THAT(dataset.kept,
              ElementsAre(column("name", {"ethanol, pure", "", "ammonia"}), column("smiles", {"CCO", "C", "N"})));
  EXPECT_EQ(dataset.smiles_kept, 1);
  EXPECT_EQ(read_text("m.smi", "CCO\n").smiles_kept, 0);
}

TEST_F(MoleculeNames, OfAnSdfAreItsTitlesAndItsSmiles) {
  const std::string water = testing::v2000({{{"O", 0, 0, 0}}, {}, "> <vendor>\nAcme\n\n"});
  const std::string ethanol =
      testing::v2000({{{"C", 0, 0, 0}, {"C", 1, 0, 0}, {"O", 2, 0, 0}}, {{0, 1, 1}, {1, 2, 1}}});
  const ReadOptions options{.hydrogens = Hydrogens::explicit_, .keep = {"vendor"}};
  const Dataset dataset = read_sdf_text(water + ethanol, options);
  EXPECT_THAT(dataset.kept, ElementsAre(column("name", {"name", "name"}), column("smiles", {"O", "CCO"}),
                                        column("vendor", {"Acme", ""})));
  EXPECT_EQ(dataset.smiles_kept, 1);
}

TEST_F(MoleculeNames, OfTheirFormatsAreInTheListOfWhatIsUnderstood) {
  EXPECT_THAT(understood_formats(), ::testing::AllOf(HasSubstr("SMILES (.csv, .tsv, .smi)"), HasSubstr("SDF (.sdf)")));
}

TEST_F(MoleculeNames, AreKnownOfMoleculesThatCannotBeRead) {
  const testing::TempFolder folder;
  const ReadOptions options{.on_error = OnError::skip, .rejects = (folder.path() / "bad.csv").string()};
  const Dataset dataset = read_csv("id,smiles\na,C1CC\nb,CCO\nc\nd,N\n", options);
  ASSERT_EQ(dataset.skipped.size(), 2u);
  EXPECT_THAT(dataset.skipped[0].kept, ElementsAre("a", "C1CC"));
  EXPECT_EQ(dataset.skipped[0].before, 0);
  EXPECT_THAT(dataset.skipped[1].kept, ElementsAre("", "")) << "nobody knows which fields it has";
  EXPECT_EQ(dataset.skipped[1].before, 1);
  check_dataset(dataset);
}

TEST_F(MoleculeNames, CountAlsoIfOnlyThoseHaveThemThatCannotBeRead) {
  const testing::TempFolder folder;
  const ReadOptions options{.on_error = OnError::skip, .rejects = (folder.path() / "bad.csv").string()};
  const Dataset dataset = read_text("m.smi", "CCO\nC1CC broken\n", options);
  EXPECT_THAT(dataset.kept, ElementsAre(column("name", {""}), column("smiles", {"CCO"})));
  EXPECT_THAT(dataset.skipped[0].kept, ElementsAre("broken", "C1CC"));
}

TEST_F(MoleculeNames, ReadTabsAndWhatIsSaidToSeparate) {
  EXPECT_THAT(read_text("m.tsv", "smiles\tname\nCCO\tethanol\n").kept.front(), column("name", {"ethanol"}));
  const ReadOptions bars{.separator = Separator::bar};
  EXPECT_THAT(read_csv("smiles|a,b\nC|1\n", bars).kept, ElementsAre(column("smiles", {"C"})));
}

}  // namespace
}  // namespace gnnir
