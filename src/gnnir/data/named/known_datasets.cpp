#include "gnnir/data/named/known_datasets.h"

#include <utility>

#include "gnnir/data/generate/generators.h"

namespace gnnir {
namespace {

std::vector<KnownDataset> looked_for() {
  return {
      {"ALCHEMY", "202,579 molecules, 12 targets: quantum-mechanical properties", false},
      {"COLLAB", "5,000 networks of scientists, 3 classes: field of physics", false},
      {"EXP", "1,200 graphs in 600 pairs that 1-WL cannot tell apart, 2 classes", false, false},
      {"IMDB-BINARY", "1,000 networks of actors, 2 classes: genre of their films", false},
      {"IMDB-MULTI", "1,500 networks of actors, 3 classes: genre of their films", false},
      {"MUTAG", "188 molecules, 2 classes: mutagenic or not", false},
      {"NCI1", "4,110 molecules, 2 classes: active against lung cancer cells or not", false},
      {"PROTEINS", "1,113 proteins, 2 classes: enzyme or not", false},
      {"QM9", "130,831 molecules, 12 targets: quantum-mechanical properties", false, false,
       "QM9.sdf, with coordinates and the targets as properties, or QM9.csv, with SMILES and targets"},
      {"ZINC", "12,000 molecules in 3 parts (as downloaded: about 250,000), 1 target: constrained solubility", false,
       true,
       "ZINC_train.zip, ZINC_val.zip and ZINC_test.zip: the benchmark's 12,000 molecules, or the TU collection's "
       "250,000, which `gnnir data download ZINC` fetches"},
  };
}

}  // namespace

const std::vector<KnownDataset>& known_datasets() {
  static const std::vector<KnownDataset> known = [] {
    std::vector<KnownDataset> all;
    for (const Generator& generator : generators()) {
      all.push_back({.name = generator.name, .description = generator.description, .generated = true});
    }
    for (KnownDataset& dataset : looked_for()) all.push_back(std::move(dataset));
    return all;
  }();
  return known;
}

}  // namespace gnnir
