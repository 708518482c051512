#include <gmock/gmock.h>

#include "gnnir/data/formats/smiles.h"
#include "gnnir/draw/dataset_picture.h"
#include "support/molecules.h"

namespace gnnir {
namespace {

using testing::from_smiles;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class MoleculePicture : public testing::WithChemistry {
 protected:
  static Dataset of(const std::string& smiles, Example example) {
    Dataset dataset{.name = "molecules", .examples = {std::move(example)}};
    dataset.kept = {{"smiles", {smiles}}};
    dataset.smiles_kept = 0;
    return dataset;
  }
  /// RDKit draws bonds with classes.
  static constexpr const char* drawn_by_rdkit = "class='bond-0";
};

TEST_F(MoleculePicture, HasAPlaceForEveryAtom) {
  for (const Hydrogens hydrogens : {Hydrogens::implicit, Hydrogens::explicit_}) {
    const auto drawing = find_chemistry()->draw("CCO", {.hydrogens = hydrogens});
    ASSERT_EQ(drawing.mistake, "");
    EXPECT_THAT(drawing.value.places, SizeIs(hydrogens == Hydrogens::implicit ? 3 : 9));
    EXPECT_THAT(drawing.value.svg, HasSubstr("<svg"));
    for (const auto& [x, y] : drawing.value.places) {
      EXPECT_GE(std::min(x, y), 0);
      EXPECT_LE(x, drawing.value.width);
      EXPECT_LE(y, drawing.value.height);
    }
  }
}

TEST_F(MoleculePicture, SaysWhatIsWrongWithASmiles) {
  EXPECT_NE(find_chemistry()->draw("C1CC", {}).mistake, "");
  EXPECT_NE(find_chemistry()->draw("no molecule", {}).mistake, "");
}

TEST_F(MoleculePicture, IsDrawnByRdkitInTheColoursThatAreAskedFor) {
  const Dataset dataset = of("CCO", from_smiles("CCO"));
  const std::string svg = picture_of(dataset, 0, {.values = {-1, 0, 1}});
  EXPECT_THAT(svg, HasSubstr(drawn_by_rdkit));
  EXPECT_THAT(svg, HasSubstr("#4393C3"));  // as value_fill has the ends of its scale
  EXPECT_THAT(svg, HasSubstr("#E08214"));
  EXPECT_THAT(svg, HasSubstr("<title>node 2: O, 1</title>"));
}

TEST_F(MoleculePicture, FindsTheAtomsOfAnotherOrder) {
  // The oxygen is node 0 of the graph, and the last atom of the SMILES.
  const Dataset dataset = of("CCO", from_smiles("OCC"));
  EXPECT_THAT(picture_of(dataset, 0, {.tips = {"the oxygen", "a", "b"}}), HasSubstr(drawn_by_rdkit));
  const auto drawing = find_chemistry()->draw("CCO", {});
  const auto [x, y] = drawing.value.places[2];
  const std::string svg = picture_of(dataset, 0, {.tips = {"the oxygen", "a", "b"}});
  const std::string place = "<circle cx=\"" + std::to_string(x).substr(0, std::to_string(x).find('.') + 2);
  const std::size_t oxygen = svg.find("the oxygen");
  EXPECT_NE(svg.rfind("<circle", oxygen), std::string::npos);
  EXPECT_EQ(svg.substr(svg.rfind("<circle", oxygen), 20).substr(0, 14), place.substr(0, 14));
}

TEST_F(MoleculePicture, OfAnotherGraphIsOurs) {
  EXPECT_THAT(picture_of(of("CCO", from_smiles("CCN")), 0), Not(HasSubstr(drawn_by_rdkit)));
  EXPECT_THAT(picture_of(of("CCO", from_smiles("C=CO")), 0), Not(HasSubstr(drawn_by_rdkit)));
  EXPECT_THAT(picture_of(of("no molecule", from_smiles("CCO")), 0), HasSubstr(">O</text>"));
}

TEST_F(MoleculePicture, KnowsExplicitHydrogensAndCompleteGraphs) {
  EXPECT_THAT(picture_of(of("CCO", from_smiles("CCO", {.hydrogens = Hydrogens::explicit_})), 0),
              HasSubstr(drawn_by_rdkit));
  EXPECT_THAT(picture_of(of("CCO", from_smiles("CCO", {.molecule_edges = MoleculeEdges::complete})), 0),
              HasSubstr(drawn_by_rdkit));
}

}  // namespace
}  // namespace gnnir
