#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gnnir/base/error.h"
#include "gnnir/data/formats/tu.h"
#include "support/molecules.h"

namespace gnnir {
namespace {

using testing::Drawing;

class Mutations : public testing::WithChemistry {
 protected:
  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

  /// A few bytes replaced, inserted, taken away, or a piece repeated.
  std::string mutated(std::string text, const std::string& alphabet) {
    for (std::size_t changes = 1 + below(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t place = below(text.size());
      switch (below(5)) {
        case 0:
          text[place] = alphabet[below(alphabet.size())];
          break;
        case 1:
          text.insert(place, 1, alphabet[below(alphabet.size())]);
          break;
        case 2:
          text.erase(place, 1 + below(4));
          break;
        case 3:
          text.insert(place, text.substr(below(text.size()), below(20)));
          break;
        default:
          text[place] = static_cast<char>(below(256));
      }
    }
    return text;
  }

  ReadOptions any_options() {
    return {.hydrogens = below(2) == 0 ? Hydrogens::implicit : Hydrogens::explicit_,
            .molecule_edges = below(2) == 0 ? MoleculeEdges::bonds : MoleculeEdges::complete};
  }

  /// Refused with an Error that blames the data, or accepted and then whole. Returns whether it was accepted.
  bool survives(const std::string& text, const std::string& file) {
    try {
      const Dataset dataset = testing::read_text(file, text, any_options());
      const Dataset back = read_tu(FileSource::of("files", tu_files(dataset)));  // refuses what is not finite
      EXPECT_EQ(back.examples, dataset.examples) << text;
      return true;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::data) << text << "\n" << error.what();
      return false;
    }
  }

  std::mt19937_64 random_{1};
};

TEST_F(Mutations, OfSmilesNeverDoMoreThanBeRefused) {
  const std::vector<std::string> seeds = {"CCO",
                                          "c1ccccc1",
                                          "CN1C=NC2=C1C(=O)N(C(=O)N2C)C",
                                          "[NH3+]C([H])(C)C(=O)[O-]",
                                          "[Na+].[Cl-]",
                                          "F/C=C/F",
                                          "N[C@@H](C)C(=O)O",
                                          "C1CC2CCC1C2%10CCCC%10",
                                          "[2H]OC#N",
                                          "N->[Fe]<-O",
                                          "OC1=CC=C(C=C1)S(=O)(=O)N"};
  const std::string alphabet = "CNOSPFIBrclnos[]()=#-+/\\@123456789%.*:$~<>H ,\"";
  int accepted = 0;
  for (int i = 0; i < 12'000; ++i) {
    accepted += survives("smiles\n" + mutated(seeds[below(seeds.size())], alphabet) + "\n", "m.csv") ? 1 : 0;
  }
  EXPECT_GT(accepted, 500);
}

TEST_F(Mutations, OfSdfNeverDoMoreThanBeRefused) {
  const Drawing ring = {{{"C", 0, 0, 0}, {"N", 1, 0, 1, 1}, {"C", 1, 1, 0}, {"H", -1, 0, 0}},
                        {{0, 1, 1}, {1, 2, 2}, {2, 0, 1}, {0, 3, 1}},
                        "> <gap>\n0.5\n\n"};
  const Drawing benzene = {{{"C"}, {"C"}, {"C"}, {"C"}, {"C"}, {"C"}},
                           {{0, 1, 2}, {1, 2, 1}, {2, 3, 2}, {3, 4, 1}, {4, 5, 2}, {5, 0, 1}}};
  const std::vector<std::string> seeds = {
      testing::v2000(ring), testing::v3000(ring), testing::v2000(benzene) + testing::v2000(benzene),
      testing::v3000(benzene),
      "a\nb\nc\n  2  1  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 R#  0  0\n    0.0000    0.0000 "
      "   1.0000 C   0  0\n  1  2  1  0\nM  RGP  1   1   1\nM  ISO  1   2  13\nM  STY  1   1 DAT\nM  END\n$$$$\n"};
  const std::string alphabet = "0123456789 -.+CNOHMVEDSRQ><$\n\r\tLA*#=()";
  int accepted = 0;
  for (int i = 0; i < 8'000; ++i) {
    accepted += survives(mutated(seeds[below(seeds.size())], alphabet), "m.sdf") ? 1 : 0;
  }
  EXPECT_GT(accepted, 500);
}

}  // namespace
}  // namespace gnnir
