#include <gmock/gmock.h>

#include "gnnir/data/formats/tu.h"
#include "support/molecules.h"

namespace gnnir {
namespace {

using testing::Drawing;

struct Known {
  std::string smiles;
  Drawing drawing;  // atoms in the same order, rings drawn with double bonds
};

const std::vector<Known> known_molecules = {
    {"CCO", {{{"C"}, {"C"}, {"O"}}, {{0, 1, 1}, {1, 2, 1}}}},
    {"c1ccccc1",
     {{{"C"}, {"C"}, {"C"}, {"C"}, {"C"}, {"C"}}, {{0, 1, 2}, {1, 2, 1}, {2, 3, 2}, {3, 4, 1}, {4, 5, 2}, {5, 0, 1}}}},
    {"CN1C=NC2=C1C(=O)N(C(=O)N2C)C",  // caffeine
     {{{"C"}, {"N"}, {"C"}, {"N"}, {"C"}, {"C"}, {"C"}, {"O"}, {"N"}, {"C"}, {"O"}, {"N"}, {"C"}, {"C"}},
      {{0, 1, 1},
       {1, 2, 1},
       {2, 3, 2},
       {3, 4, 1},
       {4, 5, 2},
       {5, 1, 1},
       {5, 6, 1},
       {6, 7, 2},
       {6, 8, 1},
       {8, 9, 1},
       {9, 10, 2},
       {9, 11, 1},
       {11, 4, 1},
       {11, 12, 1},
       {8, 13, 1}}}},
    {"[NH3+]CC(=O)[O-]",
     {{{"N", 0, 0, 0, 1}, {"C"}, {"C"}, {"O"}, {"O", 0, 0, 0, -1}}, {{0, 1, 1}, {1, 2, 1}, {2, 3, 2}, {2, 4, 1}}}},
    {"[Na+].[Cl-]", {{{"Na", 0, 0, 0, 1}, {"Cl", 0, 0, 0, -1}}, {}}},
    {"[H]C#N", {{{"H"}, {"C"}, {"N"}}, {{0, 1, 1}, {1, 2, 3}}}},
    {"[H][H]", {{{"H"}, {"H"}}, {{0, 1, 1}}}},
};

class SameGraph : public testing::WithChemistry {};

TEST_F(SameGraph, ComesFromSmilesAndFromBothVersionsOfSdf) {
  for (const Hydrogens hydrogens : {Hydrogens::implicit, Hydrogens::explicit_}) {
    for (const MoleculeEdges edges : {MoleculeEdges::bonds, MoleculeEdges::complete}) {
      const ReadOptions options{.hydrogens = hydrogens, .molecule_edges = edges};
      for (const auto& [smiles, drawing] : known_molecules) {
        const Example expected = testing::from_smiles(smiles, options);
        EXPECT_EQ(testing::read_sdf_text(testing::v2000(drawing), options).examples.at(0), expected) << smiles;
        EXPECT_EQ(testing::read_sdf_text(testing::v3000(drawing), options).examples.at(0), expected) << smiles;
      }
    }
  }
}

TEST_F(SameGraph, ComesBackFromTuFiles) {
  std::string text = "smiles\n";
  for (const auto& [smiles, drawing] : known_molecules) text += smiles + "\n";
  for (const Hydrogens hydrogens : {Hydrogens::implicit, Hydrogens::explicit_}) {
    const Dataset molecules = testing::read_csv(text, {.hydrogens = hydrogens});
    const Dataset back = read_tu(FileSource::of("files", tu_files(molecules)));
    EXPECT_EQ(back.examples, molecules.examples);
  }
}

TEST_F(SameGraph, WithDistancesComesBackFromTuFiles) {
  const Drawing bent = {{{"C", 0, 0, 0}, {"C", 1.1, 0.7, 0}, {"O", 1.3, 0.2, 0.9}}, {{0, 1, 1}, {1, 2, 1}}};
  const Dataset molecules = testing::read_sdf_text(testing::v2000(bent), {.molecule_edges = MoleculeEdges::complete});
  EXPECT_EQ(read_tu(FileSource::of("files", tu_files(molecules))).examples, molecules.examples);
}

TEST_F(SameGraph, DoesNotDependOnHowHydrogensAreWritten) {
  EXPECT_EQ(testing::from_smiles("[H]/C(F)=C(/[H])F"), testing::from_smiles("C(F)=CF"));
  EXPECT_EQ(testing::from_smiles("[CH3][CH2][OH]"), testing::from_smiles("CCO"));
}

TEST_F(SameGraph, DoesNotDependOnHowRingsAreWritten) {
  EXPECT_EQ(testing::from_smiles("C1=CC=CC=C1"), testing::from_smiles("c1ccccc1"));
}

}  // namespace
}  // namespace gnnir
