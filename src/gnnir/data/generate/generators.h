#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// A data set that is made on the spot: an entry of generators().
struct Generator {
  std::string name;                                 ///< of the data set, in capitals
  std::string description;                          ///< for `gnnir data list`
  Dataset (*generate)(std::uint64_t seed);          ///< seed 0: as it was published
  std::string fixed = {};                           ///< why a seed changes nothing; empty: it does
  std::vector<Dataset::Part> published_parts = {};  ///< of its fixed split; empty: there is none
};

/// All generators. A new one is a file beside this and a line there.
const std::vector<Generator>& generators();

/// By name, in any case; nothing if there is none.
const Generator* find_generator(std::string_view name);

}  // namespace gnnir
