#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// What to generate, where there is a choice.
struct GenerateOptions {
  std::uint64_t seed = 0;                  ///< 0: as it was published
  std::vector<std::string> families = {};  ///< of Generator::families; empty: all
  NodeId size = 0;                         ///< 0: Generator::size
};

/// A data set that is made on the spot: an entry of generators().
struct Generator {
  std::string name;         ///< of the data set, in capitals
  std::string description;  ///< for `gnnir data list`
  Dataset (*generate)(const GenerateOptions&);
  std::string fixed = {};                           ///< why a seed changes nothing; empty: it does
  std::vector<Dataset::Part> published_parts = {};  ///< of its fixed split; empty: there is none
  std::vector<std::string> families = {};           ///< of which some may be asked for; empty: there are none
  NodeId size = 0;                                  ///< nodes at most, if nothing is said; 0: there is no choice
};

/// All generators. A new one is a file beside this and a line there.
const std::vector<Generator>& generators();

/// By name, in any case; nothing if there is none.
const Generator* find_generator(std::string_view name);

/// An Error of kind usage if the generator has nothing to choose of what the options say, or does not know a family.
Dataset generate(const Generator& generator, const GenerateOptions& options);

}  // namespace gnnir
