#include <gmock/gmock.h>

#include <bit>
#include <set>

#include "gnnir/data/source/csv.h"
#include "gnnir/data/source/file_source.h"
#include "gnnir/data/split/methods.h"
#include "support/molecules.h"
#include "support/real_data.h"
#include "support/split_checks.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

class MoleculeSplits : public testing::WithChemistry {
 protected:
  static std::string scaffold(const std::string& smiles) {
    const AboutMolecule<std::string> found = find_chemistry()->scaffold_of(smiles);
    EXPECT_EQ(found.mistake, "");
    return found.value;
  }
  static Fingerprint fingerprint(const std::string& smiles) {
    const AboutMolecule<Fingerprint> found = find_chemistry()->fingerprint_of(smiles);
    EXPECT_EQ(found.mistake, "");
    return found.value;
  }
};

/// Graphs that are known by their SMILES only: splits look at nothing else.
Dataset molecules_of(const std::vector<std::string>& smiles) {
  Dataset dataset;
  dataset.name = "molecules";
  dataset.examples.resize(smiles.size(), {.graph = Graph::from_edges(1, {})});
  dataset.kept = {{.name = "smiles", .values = smiles}};
  dataset.smiles_kept = 0;
  return dataset;
}

/// Thirty rings and chains with thirty tails each, from small to large.
std::vector<std::string> rings_with_tails() {
  const std::vector<std::string> cores = {"c1ccccc1",  "C1CCCCC1",       "C1CCCC1",          "C1CCC1",
                                          "C1CC1",     "c1ccncc1",       "c1ccsc1",          "c1ccoc1",
                                          "C1CCNCC1",  "C1CCOCC1",       "C1CCSCC1",         "c1ccc2ccccc2c1",
                                          "C1CCCCCC1", "c1cnccn1",       "c1cncnc1",         "CC",
                                          "N1CCNCC1",  "C1CCC2CCCCC2C1", "c1ccc2[nH]ccc2c1", "C1=CCCCC1"};
  std::vector<std::string> all;
  for (std::size_t core = 0; core < cores.size(); ++core) {
    for (std::size_t tail = 0; tail < 3 + core; ++tail) all.push_back(std::string(tail + 1, 'C') + cores[core]);
  }
  return all;
}

int bits_of(const Fingerprint& fingerprint) {
  int bits = 0;
  for (const std::uint64_t word : fingerprint) bits += std::popcount(word);
  return bits;
}

TEST_F(MoleculeSplits, AScaffoldIsRingsAndWhatJoinsThem) {
  EXPECT_EQ(scaffold("CCO"), "");
  EXPECT_EQ(scaffold("Cc1ccccc1"), "c1ccccc1");
  EXPECT_EQ(scaffold("CC(=O)Oc1ccccc1C(=O)O"), "c1ccccc1") << "aspirin";
  EXPECT_EQ(scaffold("OC1CCCCC1CC"), "C1CCCCC1");
  const std::string joined = scaffold("Oc1ccc(CC(C)c2ccccc2)cc1");
  EXPECT_EQ(joined, scaffold("c1ccccc1CCc2ccccc2")) << "the chain between rings belongs to it";
  EXPECT_NE(joined, "c1ccccc1");
}

TEST_F(MoleculeSplits, AScaffoldDoesNotDependOnHowTheMoleculeIsWritten) {
  EXPECT_EQ(scaffold("C1=CC=CC=C1C"), "c1ccccc1");
  EXPECT_EQ(scaffold("[H]C1([H])CC1"), scaffold("C1CC1C"));
  EXPECT_EQ(scaffold("C[C@H]1CC[C@@H](N)CC1"), scaffold("C1CCCCC1"));
  for (const char* smiles : {"c1ccc2[nH]ccc2c1", "O=C1CCCCC1", "c1ccc(CCc2ccncc2)cc1"}) {
    EXPECT_EQ(scaffold(scaffold(smiles)), scaffold(smiles)) << "the scaffold of a scaffold is itself";
  }
}

TEST_F(MoleculeSplits, AFingerprintHasABitForEachSurrounding) {
  EXPECT_EQ(bits_of(fingerprint("C")), 1);
  EXPECT_EQ(bits_of(fingerprint("CC")), 2) << "CH3, and CH3 beside another";
  EXPECT_EQ(fingerprint("OCC"), fingerprint("CCO"));
  EXPECT_NE(fingerprint("OCC"), fingerprint("NCC"));
  EXPECT_EQ(fingerprint("C[C@H](N)O"), fingerprint("C[C@@H](N)O"));
}

TEST_F(MoleculeSplits, WhatIsNoMoleculeIsSaid) {
  EXPECT_EQ(find_chemistry()->scaffold_of("C1CC").mistake, "unclosed ring");
  EXPECT_EQ(find_chemistry()->fingerprint_of("C1CC").mistake, "unclosed ring");
  DataOptions data;
  data.split = "scaffold";
  EXPECT_THAT(error_of([&] {
                make_split(molecules_of({"CCO", "C1CC"}), data);
              }).what(),
              HasSubstr("[split] molecules: graph 1: unclosed ring"));
  EXPECT_THAT(error_of([&] {
                make_split(molecules_of({"CCO", ""}), data);
              }).what(),
              HasSubstr("graph 1: expected a SMILES, found none"));
}

TEST_F(MoleculeSplits, OfTheTableHaveEveryGraphOnceAndAreDecidedByTheSeed) {
  const Dataset dataset = molecules_of(rings_with_tails());
  int methods = 0;
  for (const SplitMethod* method : split_methods()) {
    if (!method->molecules) continue;
    SCOPED_TRACE(method->name);
    ++methods;
    DataOptions data;
    data.split = method->name;
    data.folds = 4;
    const Split split = make_split(dataset, data);
    testing::part_of_graphs(split, dataset.size());
    EXPECT_FALSE(split.train.empty() || split.validation.empty() || split.test.empty());
    const std::vector<Split> folds = make_folds(dataset, data);
    testing::expect_each_tested_once(folds, dataset.size());
    for (const Split& fold : folds) testing::part_of_graphs(fold, dataset.size());
    EXPECT_EQ(folds, make_folds(dataset, data));
    data.split_seed = 1;
    EXPECT_NE(folds, make_folds(dataset, data));
    EXPECT_NE(split, make_split(dataset, data));
  }
  EXPECT_EQ(methods, 2);
}

TEST_F(MoleculeSplits, TearNoScaffoldApart) {
  const std::vector<std::string> smiles = rings_with_tails();
  std::vector<std::string> scaffolds;
  for (const std::string& molecule : smiles) scaffolds.push_back(scaffold(molecule));
  EXPECT_EQ(std::set(scaffolds.begin(), scaffolds.end()).size(), 20U);
  DataOptions data;
  data.split = "scaffold";
  data.folds = 4;
  EXPECT_EQ(testing::torn_groups(make_split(molecules_of(smiles), data), scaffolds), 0);
  for (const Split& fold : make_folds(molecules_of(smiles), data)) EXPECT_EQ(testing::torn_groups(fold, scaffolds), 0);
}

TEST_F(MoleculeSplits, KeepSimilarMoleculesTogether) {
  const std::vector<std::string> once = rings_with_tails();
  std::vector<std::string> smiles = once;
  std::vector<std::string> same = once;
  for (const std::string& molecule : once) {
    smiles.push_back(molecule + " again");  // the same, with a name
    same.push_back(molecule);
  }
  DataOptions data;
  data.split = "cluster";
  EXPECT_EQ(testing::torn_groups(make_split(molecules_of(smiles), data), same), 0);
}

TEST_F(MoleculeSplits, RefuseTooFewScaffoldsAndTooManyMolecules) {
  DataOptions data;
  data.split = "scaffold";
  EXPECT_STREQ(error_of([&] {
                 make_split(molecules_of({"CC", "CCC", "C1CC1", "CCO"}), data);
               }).what(),
               "[split] molecules: expected at least 3 scaffolds, one for each part, found 2");
  data.split = "cluster";
  EXPECT_THAT(error_of([&] { make_split(molecules_of(std::vector<std::string>(50'001, "C")), data); }).what(),
              HasSubstr("expected at most 50000 molecules"));
}

TEST_F(MoleculeSplits, OfQm9HaveNoScaffoldInTwoParts) {
  GNNIR_NEEDS_REAL_DATA("qm9_47k.csv.xz");
  CsvReader csv("qm9", FileSource::open(testing::real_data() / "qm9_47k.csv.xz").read("qm9_47k.csv").value());
  const std::size_t column = csv.require("smiles");
  std::vector<std::string> smiles;
  while (csv.next()) smiles.emplace_back(csv.fields()[column]);
  ASSERT_EQ(smiles.size(), 47'447U);
  DataOptions data;
  data.split = "scaffold";
  const Split split = make_split(molecules_of(smiles), data);
  std::vector<std::string> scaffolds;
  for (const std::string& molecule : smiles) scaffolds.push_back(scaffold(molecule));
  EXPECT_EQ(testing::torn_groups(split, scaffolds), 0);
  EXPECT_GT(std::set(scaffolds.begin(), scaffolds.end()).size(), 1000U);
  EXPECT_NEAR(static_cast<double>(split.train.size()), 0.8 * 47'447, 100);
  EXPECT_NEAR(static_cast<double>(split.test.size()), 0.1 * 47'447, 100);
}

}  // namespace
}  // namespace gnnir
